"""The sandbox's world in a folder, so that what was begun one day goes on another.

`discord.json` holds everything but the files of messages and the pictures of emojis, which lie
beside it under their ids and are written once. Addresses of files are stored without the origin:
the next run may have another port.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.model import (
    Application,
    ApplicationFlag,
    Channel,
    ChannelType,
    Guild,
    Json,
    Member,
    Message,
    MessageFlag,
    MessageType,
    Overwrite,
    Reading,
    Role,
    ThreadInfo,
    User,
)
from sandbox.world import World

FORMAT = 1
STATE, FILES, EMOJIS = "discord.json", "files", "emojis"
SERVED_FROM = "/attachments/"
Change = Callable[[str], str]


class UnusableError(Exception):
    """What is in the folder cannot be gone on with; the text says why and what to do."""


@dataclass(frozen=True)
class Kept:
    """What lasts beside the world: whom the page offers, and how far each has read where."""

    people: list[User]
    reading: dict[tuple[int, int], int]


class Store:
    """Saves a world into a folder and restores it."""

    def __init__(self, folder: Path, origin: str) -> None:
        self._folder = folder
        self._origin = origin
        self._written = ""

    def save(self, world: World, people: Sequence[User], reading: Reading) -> None:
        """Write what has changed since the last time.

        `discord.json` is replaced as a whole, after the files it names and before those it no
        longer names are removed, so that every moment's folder can be restored.
        """
        text = json.dumps(dump(world, self._origin, people, reading))
        if text == self._written:
            return
        files, emojis = _files(world), _emoji_images(world)
        _write_new(self._folder / FILES, files)
        _write_new(self._folder / EMOJIS, emojis)
        _write(self._folder / STATE, text.encode())
        _remove_others(self._folder / FILES, files)
        _remove_others(self._folder / EMOJIS, emojis)
        self._written = text

    def restore(self, world: World) -> Kept | None:
        """Put what was saved into a fresh world; None when nothing was.

        Raises UnusableError, with the world as it was.
        """
        path = self._folder / STATE
        try:
            data = json.loads(path.read_bytes())
            if data["format"] != FORMAT:
                raise UnusableError(
                    f"{path} was written by another version of the sandbox: "
                    "use that one, or start over with `make play FRESH=1`."
                )
            return self._restored(world, data)
        except FileNotFoundError as error:
            if error.filename == str(path):
                return None
            raise self._damaged() from None
        except (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError):
            raise self._damaged() from None

    def _damaged(self) -> UnusableError:
        return UnusableError(
            f"{self._folder / STATE} or a file beside it is damaged: "
            "start over with `make play FRESH=1`."
        )

    def _restored(self, world: World, data: Json) -> Kept:
        users = {one["id"]: User(**one) for one in data["users"]}
        guilds = {one["id"]: _restored_guild(one, users) for one in data["guilds"]}
        channels: dict[int, Channel] = {}
        for one in data["channels"]:
            channels[one["id"]] = _restored_channel(one, users, guilds, channels)
        authors = users | {one["id"]: User(**one) for one in data["webhooks"]}
        self._restore_messages(data["channels"], channels, authors)
        application = _restored_application(data["application"], users)
        application.emoji_images = {
            emoji_id: (self._folder / EMOJIS / str(emoji_id)).read_bytes()
            for emoji_id in application.emojis
        }
        files = {
            file_id: (self._folder / FILES / str(file_id)).read_bytes()
            for file_id in _file_ids(channels.values())
        }
        kept = Kept(
            people=[users[one] for one in data["people"]],
            reading={(user, channel): message for user, channel, message in data["reading"]},
        )
        world.last_id = int(data["last_id"])
        world.users, world.guilds, world.channels = users, guilds, channels
        world.application, world.files = application, files
        return kept

    def _restore_messages(
        self, listed: list[Json], channels: Mapping[int, Channel], authors: Mapping[int, User]
    ) -> None:
        """Fill the channels. A reply may be to a message of another channel."""
        every: dict[int, Message] = {}
        for place in listed:
            channel = channels[place["id"]]
            for one in place["messages"]:
                message = _restored_message(one, authors, self._origin)
                channel.messages[message.id] = every[message.id] = message
        for place in listed:
            for one in place["messages"]:
                if one["replied_to"] is not None:
                    every[one["id"]].replied_to = every[one["replied_to"]]


# From the world: each field under its name; what is somebody else's, by id


def dump(world: World, origin: str, people: Sequence[User], reading: Reading) -> Json:
    """The content of `discord.json`."""
    channels = list(world.channels.values())
    messages = [message for channel in channels for message in _lasting(channel)]
    known = {message.id for message in messages}
    webhooks = [m.author for m in messages if m.author.id not in world.users]
    return {
        "format": FORMAT,
        "last_id": world.last_id,
        "users": [vars(one) for one in world.users.values()],
        "webhooks": [vars(one) for one in webhooks],
        "guilds": [_guild(one) for one in world.guilds.values()],
        "channels": [_channel(one, known, origin) for one in channels],
        "application": _application(world.application),
        "people": [one.id for one in people],
        "reading": [[*where, message] for where, message in reading.items()],
    }


def _lasting(channel: Channel) -> list[Message]:
    """Its messages without the ephemeral ones, which are gone with their reader's client."""
    return [message for message in channel.messages.values() if not message.ephemeral]


