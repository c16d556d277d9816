"""What is saved of the sandbox and comes back from its folder."""

import inspect
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import model
from sandbox.attachments import Upload
from sandbox.clock import Clock
from sandbox.messages import Draft, Messages
from sandbox.model import (
    ApplicationFlag,
    Channel,
    ChannelType,
    Json,
    Message,
    MessageFlag,
    MessageType,
    Reading,
    ThreadInfo,
    User,
)
from sandbox.saved import STATE, Kept, Store, UnusableError
from sandbox.threads import Threads
from sandbox.world import World

ORIGIN, ANOTHER = "http://127.0.0.1:1111", "http://127.0.0.1:2222"
PARTS = ("users", "guilds", "channels", "application", "files")
NOT_KEPT = {("Message", "only_for"), ("Message", "deleted")}
"""Ephemeral messages are gone with the run, and deleted ones are gone."""
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


def records(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """All records of a picture, with the pictures of their fields."""
    if isinstance(value, tuple) and isinstance(value[1], dict):
        yield value
    inner = value[1] if isinstance(value, tuple) else value
    if isinstance(inner, dict):
        inner = list(inner.values())
    if isinstance(inner, list):
        for one in inner:
            yield from records(one)


def whole(world: World) -> Any:
    return {name: picture(getattr(world, name)) for name in PARTS}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_field_of_every_record_comes_back(tmp_path: Path) -> None:
    world = full_world()
    save(world, tmp_path)
    again, _ = restored(tmp_path)
    assert whole(again) == whole(world)


def test_the_world_of_these_tests_leaves_no_field_as_it_begins() -> None:
    found = list(records(whole(full_world())))
    kinds = [one for _, one in inspect.getmembers(model, inspect.isclass) if is_dataclass(one)]
    untried = [
        (kind.__name__, one.name)
        for kind in kinds
        for one in fields(kind)
        if (begins := beginning(one)) is not MISSING
        and all(has[one.name] == picture(begins) for name, has in found if name == kind.__name__)
    ]
    assert set(untried) == NOT_KEPT


def beginning(one: Any) -> Any:
    """The default of a field, MISSING where there is none."""
    return one.default if one.default_factory is MISSING else one.default_factory()


def test_who_is_offered_and_what_was_read_come_back(tmp_path: Path) -> None:
    world, games, robin = small_world()
    teal = world.add_user("Teal")
    reading = {(robin.id, games.id): 5, (teal.id, games.id): 7}
    save(world, tmp_path, (teal, robin), reading)
    again, kept = restored(tmp_path)
    assert kept.people == [again.users[teal.id], again.users[robin.id]]
    assert kept.reading == reading


def test_a_thing_of_which_there_is_one_is_one_again(tmp_path: Path) -> None:
    save(full_world(), tmp_path)
    world, _ = restored(tmp_path)
    assert world.bot is world.users[world.application.id]
    assert world.application.owner is world.users[world.application.owner.id]
    (guild,) = world.guilds.values()
    assert all(member.user is world.users[key] for key, member in guild.members.items())
    by_name = {channel.name: channel for channel in world.channels.values()}
    match, lounge, games = by_name["match"], by_name["lounge"], by_name["games"]
    assert match.parent is lounge
    assert match.guild is lounge.guild is games.guild is guild
    assert by_name[None].recipient in world.users.values()
    (said,) = games.messages.values()
    assert said.author is world.users[said.author.id]
    assert [one.replied_to for one in match.messages.values()] == [said]


def test_an_empty_folder_has_nothing_to_restore(tmp_path: Path) -> None:
    assert Store(tmp_path, ORIGIN).restore(World(Clock())) is None


def test_addresses_of_files_move_with_the_sandbox(tmp_path: Path) -> None:
    save(full_world(), tmp_path)
    world, _ = restored(tmp_path, ANOTHER)
    message = next(m for c in world.channels.values() for m in c.messages.values() if m.embeds)
    (attachment,) = message.attachments
    moved = f"{ANOTHER}/attachments/{attachment['id']}/board.png"
    assert attachment["url"] == attachment["proxy_url"] == moved
    assert message.embeds[0]["image"]["url"] == moved
    for components in (message.components, *message.versions):
        assert components[0]["items"][0]["media"]["proxy_url"] == moved
    assert message.components[1]["url"] == "https://example.org/rules"
    assert ORIGIN in message.content  # people's own words stay
    assert world.files[int(attachment["id"])] == PNG


def test_ids_go_on_rising_even_when_the_clock_was_set_back(tmp_path: Path) -> None:
    world, _, _ = small_world()
    last = world.new_id()
    save(world, tmp_path)
    again = World(Clock())
    again.clock.advance(-1_000_000)
    Store(tmp_path, ORIGIN).restore(again)
    assert again.new_id() > last


def test_ephemeral_messages_are_not_kept_nor_their_files(tmp_path: Path) -> None:
    world, games, robin = small_world()
    messages = Messages(world, ORIGIN)
    upload = Upload(0, "board.png", PNG)
    alone: Json = {"only_for": robin.id}
    hidden = messages.post(games, Draft(world.bot, {"content": "psst"}, [upload], more=alone))
    answered: Json = {"replied_to": hidden}
    shown = messages.post(games, Draft(world.bot, {"content": "ah"}, more=answered))
    save(world, tmp_path)
    again, _ = restored(tmp_path)
    (kept,) = again.channels[games.id].messages.values()
    assert (kept.id, kept.replied_to) == (shown.id, None)
    assert again.files == {}
    assert list(contents(tmp_path)) == [STATE]


def test_a_thread_goes_with_its_channel(tmp_path: Path) -> None:
    world, games, robin = small_world()
    messages = Messages(world, ORIGIN)
    said = messages.send(games, Draft(robin, {"content": "a match"}))
    Threads(world, messages).from_message(games, said, robin, {"name": "match"})
    world.remove_channel(games)
    save(world, tmp_path)
    again, _ = restored(tmp_path)
    assert again.channels == {}


def test_a_file_is_written_once_and_removed_with_its_message(tmp_path: Path) -> None:
    world, games, robin = small_world()
    messages, store = Messages(world, ORIGIN), Store(tmp_path, ORIGIN)
    upload = Upload(0, "board.png", PNG)
    said = messages.send(games, Draft(robin, {"content": "look"}, [upload]))
    store.save(world, [], {})
    path = tmp_path / "files" / said.attachments[0]["id"]
    assert path.read_bytes() == PNG
    written = path.stat().st_mtime_ns
    messages.send(games, Draft(robin, {"content": "and"}))
    store.save(world, [], {})
    assert path.stat().st_mtime_ns == written
    world.delete_message(games, said)
    store.save(world, [], {})
    assert not path.exists()


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    world, _, robin = small_world()
    store = Store(tmp_path, ORIGIN)
    store.save(world, [], {})
    (tmp_path / STATE).unlink()
    store.save(world, [], {})
    assert not (tmp_path / STATE).exists()
    robin.locale = "nl"
    store.save(world, [], {})
    assert (tmp_path / STATE).exists()


def without_format(data: Json) -> None:
    del data["format"]


def with_an_unknown_field(data: Json) -> None:
    data["users"][0]["plumage"] = "red"


def with_an_author_who_is_nobody(data: Json) -> None:
    data["channels"][0]["messages"][0]["author"] = 1


def with_a_strange_kind(data: Json) -> None:
    data["channels"][0]["type"] = 99


def with_a_list_for_an_object(data: Json) -> None:
    data["application"] = []


@pytest.mark.parametrize(
    "damage",
    [
        without_format,
        with_an_unknown_field,
        with_an_author_who_is_nobody,
        with_a_strange_kind,
        with_a_list_for_an_object,
    ],
)
def test_a_damaged_file_is_refused_and_changes_nothing(
    tmp_path: Path, damage: Callable[[Json], None]
) -> None:
    save(full_world(), tmp_path)
    data = json.loads((tmp_path / STATE).read_text())
    damage(data)
    (tmp_path / STATE).write_text(json.dumps(data))
    assert "damaged: start over with `make play FRESH=1`" in refusal_of(tmp_path)


@pytest.mark.parametrize("text", [b"", b"\xff", b"[]", b'{"format": 1', b'"text"', b"null"])
def test_a_file_that_is_something_else_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / STATE).write_bytes(text)
    assert "damaged" in refusal_of(tmp_path)


