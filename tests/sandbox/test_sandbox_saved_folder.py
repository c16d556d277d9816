"""The folder of what is saved: when its files are written, and which are refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.attachments import Upload
from sandbox.clock import Clock
from sandbox.messages import Draft, Messages
from sandbox.model import Json
from sandbox.saved import STATE, Store, UnusableError
from sandbox.world import World
from tests.sandbox.worlds import ORIGIN, PNG, full_world, save, small_world, whole


def test_an_empty_folder_has_nothing_to_restore(tmp_path: Path) -> None:
    assert Store(tmp_path, ORIGIN).restore(World(Clock())) is None


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