def _guild(one: Guild) -> Json:
    members = [vars(member) | {"user": member.user.id} for member in one.members.values()]
    return vars(one) | {"roles": [vars(role) for role in one.roles.values()], "members": members}


def _channel(one: Channel, known: set[int], origin: str) -> Json:
    return vars(one) | {
        "guild": _id(one.guild),
        "parent": _id(one.parent),
        "recipient": _id(one.recipient),
        "overwrites": [vars(overwrite) for overwrite in one.overwrites.values()],
        "thread": None if one.thread is None else _thread(one.thread),
        "messages": [_message(message, known, origin) for message in _lasting(one)],
    }


def _thread(info: ThreadInfo) -> Json:
    return vars(info) | {"members": list(info.members.items())}


def _message(one: Message, known: set[int], origin: str) -> Json:
    replied_to = _id(one.replied_to)
    own = {"author": one.author.id, "replied_to": replied_to if replied_to in known else None}
    data: Json = _addresses(
        vars(one) | own,
        lambda url: url.removeprefix(origin) if url.startswith(origin + SERVED_FROM) else url,
    )
    return data


def _application(one: Application) -> Json:
    data = vars(one) | {"user": one.user.id, "owner": one.owner.id}
    data |= {"commands": list(one.commands.values()), "emojis": list(one.emojis.values())}
    del data["emoji_images"]
    return data


def _id(one: Guild | Channel | User | Message | None) -> int | None:
    return None if one is None else one.id


def _addresses(value: Any, change: Change) -> Any:
    """A copy of some JSON in which every address is changed."""
    if isinstance(value, list):
        return [_addresses(one, change) for one in value]
    if isinstance(value, dict):
        return {
            key: change(one)
            if key in ("url", "proxy_url") and isinstance(one, str)
            else _addresses(one, change)
            for key, one in value.items()
        }
    return value


# Back from what was saved


def _restored_guild(data: Json, users: Mapping[int, User]) -> Guild:
    members = [Member(**one | {"user": users[one["user"]]}) for one in data["members"]]
    return Guild(
        **data
        | {
            "roles": {one["id"]: Role(**one) for one in data["roles"]},
            "members": {member.user.id: member for member in members},
        }
    )


def _restored_channel(
    data: Json,
    users: Mapping[int, User],
    guilds: Mapping[int, Guild],
    earlier: Mapping[int, Channel],
) -> Channel:
    """A channel, still without its messages."""
    thread = data["thread"]
    return Channel(
        **data
        | {
            "type": ChannelType(data["type"]),
            "guild": None if data["guild"] is None else guilds[data["guild"]],
            "parent": None if data["parent"] is None else earlier[data["parent"]],
            "recipient": None if data["recipient"] is None else users[data["recipient"]],
            "overwrites": {one["id"]: Overwrite(**one) for one in data["overwrites"]},
            "thread": None if thread is None else _restored_thread(thread),
            "messages": {},
        }
    )


def _restored_thread(data: Json) -> ThreadInfo:
    return ThreadInfo(**data | {"members": dict(data["members"])})


def _restored_message(data: Json, authors: Mapping[int, User], origin: str) -> Message:
    """A message, still without the one it replies to."""
    own = {
        "author": authors[data["author"]],
        "type": MessageType(data["type"]),
        "flags": MessageFlag(data["flags"]),
        "replied_to": None,
    }
    return Message(
        **_addresses(data, lambda url: origin + url if url.startswith(SERVED_FROM) else url) | own
    )


def _restored_application(data: Json, users: Mapping[int, User]) -> Application:
    return Application(
        **data
        | {
            "user": users[data["user"]],
            "owner": users[data["owner"]],
            "flags": ApplicationFlag(data["flags"]),
            "commands": {int(one["id"]): one for one in data["commands"]},
            "emojis": {int(one["id"]): one for one in data["emojis"]},
        }
    )


# Files


def _file_ids(channels: Iterable[Channel]) -> list[int]:
    """What the messages that last carry."""
    return [
        int(attachment["id"])
        for channel in channels
        for message in _lasting(channel)
        for attachment in message.attachments
    ]


def _files(world: World) -> dict[int, bytes]:
    return {one: world.files[one] for one in _file_ids(world.channels.values())}


def _emoji_images(world: World) -> dict[int, bytes]:
    images = world.application.emoji_images
    return {one: images[one] for one in world.application.emojis}


def _write_new(folder: Path, contents: Mapping[int, bytes]) -> None:
    folder.mkdir(exist_ok=True)
    for number, content in contents.items():
        path = folder / str(number)
        if not path.exists():
            _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Put a file there whole or not at all."""
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def _remove_others(folder: Path, contents: Mapping[int, bytes]) -> None:
    wanted = {str(number) for number in contents}
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()