def test_a_missing_picture_is_refused(tmp_path: Path) -> None:
    save(full_world(), tmp_path)
    next((tmp_path / "emojis").iterdir()).unlink()
    assert "damaged" in refusal_of(tmp_path)


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / STATE).write_text('{"format": 2}')
    assert "another version" in refusal_of(tmp_path)


def refusal_of(folder: Path) -> str:
    """The sentence with which it is not restored, into a world that stays as it was."""
    world = World(Clock())
    before = whole(world)
    with pytest.raises(UnusableError) as caught:
        Store(folder, ORIGIN).restore(world)
    assert whole(world) == before
    return str(caught.value)


class Doings:
    """What may happen in a world, each with some text."""

    def __init__(self) -> None:
        self.world, self.games, self.robin = small_world()
        self.messages = Messages(self.world, ORIGIN)
        self.threads = Threads(self.world, self.messages)

    def say(self, text: str) -> Message:
        return self.messages.send(self.games, Draft(self.robin, {"content": text}))

    def answer(self, text: str) -> None:
        reference = {"message_id": str(self.say("RBRG").id)}
        payload = {"content": text, "message_reference": reference}
        self.messages.send(self.games, Draft(self.world.bot, payload))

    def attach(self, text: str) -> None:
        upload = Upload(0, "board.png", text.encode(errors="replace"))
        self.messages.send(self.games, Draft(self.robin, {"content": text}, [upload]))

    def whisper(self, text: str) -> None:
        more: Json = {"only_for": self.robin.id}
        self.messages.post(self.games, Draft(self.world.bot, {"content": text}, more=more))

    def begin_thread(self, text: str) -> None:
        thread = self.threads.from_message(
            self.games, self.say(text), self.world.bot, {"name": text}
        )
        self.messages.send(thread, Draft(self.robin, {"content": text}))

    def write_privately(self, text: str) -> None:
        self.messages.send(self.world.dm_with(self.robin), Draft(self.robin, {"content": text}))

    def edit(self, text: str) -> None:
        self.messages.edit(self.games, self.say("first"), {"content": text})

    def delete(self, _: str) -> None:
        newest = next(reversed(self.games.messages.values()), None)
        if newest is not None:
            self.world.delete_message(self.games, newest)

    def rename(self, text: str) -> None:
        self.robin.name = text

    def join(self, text: str) -> None:
        for guild in self.world.guilds.values():
            self.world.join(guild, self.world.add_user(text, locale="nl"))


KINDS = (
    Doings.say, Doings.answer, Doings.attach, Doings.whisper, Doings.begin_thread,
    Doings.write_privately, Doings.edit, Doings.delete, Doings.rename, Doings.join,
)  # fmt: skip
ANYTHING = st.text(st.characters(exclude_categories=()), min_size=1, max_size=20)


@given(st.lists(st.tuples(st.sampled_from(KINDS), ANYTHING), max_size=12))
def test_what_is_restored_is_saved_again_as_it_was(
    happened: list[tuple[Callable[[Doings, str], None], str]],
) -> None:
    doings = Doings()
    for kind, text in happened:
        kind(doings, text)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        save(doings.world, Path(one), (doings.robin,), {(doings.robin.id, doings.games.id): 1})
        world, kept = restored(Path(one), ANOTHER)
        save(world, Path(other), tuple(kept.people), kept.reading, ANOTHER)
        assert contents(Path(other)) == contents(Path(one))
