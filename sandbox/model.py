"""The things a Discord is made of. Plain mutable records; only `world` changes them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]
Reading = Mapping[tuple[int, int], int]
"""The last message that was read, by person and channel."""


class ChannelType(IntEnum):
    """The kinds of channel the sandbox knows."""

    TEXT = 0
    DM = 1
    VOICE = 2
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageType(IntEnum):
    """The kinds of message the sandbox makes."""

    DEFAULT = 0
    RECIPIENT_ADD = 1
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER_MESSAGE = 21
    CONTEXT_MENU_COMMAND = 23


class MessageFlag(IntFlag):
    """Flags of a message."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


class Component(IntEnum):
    """The kinds of component. Those from SECTION to CONTAINER are components v2."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


ENTITY_SELECTS = (
    Component.USER_SELECT,
    Component.ROLE_SELECT,
    Component.MENTIONABLE_SELECT,
    Component.CHANNEL_SELECT,
)
"""The lists that offer what the server has."""
SELECTS = (Component.STRING_SELECT, *ENTITY_SELECTS)


class ApplicationFlag(IntFlag):
    """Which privileged intents the application has; the limited forms are below 100 servers."""

    PRESENCE = 1 << 12
    PRESENCE_LIMITED = 1 << 13
    GUILD_MEMBERS = 1 << 14
    GUILD_MEMBERS_LIMITED = 1 << 15
    MESSAGE_CONTENT = 1 << 18
    MESSAGE_CONTENT_LIMITED = 1 << 19


@dataclass(eq=False)
class User:
    """A person, the bot under test or another bot. `locale` is what interactions carry.

    Who blocks the bot neither gets private messages from it nor can write it any.
    """

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True
    blocks_bot: bool = False


@dataclass(eq=False)
class Role:
    """A role of a guild; the one whose id is the guild's is @everyone."""

    id: int
    name: str
    permissions: int
    position: int
    managed: bool = False


@dataclass(eq=False)
class Member:
    """A user in a guild, with the ids of their roles (without @everyone)."""

    user: User
    joined_at: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass(eq=False)
class Overwrite:
    """Permissions of one role (kind 0) or member (kind 1) in one channel."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    available: bool = True


@dataclass(eq=False)
class ThreadInfo:
    """What a channel has more when it is a thread. `members` maps user ids to join times."""

    owner_id: int
    auto_archive_duration: int
    archived_at: float
    created_at: float
    invitable: bool = True
    archived: bool = False
    locked: bool = False
    message_count: int = 0
    members: dict[int, float] = field(default_factory=dict)


@dataclass(eq=False)
class Message:
    """A message as it stands now; `embeds`, `attachments`, `components` are Discord's JSON.

    `mentions` are the users it names after allowed mentions; `pinged` those whom sending it really
    notified (an edit notifies nobody). `only_for` is set on ephemeral
    messages. `versions` holds earlier component lists.
    """

    id: int
    channel_id: int
    author: User
    type: MessageType
    created_at: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    flags: MessageFlag = NO_FLAGS
    edited_at: float | None = None
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: list[int] = field(default_factory=list)
    reference: Json | None = None
    replied_to: "Message | None" = None
    interaction: Json | None = None
    command: str | None = None
    application_id: int | None = None
    webhook_id: int | None = None
    webhook_name: str | None = None
    nonce: str | None = None
    only_for: int | None = None
    deleted: bool = False
    versions: list[list[Json]] = field(default_factory=list)

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.only_for is not None

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def text(self) -> str:
        """Every word on it: content, embeds and text parts of components, line by line."""
        parts = [self.content]
        for embed in self.embeds:
            parts += embed_words(embed)
        parts += spoken(self.components)
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[str]:
        """The labels of its buttons, in order (the emoji's name where there is no label)."""
        parts = walk(self.components)
        return [button_name(part) for part in parts if part["type"] == Component.BUTTON]


@dataclass(eq=False)
class Channel:
    """A text channel, a direct message or a thread, with its messages by id, oldest first.

    `last_message` is the newest that everybody there could see; it may be deleted by now.
    """

    id: int
    type: ChannelType
    name: str | None = None
    guild: Guild | None = None
    parent: "Channel | None" = None
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipient: User | None = None
    thread: ThreadInfo | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    last_message: int | None = None


@dataclass(eq=False)
class Application:
    """The bot's application: its own user, flags, registered commands and emojis."""

    id: int
    user: User
    owner: User
    flags: ApplicationFlag
    commands: dict[int, Json] = field(default_factory=dict)
    emojis: dict[int, Json] = field(default_factory=dict)
    emoji_images: dict[int, bytes] = field(default_factory=dict)
    accepts_emojis: bool = True


def walk(components: list[Json]) -> list[Json]:
    """Every component of a list with its children and accessories, depth first."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += walk(component.get("components", []))
        found += walk([component[key] for key in ("accessory", "component") if key in component])
    return found


def spoken(components: list[Json]) -> list[str]:
    """The texts of components v2, in order."""
    parts = walk(components)
    return [part["content"] for part in parts if part["type"] == Component.TEXT_DISPLAY]


def button_name(button: Json) -> str:
    """A button's label, else its emoji's name."""
    return str(button.get("label") or (button.get("emoji") or {}).get("name") or "")


def embed_words(embed: Json) -> list[str]:
    """The texts of an embed in reading order."""
    author, footer = embed.get("author") or {}, embed.get("footer") or {}
    words = [author.get("name"), embed.get("title"), embed.get("description")]
    for entry in embed.get("fields", []):
        words += [entry["name"], entry["value"]]
    words.append(footer.get("text"))
    return [word for word in words if word]
