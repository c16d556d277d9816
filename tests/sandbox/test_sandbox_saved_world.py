"""What comes back of a world that was saved, and what does not."""

import inspect
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sandbox import model
from sandbox.attachments import Upload
from sandbox.clock import Clock
from sandbox.messages import Draft, Messages
from sandbox.model import Json, Message
from sandbox.saved import STATE, Store
from sandbox.threads import Threads
from sandbox.world import World
from tests.sandbox.worlds import (
    ORIGIN,
    PNG,
    contents,
    full_world,
    picture,
    restored,
    save,
    small_world,
    whole,
)

ANOTHER = "http://127.0.0.1:2222"
NOT_KEPT = {("Message", "only_for"), ("Message", "deleted")}
"""Ephemeral messages are gone with the run, and deleted ones are gone."""


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
    thread = Threads(world, messages).from_message(games, said, robin, {"name": "match"})
    messages.send(thread, Draft(robin, {"content": "a row"}, [Upload(0, "row.png", PNG)]))
    world.remove_channel(games)
    save(world, tmp_path)
    again, _ = restored(tmp_path)
    assert (again.channels, again.files) == ({}, {})


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
