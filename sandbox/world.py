"""The state: every change goes through here and is told to the listeners."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sandbox import payloads, permissions
from sandbox.clock import Clock, Signal
from sandbox.errors import refusal
from sandbox.model import (
    Application,
    ApplicationFlag,
    Channel,
    ChannelType,
    Guild,
    Json,
    Member,
    Message,
    MessageType,
    Overwrite,
    Role,
    User,
)
from sandbox.record import trim

DISCORD_EPOCH_MS = 1_420_070_400_000
ACTIVE_THREADS = 1000


def made_at(snowflake: int) -> float:
    """The Unix time in an id."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


@dataclass(frozen=True)
class Event:
    """A change, with the gateway event's name and full data; `message` where it is about one."""

    name: str
    data: Json
    guild: Guild | None = None
    channel: Channel | None = None
    message: Message | None = None


@dataclass(frozen=True)
class Shown:
    """Something put before people: who could see it at that moment, and the whole payload."""

    to: frozenset[int]
    data: Json


Listener = Callable[[Event], None]


class World:
    """Everything that exists, by id."""

    def __init__(self, clock: Clock, bot_name: str = "Mastermind", keep: int | None = None) -> None:
        """`keep` limits how much of what people were shown is remembered; all by default."""
        self.clock = clock
        self._keep = keep
        self.signal = Signal()
        self.listeners: list[Listener] = []
        self.violations: list[str] = []
        self.shown: list[Shown] = []
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.files: dict[int, bytes] = {}
        self.max_active_threads = ACTIVE_THREADS
        self.last_id = 0
        bot = self.add_user(bot_name, bot=True)
        self.application = Application(
            id=bot.id,
            user=bot,
            owner=self.add_user("Owner"),
            flags=ApplicationFlag.MESSAGE_CONTENT_LIMITED,
        )

    @property
    def bot(self) -> User:
        """The bot under test."""
        return self.application.user

    def new_id(self) -> int:
        """A snowflake of this moment, larger than every earlier one."""
        moment = (int(self.clock.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self.last_id = max(self.last_id + 1, moment)
        return self.last_id

    def emit(self, event: Event) -> None:
        """Tell the listeners, then whoever waits for a change."""
        for listener in self.listeners:
            listener(event)
        self.signal.notify()

    def violate(self, finding: str) -> None:
        """Note something that must fail a test."""
        self.violations.append(finding)

    # People and servers

    def add_user(self, name: str, *, bot: bool = False, locale: str = "en-US") -> User:
        """A new user, in no server yet."""
        user = User(self.new_id(), name, bot, locale)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, locale: str, owner: User, *, with_bot: bool = True) -> Guild:
        """A new server with its @everyone role; the bot joins with a role of its own."""
        guild = Guild(self.new_id(), name, locale, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE, 0)
        self.guilds[guild.id] = guild
        guild.members[owner.id] = Member(owner, self.clock.now())
        if with_bot:
            self.join(guild, self.bot)
        return guild

    def add_role(self, guild: Guild, name: str, granted: int) -> Role:
        """A new role."""
        role = Role(self.new_id(), name, granted, len(guild.roles))
        guild.roles[role.id] = role
        data = {"guild_id": str(guild.id), "role": payloads.role(role)}
        self.emit(Event("GUILD_ROLE_CREATE", data, guild))
        return role

    def set_permissions(self, guild: Guild, role: Role, granted: int) -> None:
        """Change what a role may do; @everyone is the role with the server's id."""
        with self._changing_rights(guild):
            role.permissions = granted
            data = {"guild_id": str(guild.id), "role": payloads.role(role)}
            self.emit(Event("GUILD_ROLE_UPDATE", data, guild))

    def give_role(self, guild: Guild, user: User, role: Role) -> None:
        """Add a role to a member."""
        member = guild.members[user.id]
        with self._changing_rights(guild):
            member.roles.append(role.id)
            data = payloads.member(member) | {"guild_id": str(guild.id)}
            self.emit(Event("GUILD_MEMBER_UPDATE", data, guild))

    @contextmanager
    def _changing_rights(self, guild: Guild) -> Iterator[None]:
        """Around a change after which the bot may see more: it is then told of the threads there.

        When it sees less, Discord tells it nothing about threads.
        """
        before = self._seen_by_bot(guild)
        yield
        gained = [one for one in self._seen_by_bot(guild) if one not in before]
        if gained:
            threads = [one for one in self.active_threads(guild) if one.parent in gained]
            data: Json = {"guild_id": str(guild.id), "channel_ids": [str(one.id) for one in gained]}
            data |= payloads.thread_list(threads, self.bot)
            self.emit(Event("THREAD_LIST_SYNC", data, guild))

    def _seen_by_bot(self, guild: Guild) -> list[Channel]:
        channels = [one for one in self.channels_of(guild) if one.thread is None]
        return [one for one in channels if permissions.sees(one, self.bot)]

    def join(self, guild: Guild, user: User) -> Member:
        """Let a user in; the bot learns of a whole new server when it is the bot."""
        member = guild.members[user.id] = Member(user, self.clock.now())
        if user is self.bot:
            data = payloads.guild_create(guild, self.channels_of(guild), user)
            self.emit(Event("GUILD_CREATE", data, guild))
        else:
            data = payloads.member(member) | {"guild_id": str(guild.id)}
            self.emit(Event("GUILD_MEMBER_ADD", data, guild))
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """Take a user out, of the threads too."""
        del guild.members[user.id]
        for channel in self.channels_of(guild):
            if channel.thread is not None:
                channel.thread.members.pop(user.id, None)
        if user is self.bot:
            self.emit(Event("GUILD_DELETE", {"id": str(guild.id)}, guild))
        else:
            data = {"guild_id": str(guild.id), "user": payloads.user(user)}
            self.emit(Event("GUILD_MEMBER_REMOVE", data, guild))

    def set_available(self, guild: Guild, *, available: bool) -> None:
        """Begin or end an outage of one server."""
        guild.available = available
        if available:
            data = payloads.guild_create(guild, self.channels_of(guild), self.bot)
            self.emit(Event("GUILD_CREATE", data | {"unavailable": False}, guild))
        else:
            self.emit(Event("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild))

    def set_locale(self, guild: Guild, locale: str) -> None:
        """Give a server another language."""
        guild.locale = locale
        self.emit(Event("GUILD_UPDATE", payloads.guild(guild), guild))

    def mutual_guilds(self, user: User) -> list[Guild]:
        """The servers the user shares with the bot."""
        both = {user.id, self.bot.id}
        return [guild for guild in self.guilds.values() if both <= guild.members.keys()]

    # Channels

    def channels_of(self, guild: Guild) -> list[Channel]:
        """The server's channels and threads."""
        return [channel for channel in self.channels.values() if channel.guild is guild]

    def add_channel(self, guild: Guild, name: str, kind: ChannelType) -> Channel:
        """A new channel of a server."""
        position = len(self.channels_of(guild))
        channel = Channel(self.new_id(), kind, name, guild, position=position)
        self.channels[channel.id] = channel
        self.emit(Event("CHANNEL_CREATE", payloads.channel(channel), guild, channel))
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with its messages.

        The threads of a channel go with it; Discord tells of the channel only.
        """
        for one in (channel, *self._threads_of(channel)):
            del self.channels[one.id]
            for message in one.messages.values():
                message.deleted = True
        if channel.thread is None:
            event = Event("CHANNEL_DELETE", payloads.channel(channel), channel.guild, channel)
        else:
            data = payloads.deleted_thread(channel)
            event = Event("THREAD_DELETE", data, channel.guild, channel)
        self.emit(event)

    def _threads_of(self, channel: Channel) -> list[Channel]:
        return [one for one in self.channels.values() if one.parent is channel]

    def overwrite(self, channel: Channel, target: Role | User, allow: int, deny: int) -> None:
        """Set what one role or member may do in one channel."""
        if channel.guild is None:
            raise refusal(50024)
        kind = 0 if isinstance(target, Role) else 1
        with self._changing_rights(channel.guild):
            channel.overwrites[target.id] = Overwrite(target.id, kind, allow, deny)
            self.emit(Event("CHANNEL_UPDATE", payloads.channel(channel), channel.guild, channel))

    def dm_with(self, user: User) -> Channel:
        """The bot's direct message channel with a user, opened on first use."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.new_id(), ChannelType.DM, recipient=user)
        self.channels[channel.id] = channel
        return channel

    def channel(self, channel_id: int) -> Channel:
        """That channel. Refusal 10003 when there is none."""
        found = self.channels.get(channel_id)
        if found is None:
            raise refusal(10003)
        return found

    def audience(self, channel: Channel) -> frozenset[int]:
        """The ids of all users who can see the channel now."""
        if channel.guild is None:
            return frozenset({self.bot.id, channel.recipient.id} if channel.recipient else ())
        members = channel.guild.members.values()
        return frozenset(m.user.id for m in members if permissions.sees(channel, m.user))

    # Messages

    def add_message(self, channel: Channel, message: Message) -> None:
        """Put a finished message into its channel."""
        channel.messages[message.id] = message
        if not message.ephemeral:
            channel.last_message = message.id
        countable = message.type is not MessageType.THREAD_STARTER_MESSAGE
        if channel.thread is not None and not message.ephemeral and countable:
            channel.thread.message_count += 1
        self._show("MESSAGE_CREATE", channel, message)

    def message_changed(self, channel: Channel, message: Message) -> None:
        """Tell that a message was edited."""
        self._show("MESSAGE_UPDATE", channel, message)

    def delete_message(self, channel: Channel, message: Message) -> None:
        """Take a message away; one that was dismissed is gone already."""
        message.deleted = True
        self._take_away(channel, message)

    def dismiss(self, channel: Channel, message: Message) -> None:
        """Take an ephemeral message off its reader's screen; the bot does not learn of it."""
        self._take_away(channel, message)

    def _take_away(self, channel: Channel, message: Message) -> None:
        channel.messages.pop(message.id, None)
        data = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild is not None:
            data["guild_id"] = str(channel.guild.id)
        self.emit(Event("MESSAGE_DELETE", data, channel.guild, channel, message))

    def message(self, channel: Channel, message_id: int) -> Message:
        """A message that is not ephemeral. Refusal 10008 when there is none."""
        found = channel.messages.get(message_id)
        if found is None or found.ephemeral:
            raise refusal(10008)
        return found

    def message_json(self, message: Message) -> Json:
        """The message as Discord's JSON."""
        thread = self.channels.get(message.id) if payloads.is_thread_root(message) else None
        return payloads.message(message, self.users, thread)

    def show(self, to: frozenset[int], data: Json) -> None:
        """Note that these people were shown this."""
        self.shown.append(Shown(to, data))
        trim(self.shown, self._keep)
        self.signal.notify()

    def _show(self, name: str, channel: Channel, message: Message) -> None:
        data = self.message_json(message) | payloads.event_extras(message, channel)
        one = message.only_for
        self.show(self.audience(channel) if one is None else frozenset({one}), data)
        self.emit(Event(name, data, channel.guild, channel, message))

    # Threads

    def add_thread(self, thread: Channel) -> None:
        """Put a finished thread into its server."""
        self.channels[thread.id] = thread
        data = payloads.channel(thread, self.bot) | {"newly_created": True}
        self.emit(Event("THREAD_CREATE", data, thread.guild, thread))

    def thread_changed(self, thread: Channel) -> None:
        """Tell that a thread was renamed, archived, locked or opened again."""
        self.emit(Event("THREAD_UPDATE", payloads.channel(thread), thread.guild, thread))

    def set_thread(
        self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None
    ) -> None:
        """Archive, open, lock or unlock a thread, as a moderator or its time does."""
        info = thread.thread
        if info is None:
            raise refusal(50024)
        if archived is not None and archived != info.archived:
            info.archived, info.archived_at = archived, self.clock.now()
        if locked is not None:
            info.locked = locked
        self.thread_changed(thread)

    def add_thread_member(self, thread: Channel, user: User) -> None:
        """Add a user to a thread; nothing happens when they are there already."""
        info = thread.thread
        if info is None or thread.guild is None or user.id in info.members:
            return
        info.members[user.id] = self.clock.now()
        data = {
            "id": str(thread.id),
            "guild_id": str(thread.guild.id),
            "member_count": len(info.members),
            "added_members": [payloads.thread_member(thread, user.id)],
        }
        self.emit(Event("THREAD_MEMBERS_UPDATE", data, thread.guild, thread))

    def remove_thread_member(self, thread: Channel, user: User) -> None:
        """Take a user out of a thread; nothing happens when they are not in it."""
        info = thread.thread
        if info is None or thread.guild is None or info.members.pop(user.id, None) is None:
            return
        data = {
            "id": str(thread.id),
            "guild_id": str(thread.guild.id),
            "member_count": len(info.members),
            "removed_member_ids": [str(user.id)],
        }
        self.emit(Event("THREAD_MEMBERS_UPDATE", data, thread.guild, thread))

    def require_room(self, channel: Channel) -> None:
        """Refuse with 160006 when the server has as many active threads as it may have."""
        guild = channel.guild
        if guild is not None and len(self.active_threads(guild)) >= self.max_active_threads:
            raise refusal(160006)

    def active_threads(self, guild: Guild) -> list[Channel]:
        """The server's threads that are not archived."""
        return [c for c in self.channels_of(guild) if c.thread and not c.thread.archived]
