"""`/mastermind practice`: rows scored in the open, in one private message."""

import asyncio
import json
import re
from typing import Any

import pytest

from bot.engine import Feedback, score
from sandbox import Answer, AnswerKind, Message, Person
from tests.e2e.panels import by_hand, parts, rows
from tests.e2e.stage import Stage

BLACK, WHITE, GAMES = "How many black?", "How many white?", "Another game"
KEPT = "SELECT level, run, answered, correct FROM practice WHERE player = ?"
SENTENCE = "This has been open for too long."


async def opened(stage: Stage, person: Person) -> Message:
    """The person's first exercise."""
    answer: Answer = await person.slash(stage.games, "mastermind practice")
    assert answer.ephemeral
    return answer.message


def shown(exercise: Message) -> tuple[list[str], list[str]]:
    """The pegs of code and row, as they can be read: emojis by their names, else signs."""
    text = re.sub(r"<:(mm_\w+):\d+>", r" \1 ", exercise.content)
    _, *lines = text.splitlines()[:3]
    code, row = (re.findall(r"mm_\w+|[0-9A-Z]", line.partition(" · ")[0]) for line in lines)
    return code, row


def right_answer(exercise: Message) -> Feedback:
    """The keys that the row earns."""
    code, row = shown(exercise)
    pegs = [*code, *row]
    return score(tuple(map(pegs.index, code)), tuple(map(pegs.index, row)))


async def count(person: Person, exercise: Message, said: Feedback) -> Answer:
    """Choose in both lists; the answer that the second choice gets."""
    await person.select(exercise, BLACK, [str(said.black)])
    answer: Answer = await person.select(exercise, WHITE, [str(said.white)])
    return answer


async def answered(person: Person, exercise: Message, *, rightly: bool = True) -> str:
    """The exercise answered, and the next one in its place; what was said in between."""
    right = right_answer(exercise)
    wrong = Feedback(right.black, (right.white + 1) % 3)
    answer = await count(person, exercise, right if rightly else wrong)
    assert answer.kind is AnswerKind.UPDATE
    said = exercise.content
    await person.press(exercise, "Next exercise")
    return said


def kept(stage: Stage, person: Person) -> list[tuple[object, ...]]:
    return rows(stage, KEPT, person.id)


@pytest.mark.asyncio(loop_scope="module")
async def test_an_exercise_is_answered_in_place_and_only_its_learner_sees_it(
    shared: Stage,
) -> None:
    stage = shared
    exercise = await opened(stage, stage.wren)
    assert exercise not in stage.teal.sees(stage.games)
    assert exercise.content.startswith("**Practice** · Classic\n")
    assert exercise.content.endswith("-# Level 1 of 6")
    right = right_answer(exercise)

    before = exercise.content
    await stage.wren.select(exercise, WHITE, [str(right.white)])
    assert exercise.content == before
    assert kept(stage, stage.wren) == []
    await stage.wren.select(exercise, BLACK, [str(right.black)])
    said = f"{right.black} black, {right.white} white"
    assert exercise.content.startswith(f"**Right!** **{said}** · ")
    assert "**Step 1**, exact ones first" in exercise.content
    assert f"**Step 3**, together: {said}" in exercise.content
    assert exercise.content.endswith("-# Level 1 of 6 · 1 of 1 right · 1 in a row")
    assert exercise.buttons == ["Next exercise"]
    assert kept(stage, stage.wren) == [(1, 1, 1, 1)]
    assert stage.said_in(stage.games) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_a_wrong_answer_is_told_what_is_right(shared: Stage) -> None:
    stage = shared
    exercise = await opened(stage, stage.wren)
    right = right_answer(exercise)
    await count(stage.wren, exercise, Feedback(0, 0))
    verdict, lesson, *_ = exercise.content.splitlines()
    assert verdict.startswith(
        "**Not quite.** You said 0 black, 0 white, and it is "
        f"**{right.black} black, {right.white} white** · "
    )
    assert ("position to position" if right.black else "Black is right") in lesson
    assert exercise.content.endswith("-# Level 1 of 6 · 0 of 1 right")


@pytest.mark.asyncio(loop_scope="module")
async def test_success_leads_to_repeats_and_mistakes_lead_back(shared: Stage) -> None:
    stage = shared
    exercise = await opened(stage, stage.wren)
    for _ in range(3):
        said = await answered(stage.wren, exercise)
    assert "**Level 2!**" in said
    code, row = shown(exercise)
    assert max(map(code.count, code)) + max(map(row.count, row)) == 3
    for _ in range(2):
        said = await answered(stage.wren, exercise, rightly=False)
    assert "Back to level 1" in said
    assert exercise.content.endswith("-# Level 1 of 6 · 3 of 5 right")


