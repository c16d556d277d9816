"""Interactions: what a person starts, what the bot may answer, and for how long."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from sandbox import attachments, commands, payloads
from sandbox.attachments import Upload
from sandbox.errors import invalid_form, refusal
from sandbox.messages import Draft, Messages, reference_to
from sandbox.model import Channel, Json, Message, MessageFlag, MessageType, User
from sandbox.world import Event, World

ANSWER_WITHIN = 3.0
TOKEN_LIFE = 15 * 60.0
FORGOTTEN_AFTER = 2 * TOKEN_LIFE
ATTACHMENT_LIMIT = 10 * 1024 * 1024


class InteractionType(IntEnum):
    """What the person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """What the bot answered first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Phase(StrEnum):
    """How far an interaction has come."""

    OPEN = "open"
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(eq=False)
class Interaction:
    """One interaction and everything the bot answered to it.

    `source` is the message with the pressed component; `original` the message that `@original`
    names (for an update the source itself). `answer` is the type of the first answer.
    """

    id: int
    token: str
    type: InteractionType
    user: User
    channel: Channel
    data: Json
    created_at: float
    source: Message | None = None
    opener: "Interaction | None" = None
    phase: Phase = Phase.OPEN
    answer: CallbackType | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None


class Interactions:
    """All interactions, by token."""

    def __init__(self, world: World, messages: Messages) -> None:
        """`answer_within` may be made longer where the machine is slow."""
        self._world = world
        self._messages = messages
        self.all: dict[str, Interaction] = {}
        self.answer_within = ANSWER_WITHIN

    @property
    def failed(self) -> list[Interaction]:
        """Those which the bot did not answer in time: the person read "interaction failed"."""
        return [one for one in self.all.values() if one.phase is Phase.FAILED]

    def start(
        self,
        kind: InteractionType,
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        shown: list[Json] | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Send an interaction to the bot; its three seconds begin.

        `source` is the message acted on and `shown` the components the person saw on it; `opener`
        is the interaction that opened the modal which is now sent off.
        """
        now = self._world.clock.now()
        token = secrets.token_urlsafe(24)
        one = Interaction(
            self._world.new_id(), token, kind, user, channel, data, now, source, opener
        )
        self.all[token] = one
        self._world.clock.call_at(now + self.answer_within, lambda: self._expire(one))
        self._world.clock.call_at(now + FORGOTTEN_AFTER, lambda: self.all.pop(token, None))
        if kind is InteractionType.COMMAND:
            self._world.show(self._world.audience(channel), data)
        event = Event("INTERACTION_CREATE", self._json(one, shown), channel.guild, channel)
        self._world.emit(event)
        return one

    def respond(
        self, interaction_id: int, token: str, body: Json, uploads: Sequence[Upload]
    ) -> Interaction:
        """The first answer. Refusals: 10062 (unknown or too late), 40060 (a second one)."""
        one = self.all.get(token)
        if one is None or one.id != interaction_id or one.phase is Phase.FAILED:
            raise refusal(10062)
        if one.phase is Phase.ANSWERED:
            raise refusal(40060)
        kind = CallbackType(body["type"])
        if (kind is CallbackType.CHOICES) != (one.type is InteractionType.AUTOCOMPLETE):
            raise invalid_form({"type": "This kind of interaction is not answered so"})
        self._apply(one, kind, body.get("data") or {}, uploads)
        one.answer = kind
        one.phase = Phase.ANSWERED
        self._world.signal.notify()
        return one

    def alive(self, token: str) -> Interaction:
        """An answered interaction whose token still works. Refusals: 50027, 10015."""
        one = self.all.get(token)
        if one is None or one.phase is not Phase.ANSWERED:
            raise refusal(10015)
        if self._world.clock.now() - one.created_at > TOKEN_LIFE:
            raise refusal(50027)
        return one

    def follow_up(self, one: Interaction, body: Json, uploads: Sequence[Upload]) -> Message:
        """A further message; the first one after a deferred answer fills that answer."""
        if one.original is not None and one.original.loading and not one.original.deleted:
            self._messages.edit(one.channel, one.original, body, uploads)
            return one.original
        about = one.original or one.source
        message = self._post(one, body, uploads, about=about)
        one.followups.append(message)
        return message

    def message(self, one: Interaction, which: str) -> Message:
        """`@original` or a followup by id. Refusal 10008."""
        if which == "@original":
            found = one.original
        else:
            known = [*one.followups, *([one.original] if one.original else [])]
            found = next((m for m in known if str(m.id) == which), None)
        if found is None or found.deleted:
            raise refusal(10008)
        return found

    def edit(
        self, one: Interaction, message: Message, body: Json, uploads: Sequence[Upload]
    ) -> None:
        """Edit an answer through the token."""
        self._messages.edit(one.channel, message, body, uploads)

    def delete(self, one: Interaction, message: Message) -> None:
        """Delete an answer through the token."""
        self._world.delete_message(one.channel, message)

    def _apply(
        self, one: Interaction, kind: CallbackType, data: Json, files: Sequence[Upload]
    ) -> None:
        match kind:
            case CallbackType.MESSAGE:
                one.original = self._post(one, data, files, about=one.source)
            case CallbackType.DEFERRED_MESSAGE:
                one.original = self._post(one, data, files, about=one.source, loading=True)
            case CallbackType.DEFERRED_UPDATE:
                one.original = self._source(one)
            case CallbackType.UPDATE:
                one.original = self._source(one)
                self._messages.edit(one.channel, one.original, data, files)
            case CallbackType.CHOICES:
                one.choices = data["choices"]
                self._world.show(frozenset({one.user.id}), data)
            case CallbackType.MODAL:
                if one.type is InteractionType.MODAL_SUBMIT:
                    raise invalid_form({"type": "A modal cannot answer a modal"})
                one.modal = attachments.finish_modal(data)
                self._world.show(frozenset({one.user.id}), one.modal)

    def _source(self, one: Interaction) -> Message:
        if one.source is None:
            raise invalid_form({"type": "There is no message to update"})
        return one.source

    def _post(
        self,
        one: Interaction,
        data: Json,
        uploads: Sequence[Upload],
        *,
        about: Message | None,
        loading: bool = False,
    ) -> Message:
        ephemeral = bool((data.get("flags") or 0) & MessageFlag.EPHEMERAL)
        more: dict[str, Any] = {
            "only_for": one.user.id if ephemeral else None,
            "interaction": self._metadata(one),
            "application_id": self._world.application.id,
            "webhook_id": self._world.application.id,
        }
        if loading:
            more["flags"] = MessageFlag.LOADING | MessageFlag(data.get("flags") or 0)
        kind = _answer_type(one, about)
        if kind in (MessageType.CHAT_INPUT_COMMAND, MessageType.CONTEXT_MENU_COMMAND):
            more["command"] = commands.name_of(one.data)
        if kind is MessageType.REPLY and about is not None:
            more["reference"] = reference_to(one.channel, about)
            more["replied_to"] = about
            allowed = data.get("allowed_mentions") or {"parse": ["users", "roles", "everyone"]}
            data = data | {"allowed_mentions": {"replied_user": False} | allowed}
        draft = Draft(self._world.bot, data, uploads, kind, more)
        return self._messages.post(one.channel, draft)

    def _metadata(self, one: Interaction) -> Json:
        data: Json = {
            "id": str(one.id),
            "type": int(one.type),
            "user": payloads.user(one.user),
            "authorizing_integration_owners": _owners(one.channel),
        }
        if one.type is InteractionType.COMPONENT and one.source is not None:
            data["interacted_message_id"] = str(one.source.id)
        if one.opener is not None:
            data["triggering_interaction_metadata"] = self._metadata(one.opener)
        return data

    def _json(self, one: Interaction, shown: list[Json] | None) -> Json:
        data = payloads.interaction_place(one.channel, one.user, self._world.bot) | {
            "id": str(one.id),
            "application_id": str(self._world.application.id),
            "type": int(one.type),
            "token": one.token,
            "version": 1,
            "data": one.data,
            "locale": one.user.locale,
            "entitlements": [],
            "attachment_size_limit": ATTACHMENT_LIMIT,
        }
        if one.source is not None:
            data["message"] = self._world.message_json(one.source)
            if shown is not None:
                data["message"]["components"] = shown
        return data

    def _expire(self, one: Interaction) -> None:
        if one.phase is Phase.OPEN:
            one.phase = Phase.FAILED
            self._world.signal.notify()


def _owners(channel: Channel) -> Json:
    return {"0": "0" if channel.guild is None else str(channel.guild.id)}


def _answer_type(one: Interaction, about: Message | None) -> MessageType:
    if about is not None:
        return MessageType.REPLY
    if one.type is InteractionType.COMMAND:
        menu = one.data.get("type", 1) != 1
        return MessageType.CONTEXT_MENU_COMMAND if menu else MessageType.CHAT_INPUT_COMMAND
    return MessageType.DEFAULT
