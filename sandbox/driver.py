"""People for tests: each does what a person can do in Discord, and sees what they would."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sandbox import commands, forms, selects
from sandbox.commands import ClientRefusalError
from sandbox.errors import DiscordError
from sandbox.interactions import CallbackType, Interaction, Interactions, InteractionType, Phase
from sandbox.messages import Draft, Messages
from sandbox.model import Channel, Component, Guild, Json, Message, Role, User
from sandbox.permissions import Permission, in_channel, may_send, sees
from sandbox.waiting import wait_for
from sandbox.world import World

PATIENCE = 20.0
LONGEST_MESSAGE = 2000


class InteractionFailedError(AssertionError):
    """The bot did not answer within three seconds: the person reads "interaction failed"."""


class AnswerKind(StrEnum):
    """How the bot answered."""

    MESSAGE = "message"
    UPDATE = "update"
    MODAL = "modal"
    ACKNOWLEDGED = "acknowledged"
    CHOICES = "choices"


KINDS = {
    CallbackType.MESSAGE: AnswerKind.MESSAGE,
    CallbackType.DEFERRED_MESSAGE: AnswerKind.MESSAGE,
    CallbackType.DEFERRED_UPDATE: AnswerKind.ACKNOWLEDGED,
    CallbackType.UPDATE: AnswerKind.UPDATE,
    CallbackType.MODAL: AnswerKind.MODAL,
    CallbackType.CHOICES: AnswerKind.CHOICES,
}


@dataclass(frozen=True)
class Modal:
    """A box on somebody's screen; `data` is Discord's JSON."""

    interaction: Interaction
    data: Json

    @property
    def title(self) -> str:
        """Its heading."""
        return str(self.data["title"])

    @property
    def labels(self) -> list[str]:
        """The labels of its fields, in order."""
        parts = self.data["components"]
        return [part["label"] for part in parts if part["type"] == Component.LABEL]


@dataclass(frozen=True)
class Answer:
    """What came of an interaction. It is live: later edits and followups show in it."""

    interaction: Interaction

    @property
    def kind(self) -> AnswerKind:
        """How the bot answered first; a deferred answer counts as the message it became."""
        return KINDS[self.interaction.answer or CallbackType.DEFERRED_UPDATE]

    @property
    def message(self) -> Message:
        """The message shown or updated: the original, or the first followup if that is gone."""
        original = self.interaction.original
        shown = [m for m in (original, *self.interaction.followups) if m and not m.deleted]
        if not shown:
            raise AssertionError(f"the answer is {self.kind}, not a message")
        return shown[0]

    @property
    def followups(self) -> list[Message]:
        """The further messages sent through the interaction."""
        return self.interaction.followups

    @property
    def modal(self) -> Modal:
        """The box that opened."""
        if self.interaction.modal is None:
            raise AssertionError(f"the answer is {self.kind}, not a modal")
        return Modal(self.interaction, self.interaction.modal)

    @property
    def text(self) -> str:
        """The words of the message."""
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        """Whether only the person themselves sees the message."""
        return self.message.ephemeral

    @property
    def choices(self) -> list[Json]:
        """What autocomplete offers."""
        return self.interaction.choices or []


class Person:
    """A user of Discord. What the client would not allow raises ClientRefusalError."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        interactions: Interactions,
        user: User,
        outcome: Callable[[Interaction], bool] | None = None,
    ) -> None:
        """`outcome` says what an interaction waits for; else it is something to be read."""
        self._world = world
        self._messages = messages
        self._interactions = interactions
        self._outcome = outcome or _settled
        self.user = user

    def __repr__(self) -> str:
        return f"<{self.user.name}>"

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """The text that mentions them."""
        return f"<@{self.user.id}>"

    # Interactions

    async def slash(self, channel: Channel, line: str, /, **options: object) -> Answer:
        """Run a slash command, such as `"mastermind challenge"`, checked against its definition.

        Options by name: text, number, True/False, a Person, or a choice's name or value.
        """
        self._open(channel)
        data = commands.typed(self._world, self.user, channel, line, _plain(options))
        return await self._interact(InteractionType.COMMAND, channel, data)

    async def slash_unallowed(self, channel: Channel, line: str, /, **options: object) -> Answer:
        """Run a slash command whatever permissions its definition asks for.

        They are a hint to the client: a server can change them, and subcommands have none.
        """
        self._open(channel)
        data = commands.typed(
            self._world, self.user, channel, line, _plain(options), unallowed=True
        )
        return await self._interact(InteractionType.COMMAND, channel, data)

    async def autocomplete(
        self, channel: Channel, line: str, focused: str, /, **options: object
    ) -> Answer:
        """What the option `focused` offers while it is being typed."""
        self._open(channel)
        data = commands.typed(
            self._world, self.user, channel, line, _plain(options), focused=focused
        )
        return await self._interact(InteractionType.AUTOCOMPLETE, channel, data)

    async def user_menu(self, channel: Channel, name: str, target: "Person") -> Answer:
        """Run a command of another person's menu."""
        self._open(channel)
        data = commands.menu(self._world, self.user, channel, name, target.user)
        return await self._interact(InteractionType.COMMAND, channel, data)

    async def press(self, message: Message, which: str, *, stale: bool = False) -> Answer:
        """Press the button with this label or custom id.

        `stale`: the press crosses with an edit or deletion, so the button may be one that the
        message had before.
        """
        channel = self._look_at(message, stale=stale)
        shown = forms.version_with(message, which) if stale else message.components
        data = forms.button(shown, which)
        return await self._interact(
            InteractionType.COMPONENT, channel, data, source=message, shown=shown
        )

    async def select(
        self,
        message: Message,
        which: str,
        values: Sequence["str | Person | User | Role | Channel"],
    ) -> Answer:
        """Choose in the list with this placeholder or custom id.

        The values of options, or people, roles and channels (or their ids) where it offers those.
        """
        channel = self._look_at(message)
        part = forms.list_called(message.components, which)
        given = [one.user if isinstance(one, Person) else one for one in values]
        data = selects.choice(self._world, part, given, channel, self.user)
        return await self._interact(InteractionType.COMPONENT, channel, data, source=message)

    async def submit(self, modal: Modal, values: Mapping[str, forms.Value]) -> Answer:
        """Send a box off, with values by label or custom id; what is left out keeps its default."""
        opener = modal.interaction
        if opener.user is not self.user:
            raise ClientRefusalError(f"this box is on {opener.user.name}'s screen")
        self._open(opener.channel)
        data = forms.submission(modal.data, values)
        return await self._interact(
            InteractionType.MODAL_SUBMIT,
            opener.channel,
            data,
            source=opener.source,
            opener=opener,
        )

    async def _interact(
        self,
        kind: InteractionType,
        channel: Channel,
        data: Json,
        **about: Any,
    ) -> Answer:
        if channel.guild is not None and self._world.bot.id not in channel.guild.members:
            raise ClientRefusalError(f"the bot is not in {channel.guild.name}")
        one = self._interactions.start(kind, self.user, channel, data, **about)
        await wait_for(self._world, lambda: self._outcome(one), PATIENCE)
        if one.phase is Phase.FAILED:
            raise InteractionFailedError(f"{self.user.name}: no answer within 3 s to {data}")
        return Answer(one)

    # Messages

    async def say(
        self,
        channel: Channel,
        text: str,
        *,
        reply_to: Message | None = None,
        ping: bool = True,
    ) -> Message:
        """Write a message; `ping` says whether a reply pings, as the switch in the client does."""
        self._open(channel)
        if not may_send(channel, self.user):
            raise ClientRefusalError(f"{self.user.name} may not write in {channel.name}")
        _check_length(text)
        payload: Json = {"content": text, "allowed_mentions": {"replied_user": ping}}
        payload["allowed_mentions"]["parse"] = ["users", "roles", "everyone"]
        if reply_to is not None:
            payload["message_reference"] = {"message_id": str(reply_to.id)}
        try:
            return self._messages.send(channel, Draft(self.user, payload))
        except DiscordError as error:
            raise ClientRefusalError(str(error)) from error

    async def dm(self, text: str, *, reply_to: Message | None = None) -> Message:
        """Write to the bot privately."""
        if self.user.blocks_bot:
            raise ClientRefusalError(f"{self.user.name} has blocked the bot")
        return await self.say(self._world.dm_with(self.user), text, reply_to=reply_to)

    async def edit(self, message: Message, text: str) -> None:
        """Change an own message."""
        channel = self._own(message)
        _check_length(text)
        self._messages.edit(channel, message, {"content": text})

    async def delete(self, message: Message) -> None:
        """Delete an own message, or a moderator anybody's."""
        channel = self._look_at(message)
        if not in_channel(channel, self.user) & Permission.MANAGE_MESSAGES:
            channel = self._own(message)
        self._world.delete_message(channel, message)

    # Looking

    def sees(self, channel: Channel) -> list[Message]:
        """The messages they see there now, oldest first, their own ephemeral ones included."""
        if channel.id not in self._world.channels or not sees(channel, self.user):
            return []
        return [m for m in channel.messages.values() if m.only_for in (None, self.user.id)]

    @property
    def inbox(self) -> list[Message]:
        """The private messages between them and the bot, oldest first."""
        return self.sees(self._world.dm_with(self.user))

    @property
    def threads(self) -> list[Channel]:
        """The threads they can open."""
        return [c for c in self._world.channels.values() if c.thread and sees(c, self.user)]

    @property
    def payloads(self) -> list[Json]:
        """Everything that was ever put before them: messages in every version, modals, choices."""
        return [shown.data for shown in self._world.shown if self.user.id in shown.to]

    # Settings and membership

    def close_dms(self) -> None:
        """Take no private messages from the bot."""
        self.user.dms_open = False

    def open_dms(self) -> None:
        """Take private messages again."""
        self.user.dms_open = True

    def block_bot(self) -> None:
        """Block the bot: it cannot write privately any more, and neither can they."""
        self.user.blocks_bot = True

    def unblock_bot(self) -> None:
        """Take that back."""
        self.user.blocks_bot = False

    def leave(self, guild: Guild) -> None:
        """Leave a server."""
        self._world.leave(guild, self.user)

    def join(self, guild: Guild) -> None:
        """Join a server."""
        self._world.join(guild, self.user)

    def _open(self, channel: Channel) -> None:
        if channel.id not in self._world.channels or not sees(channel, self.user):
            raise ClientRefusalError(f"{self.user.name} does not see {channel.name}")

    def _look_at(self, message: Message, *, stale: bool = False) -> Channel:
        channel = self._world.channels.get(message.channel_id)
        if channel is None:
            raise ClientRefusalError(f"the channel of {message.text!r} is gone")
        self._open(channel)
        if message.only_for not in (None, self.user.id) or (message.deleted and not stale):
            raise ClientRefusalError(f"{self.user.name} does not see the message {message.text!r}")
        return channel

    def _own(self, message: Message) -> Channel:
        channel = self._look_at(message)
        if message.author is not self.user:
            raise ClientRefusalError(f"this message is not {self.user.name}'s")
        return channel


def _check_length(text: str) -> None:
    if len(text) > LONGEST_MESSAGE:
        raise ClientRefusalError(f"a message holds at most {LONGEST_MESSAGE} characters")


def _settled(one: Interaction) -> bool:
    """Whether the person sees an outcome; "is thinking" is none."""
    if one.answer is CallbackType.DEFERRED_MESSAGE and one.original is not None:
        return not one.original.loading or one.original.deleted
    return one.phase is not Phase.OPEN


def _plain(options: Mapping[str, object]) -> dict[str, object]:
    """Options with each Person as the user they are."""
    return {
        name: value.user if isinstance(value, Person) else value for name, value in options.items()
    }
