"""Sending and editing messages: permissions, references, nonces, threads that wake up."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sandbox import attachments, mentions
from sandbox.attachments import Upload
from sandbox.errors import NotCoveredError, invalid_form, refusal
from sandbox.model import (
    Channel,
    ChannelType,
    Component,
    Json,
    Message,
    MessageFlag,
    MessageType,
    ThreadInfo,
    User,
)
from sandbox.permissions import Permission, in_channel, may_send, sees
from sandbox.world import World

NONCE_LIFE = 300.0
SETTABLE = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)
COVERED = frozenset(
    (
        "content", "embeds", "components", "attachments", "flags", "allowed_mentions", "nonce",
        "enforce_nonce", "message_reference",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Draft:
    """A message about to be sent: Discord's payload and files; `more` holds fields of `Message`."""

    author: User
    payload: Json
    uploads: Sequence[Upload] = ()
    type: MessageType = MessageType.DEFAULT
    more: dict[str, Any] = field(default_factory=dict)


class Messages:
    """Writes messages into the world. `base` is the address that files are served from."""

    def __init__(self, world: World, base: str) -> None:
        self._world = world
        self._base = base
        self._nonces: dict[tuple[int, str], tuple[float, Message]] = {}

    def send(self, channel: Channel, draft: Draft) -> Message:
        """Send as a user or bot: rights are checked, a repeated enforced nonce sends nothing.

        Refusals: 50001, 50013, 50007, 50278, 50006, 160002, 50035; in threads 160005 (locked),
        50083 (asleep and locked: nothing wakes it) and 160006 (no room to wake it).
        """
        self._check_rights(channel, draft)
        earlier = self._already_sent(draft)
        if earlier is not None:
            return earlier
        replied_to = self._replied_to(channel, draft)
        if replied_to is not None:
            more = {"reference": reference_to(channel, replied_to), "replied_to": replied_to}
            draft = replace(draft, type=MessageType.REPLY, more=draft.more | more)
        message = self.post(channel, draft)
        self._remember_nonce(draft, message)
        return message

    def post(self, channel: Channel, draft: Draft) -> Message:
        """Put a message there without asking for rights (answers to interactions need none).

        Refusals: 10003 when the channel was deleted, 50006, 50035.
        """
        self._world.channel(channel.id)
        _refuse_uncovered(draft.payload)
        message = replace(self._plain(channel, draft), **draft.more)
        if message.ephemeral:
            message.flags |= MessageFlag.EPHEMERAL
        _refuse_empty(message)
        self._wake(channel, message)
        self._world.add_message(channel, message)
        self._add_named(channel, message)
        return message

    def edit(
        self, channel: Channel, message: Message, payload: Json, uploads: Sequence[Upload] = ()
    ) -> None:
        """Change what `payload` names; the rest stays. An edit names people but pings nobody.

        Refusals: 10008 when the message was deleted, 50006, 50035.
        """
        if message.deleted:
            raise refusal(10008)
        _refuse_uncovered(payload)
        files = attachments.keep_and_store(
            self._world, self._base, payload.get("attachments"), message.attachments, uploads
        )
        changed = _merged(message, payload)
        changed["attachments"] = files
        changed["embeds"] = attachments.finish_embeds(changed["embeds"], files)
        if "components" in changed:
            parts = changed["components"]
            changed["components"] = attachments.finish_components(self._world, parts, files)
            changed["versions"] = [*message.versions, message.components]
        _refuse_empty(replace(message, **changed))
        for name, value in changed.items():
            setattr(message, name, value)
        spoken = {"content": message.content, "components": message.components}
        allowed = {key: payload[key] for key in ("allowed_mentions",) if key in payload}
        found = mentions.find(
            self._world, channel, message.author, spoken | allowed, message.replied_to
        )
        message.mentions = found.users
        message.edited_at = self._world.clock.now()
        self._world.message_changed(channel, message)
        self._add_named(channel, message)

    def _plain(self, channel: Channel, draft: Draft) -> Message:
        """What the draft's payload alone says."""
        payload = draft.payload
        replied_to = draft.more.get("replied_to")
        found = mentions.find(self._world, channel, draft.author, payload, replied_to)
        listed = payload.get("attachments")
        files = attachments.keep_and_store(self._world, self._base, listed, [], draft.uploads)
        parts = payload.get("components") or []
        nonce = payload.get("nonce")
        return Message(
            id=self._world.new_id(),
            channel_id=channel.id,
            author=draft.author,
            type=draft.type,
            created_at=self._world.clock.now(),
            content=payload.get("content") or "",
            embeds=attachments.finish_embeds(payload.get("embeds") or [], files),
            attachments=files,
            components=attachments.finish_components(self._world, parts, files),
            flags=MessageFlag(payload.get("flags") or 0) & SETTABLE,
            mentions=found.users,
            mention_roles=found.roles,
            mention_everyone=found.everyone,
            pinged=list(found.users),
            nonce=None if nonce is None else str(nonce),
        )

    def _check_rights(self, channel: Channel, draft: Draft) -> None:
        author = draft.author
        if channel.type is ChannelType.DM:
            self._check_dm(channel, author)
            return
        if not sees(channel, author):
            raise refusal(50001)
        here = in_channel(channel, author)
        if channel.thread is not None and channel.thread.locked:
            self._refuse_locked(channel.thread, managed=bool(here & Permission.MANAGE_THREADS))
        if not may_send(channel, author):
            raise refusal(50013)
        if draft.payload.get("embeds") and not here & Permission.EMBED_LINKS:
            raise refusal(50013)
        if draft.uploads and not here & Permission.ATTACH_FILES:
            raise refusal(50013)
        if channel.thread is not None and channel.thread.archived:
            self._world.require_room(channel)

    def _refuse_locked(self, info: ThreadInfo, *, managed: bool) -> None:
        """A moderator writes in a locked thread too, but no message opens one that is archived."""
        if not managed:
            raise refusal(160005)
        if info.archived:
            raise refusal(50083)

    def _check_dm(self, channel: Channel, author: User) -> None:
        recipient = channel.recipient
        if recipient is None or author is recipient:
            return
        if not self._world.mutual_guilds(recipient):
            raise refusal(50278)
        if recipient.blocks_bot or not recipient.dms_open:
            raise refusal(50007)

    def _replied_to(self, channel: Channel, draft: Draft) -> Message | None:
        reference = draft.payload.get("message_reference")
        if not reference:
            return None
        if not in_channel(channel, draft.author) & Permission.READ_MESSAGE_HISTORY:
            raise refusal(160002)
        found = channel.messages.get(int(reference["message_id"]))
        if found is None or found.ephemeral:
            if reference.get("fail_if_not_exists", True):
                raise invalid_form({"message_reference": "Unknown message"})
            return None
        return found

    def _already_sent(self, draft: Draft) -> Message | None:
        """What the author sent with that nonce, in whatever channel."""
        if not draft.payload.get("enforce_nonce"):
            return None
        key = (draft.author.id, str(draft.payload.get("nonce")))
        sent_at, message = self._nonces.get(key, (0.0, None))
        return message if self._world.clock.now() - sent_at < NONCE_LIFE else None

    def _remember_nonce(self, draft: Draft, message: Message) -> None:
        if message.nonce is not None:
            key = (draft.author.id, message.nonce)
            self._nonces[key] = (self._world.clock.now(), message)

    def _wake(self, channel: Channel, message: Message) -> None:
        """A message opens an archived thread again, unless it is locked."""
        info = channel.thread
        if info is not None and info.archived and not info.locked and not message.ephemeral:
            info.archived = False
            info.archived_at = self._world.clock.now()
            self._world.thread_changed(channel)

    def _add_named(self, channel: Channel, message: Message) -> None:
        """Who writes in a thread or is named there joins it, if they can see its parent."""
        info, parent = channel.thread, channel.parent
        if info is None or parent is None or message.ephemeral or message.webhook_name is not None:
            return
        here = in_channel(channel, message.author)
        adds = (
            channel.type is not ChannelType.PRIVATE_THREAD
            or info.invitable
            or info.owner_id == message.author.id
            or here & Permission.MANAGE_THREADS
        )
        named = message.mentions if adds else []
        for user_id in [message.author.id, *named]:
            user = self._world.users[user_id]
            if sees(parent, user):
                self._world.add_thread_member(channel, user)


