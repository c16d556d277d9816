"""Starting, changing and joining threads, with the rights each step asks for."""

from sandbox.errors import NotCoveredError, refusal
from sandbox.messages import Draft, Messages, reference_to
from sandbox.model import (
    Channel,
    ChannelType,
    Json,
    Message,
    MessageFlag,
    MessageType,
    ThreadInfo,
    User,
)
from sandbox.permissions import THREADS, Permission, in_channel, may_send, sees
from sandbox.world import World

DAY_MINUTES = 1440
COVERED = frozenset(("name", "type", "invitable", "auto_archive_duration", "archived", "locked"))


class Threads:
    """Thread operations on the world."""

    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages

    def from_message(self, parent: Channel, message: Message, by: User, payload: Json) -> Channel:
        """Start a thread on a message; its id is the message's.

        Refusals: 50001, 50013, 50024 (not in a text or announcement channel), 160004, 160006.
        """
        if parent.type not in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT):
            raise refusal(50024)
        self._require(parent, by, Permission.CREATE_PUBLIC_THREADS)
        if message.flags & MessageFlag.HAS_THREAD:
            raise refusal(160004)
        kind = (
            ChannelType.ANNOUNCEMENT_THREAD
            if parent.type is ChannelType.ANNOUNCEMENT
            else ChannelType.PUBLIC_THREAD
        )
        thread = self._start(parent, kind, message.id, by, payload)
        message.flags |= MessageFlag.HAS_THREAD
        self._world.message_changed(parent, message)
        starter = {"reference": reference_to(parent, message), "replied_to": message}
        draft = Draft(by, {}, type=MessageType.THREAD_STARTER_MESSAGE, more=starter)
        self._messages.post(thread, draft)
        return thread

    def without_message(self, parent: Channel, by: User, payload: Json) -> Channel:
        """Start a thread of its own: private ones only in text channels.

        Refusals: 50001, 50013, 50024, 160006.
        """
        kind = ChannelType(payload.get("type", ChannelType.PRIVATE_THREAD))
        private = kind is ChannelType.PRIVATE_THREAD
        fitting = {ChannelType.PRIVATE_THREAD: ChannelType.TEXT}
        fitting |= {ChannelType.PUBLIC_THREAD: ChannelType.TEXT}
        fitting |= {ChannelType.ANNOUNCEMENT_THREAD: ChannelType.ANNOUNCEMENT}
        if fitting.get(kind) is not parent.type:
            raise refusal(50024)
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        self._require(parent, by, needed)
        thread = self._start(parent, kind, self._world.new_id(), by, payload)
        if not private:
            announced = {"content": thread.name}
            about = {"reference": reference_to(thread)}
            draft = Draft(by, announced, type=MessageType.THREAD_CREATED, more=about)
            self._messages.post(parent, draft)
        return thread

    def change(self, thread: Channel, by: User, payload: Json) -> None:
        """Rename, archive, open again or lock.

        Refusals: 50001, 50013 (who is neither owner nor manager, or opens a locked one without
        being its manager), 50083 (other changes while archived), 160006 (opening without room).
        """
        info = thread.thread
        if info is None:
            raise refusal(50024)
        if not sees(thread, by):
            raise refusal(50001)
        _refuse_uncovered(payload)
        manager = bool(in_channel(thread, by) & Permission.MANAGE_THREADS)
        opens = payload.get("archived") is False and may_send(thread, by) and not info.locked
        unlocks = "locked" in payload or (info.locked and payload.get("archived") is False)
        own = info.owner_id == by.id and not unlocks
        if not (manager or own or (opens and payload.keys() == {"archived"})):
            raise refusal(50013)
        if info.archived and payload.get("archived") is not False:
            raise refusal(50083)
        if info.archived:
            self._world.require_room(thread)
        if payload.get("archived", info.archived) != info.archived:
            info.archived = payload["archived"]
            info.archived_at = self._world.clock.now()
        info.locked = payload.get("locked", info.locked)
        info.invitable = payload.get("invitable", info.invitable)
        info.auto_archive_duration = payload.get(
            "auto_archive_duration", info.auto_archive_duration
        )
        thread.name = payload.get("name", thread.name)
        self._world.thread_changed(thread)

    def delete(self, thread: Channel, by: User) -> None:
        """Delete a thread. Refusals: 50001, 50024 (no thread), 50013."""
        if thread.thread is None:
            raise refusal(50024)
        self._require(thread, by, Permission.MANAGE_THREADS)
        self._world.remove_channel(thread)

    def add_member(self, thread: Channel, by: User, user: User) -> None:
        """Add a user. Refusals: 50001, 50013, 50083, and 10007 for one outside the server."""
        info = thread.thread
        if info is None or thread.guild is None:
            raise refusal(50024)
        if not sees(thread, by):
            raise refusal(50001)
        if user.id not in thread.guild.members:
            raise refusal(10007)
        if info.archived:
            raise refusal(50083)
        manager = in_channel(thread, by) & Permission.MANAGE_THREADS
        if not (may_send(thread, by) and (info.invitable or info.owner_id == by.id or manager)):
            raise refusal(50013)
        self._world.add_thread_member(thread, user)

    def _require(self, parent: Channel, by: User, needed: Permission) -> None:
        if not sees(parent, by):
            raise refusal(50001)
        if not in_channel(parent, by) & needed:
            raise refusal(50013)

    def _start(
        self, parent: Channel, kind: ChannelType, thread_id: int, by: User, payload: Json
    ) -> Channel:
        guild = parent.guild
        if guild is None or parent.type in THREADS:
            raise refusal(50024)
        self._world.require_room(parent)
        now = self._world.clock.now()
        info = ThreadInfo(
            owner_id=by.id,
            auto_archive_duration=payload.get("auto_archive_duration") or DAY_MINUTES,
            archived_at=now,
            created_at=now,
            invitable=payload.get("invitable", True),
            members={by.id: now},
        )
        _refuse_uncovered(payload)
        name = payload["name"]
        thread = Channel(thread_id, kind, name, guild, parent=parent, thread=info)
        self._world.add_thread(thread)
        return thread


def _refuse_uncovered(payload: Json) -> None:
    """Slow mode, tags and the like are not in this sandbox."""
    more = sorted(key for key in payload.keys() - COVERED if payload[key])
    if more:
        raise NotCoveredError(f"threads with {', '.join(more)}")