@pytest.mark.asyncio(loop_scope="module")
async def test_every_preset_and_letters_and_blanks_can_be_practised(shared: Stage) -> None:
    stage = shared
    exercise = await opened(stage, stage.wren)
    offered = parts(exercise)[2]["options"]
    games = [one["value"] for one in offered]
    assert games[:4] == ["classic", "mini", "super", "bulls-and-cows"]
    sizes = {"super": 5}
    for number, (game, option) in enumerate(zip(games, offered, strict=True), 1):
        await stage.wren.select(exercise, GAMES, [game])
        title = f"**Practice** · {option['label']}"
        assert exercise.content.splitlines()[0] == title
        assert [len(pegs) for pegs in shown(exercise)] == [sizes.get(game, 4)] * 2
        await count(stage.wren, exercise, right_answer(exercise))
        assert exercise.content.startswith("**Right!**")
        assert f"{number} of {number} right" in exercise.content
        await stage.wren.press(exercise, "Next exercise")
        assert exercise.content.splitlines()[0] == title


@pytest.mark.asyncio(loop_scope="module")
async def test_one_exercise_answered_on_two_devices_at_once_counts_once(shared: Stage) -> None:
    stage = shared
    exercise = await opened(stage, stage.wren)
    right = right_answer(exercise)
    await stage.wren.select(exercise, BLACK, [str(right.black)])
    white = parts(exercise)[1]
    both = await asyncio.gather(
        *[by_hand(stage, stage.wren, exercise, white, [str(right.white)]) for _ in range(2)]
    )
    assert [answer.kind for answer in both] == [AnswerKind.UPDATE] * 2
    assert kept(stage, stage.wren) == [(1, 1, 1, 1)]
    again = await by_hand(stage, stage.wren, exercise, white, ["4"])
    assert "This does not count" in again.text
    assert kept(stage, stage.wren) == [(1, 1, 1, 1)]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("identifier", "value"),
    [
        ("ms:count-black:classic:0:RBRG:RRBY:-", "9"),
        ("ms:count-black:classic:0:RBRG:RRB:-", "1"),
        ("ms:count-white:classic:0:QQQQ:RRBY:1", "1"),
        ("ms:count-white:chess:0:RBRG:RRBY:1", "1"),
        ("ms:count-white", "1"),
        ("ms:practice", "chess"),
    ],
)
async def test_a_forged_exercise_gets_a_sentence(
    shared: Stage, identifier: str, value: str
) -> None:
    stage = shared
    exercise = await opened(stage, stage.wren)
    before = exercise.content
    forged = {"type": 3, "custom_id": identifier, "options": [{"label": value, "value": value}]}
    refused = await by_hand(stage, stage.wren, exercise, forged, [value])
    assert refused.ephemeral
    assert refused.text.startswith(SENTENCE)
    assert exercise.content == before
    assert kept(stage, stage.wren) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_progress_is_in_the_copy_of_one_s_data_and_removed_with_them(shared: Stage) -> None:
    stage = shared
    exercise = await opened(stage, stage.wren)
    await answered(stage.wren, exercise)
    answer = await stage.wren.slash(stage.games, "privacy export")
    (attached,) = answer.message.attachments
    copy: dict[str, Any] = json.loads(stage.sandbox.world.files[int(attached["id"])])
    assert copy["practice"] == {"level": 1, "in_a_row": 1, "answered": 1, "correct": 1}

    asked = await stage.wren.slash(stage.games, "privacy delete")
    await stage.wren.press(asked.message, "Delete my data")
    await stage.sandbox.wait_for(lambda: asked.message.buttons == [])
    assert kept(stage, stage.wren) == []
    await count(stage.wren, exercise, right_answer(exercise))
    assert "This does not count" in exercise.content
    assert (await opened(stage, stage.wren)).content.endswith("-# Level 1 of 6")


async def test_an_open_exercise_and_progress_outlive_a_restart(started: Stage) -> None:
    stage = started
    exercise = await opened(stage, stage.wren)
    await answered(stage.wren, exercise)
    right = right_answer(exercise)
    await stage.wren.select(exercise, BLACK, [str(right.black)])
    await stage.restart()
    await stage.wren.select(exercise, WHITE, [str(right.white)])
    assert exercise.content.startswith("**Right!**")
    assert exercise.content.endswith("2 of 2 right · 2 in a row")
    await stage.wren.press(exercise, "Next exercise")
    assert (await opened(stage, stage.wren)).content.splitlines()[-1] in exercise.content


@pytest.mark.asyncio(loop_scope="module")
async def test_a_french_learner_practises_in_french(shared: Stage) -> None:
    stage = shared
    merle = stage.sandbox.add_person("Merle", locale="fr", guilds=[stage.guild])
    answer = await merle.slash(stage.games, "mastermind exercice")
    exercise = answer.message
    assert exercise.content.startswith("**Exercice** · Classique\n")
    assert "**Combien de noirs, combien de blancs\u00a0?**" in exercise.content
    right = right_answer(exercise)
    await merle.select(exercise, "Combien de noirs\u00a0?", [str(right.black)])
    labels = [one["label"] for one in parts(exercise)[1]["options"]]
    assert labels == ["0 blanc", "1 blanc", "2 blancs", "3 blancs", "4 blancs"]
    await merle.select(exercise, "Combien de blancs\u00a0?", [str(right.white)])
    assert re.match(r"\*\*Exact\u00a0!\*\* \*\*\d noirs?, \d blancs?\*\*", exercise.content)
    assert exercise.content.endswith("-# Niveau 1 sur 6 · 1 bonne réponse sur 1 · 1 d'affilée")
    assert exercise.buttons == ["Exercice suivant"]