def reference_to(channel: Channel, message: Message | None = None) -> Json:
    """The reference of a reply to a message, or of the note that a thread was made."""
    data: Json = {"type": 0, "channel_id": str(channel.id)}
    if message is not None:
        data["message_id"] = str(message.id)
    if channel.guild is not None:
        data["guild_id"] = str(channel.guild.id)
    return data


def _merged(message: Message, payload: Json) -> dict[str, Any]:
    """The fields that the payload sets; `null` empties one."""
    changed: dict[str, Any] = {"embeds": message.embeds}
    for name, empty in (("content", ""), ("embeds", []), ("components", [])):
        if name in payload:
            changed[name] = payload[name] or empty
    added = MessageFlag(payload.get("flags") or 0) & (
        MessageFlag.COMPONENTS_V2 | MessageFlag.SUPPRESS_EMBEDS
    )
    changed["flags"] = (message.flags | added) & ~MessageFlag.LOADING
    return changed


def _refuse_uncovered(payload: Json) -> None:
    """Polls, stickers, forwards and the like are not in this sandbox."""
    more = sorted(key for key in payload.keys() - COVERED if payload[key])
    if more or (payload.get("message_reference") or {}).get("type"):
        raise NotCoveredError(f"messages with {', '.join(more) or 'a forward'}")


def _refuse_empty(message: Message) -> None:
    """50006 for a message of nothing, 50035 for components v2 beside older parts."""
    if message.loading or message.type is MessageType.THREAD_STARTER_MESSAGE:
        return
    older = bool(message.content or message.embeds)
    if message.flags & MessageFlag.COMPONENTS_V2:
        if older:
            raise invalid_form({"content": "Not beside the IS_COMPONENTS_V2 flag"})
        return
    if any(part["type"] >= Component.SECTION for part in message.components):
        raise invalid_form({"components": "These need the IS_COMPONENTS_V2 flag"})
    if not (older or message.attachments or message.components):
        raise refusal(50006)
