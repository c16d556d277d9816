"""Worlds to save and restore, and what of them can be compared."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from sandbox.clock import Clock
from sandbox.messages import Draft, Messages
from sandbox.model import (
    ApplicationFlag,
    Channel,
    ChannelType,
    Message,
    MessageFlag,
    MessageType,
    Reading,
    ThreadInfo,
    User,
)
from sandbox.saved import Kept, Store
from sandbox.world import World

ORIGIN = "http://127.0.0.1:1111"
PARTS = ("users", "guilds", "channels", "application", "files")
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10"


def small_world() -> tuple[World, Channel, User]:
    """A server with a channel and a person."""
    world = World(Clock())
    robin = world.add_user("Robin")
    guild = world.add_guild("Aviary", "en-US", world.application.owner)
    world.join(guild, robin)
    return world, world.add_channel(guild, "games", ChannelType.TEXT), robin


def full_world() -> World:
    """A world in which every field has, somewhere, another value than the one it begins with."""
    world, games, robin = small_world()
    wren = world.add_user("Wren", locale="fr")
    wren.dms_open = False
    wren.blocks_bot = True
    guild = games.guild
    assert guild is not None
    member = world.join(guild, wren)
    member.nick = "Jenny"
    role = world.add_role(guild, "moderators", 1 << 5)
    role.managed = True
    world.give_role(guild, wren, role)
    world.overwrite(games, wren, 1, 2)
    lounge = world.add_channel(guild, "lounge", ChannelType.TEXT)
    thread = Channel(world.new_id(), ChannelType.PRIVATE_THREAD, "match", guild, parent=lounge)
    thread.thread = ThreadInfo(
        robin.id,
        60,
        1.5,
        2.5,
        invitable=False,
        archived=True,
        locked=True,
        message_count=3,
        members={wren.id: 4.5},
    )
    world.add_thread(thread)
    said = Messages(world, ORIGIN).send(games, Draft(robin, {"content": "RBRG"}))
    world.add_message(thread, full_message(world, thread, said))
    world.add_message(world.dm_with(robin), full_message(world, games, said))
    guild.available = False
    fill_application(world)
    return world


def full_message(world: World, channel: Channel, replied_to: Message) -> Message:
    """A message of a webhook with something in all its fields."""
    file_id = world.new_id()
    world.files[file_id] = PNG
    url = f"{ORIGIN}/attachments/{file_id}/board.png"
    picture = {"url": url, "proxy_url": url}
    link = {"type": 2, "label": "Rules", "url": "https://example.org/rules"}
    return Message(
        id=world.new_id(),
        channel_id=channel.id,
        author=User(world.new_id(), "Gazette", bot=True),
        type=MessageType.REPLY,
        created_at=1.5,
        content=f"half a \ud83d, and {url}",
        embeds=[{"type": "rich", "image": picture}],
        attachments=[{"id": str(file_id), "filename": "board.png"} | picture],
        components=[{"type": 12, "items": [{"media": picture}]}, link],
        flags=MessageFlag.COMPONENTS_V2,
        edited_at=2.5,
        mentions=[replied_to.author.id],
        mention_roles=[channel.id],
        mention_everyone=True,
        pinged=[replied_to.author.id],
        reference={"message_id": str(replied_to.id)},
        replied_to=replied_to,
        interaction={"id": "1", "user": {"id": str(replied_to.author.id)}},
        command="mastermind challenge",
        application_id=world.application.id,
        webhook_id=world.application.id,
        webhook_name="Gazette",
        nonce="7",
        versions=[[{"type": 12, "items": [{"media": picture}]}]],
    )


def fill_application(world: World) -> None:
    app, command_id, emoji_id = world.application, world.new_id(), world.new_id()
    app.flags = ApplicationFlag.MESSAGE_CONTENT
    app.accepts_emojis = False
    app.commands[command_id] = {"id": str(command_id), "name": "mastermind"}
    app.emojis[emoji_id] = {"id": str(emoji_id), "name": "red"}
    app.emoji_images[emoji_id] = PNG


def save(
    world: World,
    folder: Path,
    people: tuple[User, ...] = (),
    reading: Reading | None = None,
    origin: str = ORIGIN,
) -> None:
    Store(folder, origin).save(world, people, reading or {})


def restored(folder: Path, origin: str = ORIGIN) -> tuple[World, Kept]:
    """A fresh world with what is in the folder."""
    world = World(Clock())
    kept = Store(folder, origin).restore(world)
    assert kept is not None
    return world, kept


def picture(value: Any) -> Any:
    """A value with everything in it, field by field, down to what can be compared."""
    if is_dataclass(value):
        whole = {one.name: picture(getattr(value, one.name)) for one in fields(value)}
        return (type(value).__name__, whole)
    if isinstance(value, dict):
        return {key: picture(one) for key, one in value.items()}
    if isinstance(value, list):
        return [picture(one) for one in value]
    return (type(value).__name__, value)


def whole(world: World) -> Any:
    return {name: picture(getattr(world, name)) for name in PARTS}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
