"""`/mastermind daily`: one code a day for a server, one try each, and what all may read of it."""

import re
from datetime import UTC, date, datetime

import pytest

from bot.engine import Preset
from bot.matches.days import day_at, start_of
from sandbox import Permission
from tests.e2e.dailies import begun, code_by, guess, plant, posted, secret_of, solved, today
from tests.e2e.panels import admin, by_hand, opened, parts, rows, set_to, shown
from tests.e2e.stage import Stage
from tests.e2e.test_trouble_secrets import CODE

pytestmark = pytest.mark.asyncio(loop_scope="module")

CARD = "Daily {day}: solved in 2 of 10 rows · 1296 → 256 → 1 codes left"
PEGS = re.compile("mm_|[🔴🔵🟢🟡🟠🟣⚪⚫]|`")


# A try


async def test_a_try_is_played_in_one_message_that_says_when_the_next_comes(
    shared: Stage,
) -> None:
    stage = shared
    plant(stage)
    panel = await begun(stage, stage.robin)
    assert panel.text.startswith(f"**Daily {today()}** · the same code for everybody")
    next_at = int(start_of(date.fromordinal(today().toordinal() + 1), "UTC").timestamp())
    assert (
        f"The next code comes <t:{next_at}:R>, at <t:{next_at}:f>, when a new day begins in UTC."
        in (panel.text)
    )
    assert "An absence of mine of 30 minutes or longer does not interrupt them." in panel.text
    assert panel.buttons == ["Guess", "Give up"]
    await guess(stage.robin, panel, "RRBB")
    assert "**0 black, 0 white**" in panel.text
    await guess(stage.robin, panel, CODE)
    assert "You cracked the code in **2 rows**." in panel.text
    assert panel.buttons == ["Share", "Analysis"]
    assert stage.said_in(stage.games) == []
    assert panel not in stage.teal.sees(stage.games)


async def test_everybody_in_a_server_gets_the_same_code_and_other_servers_another(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    panel = await begun(stage, stage.robin)
    code = code_by(secret_of(stage, stage.guild))
    await guess(stage.robin, panel, code)
    assert "You cracked the code in **1 row**." in panel.text
    theirs = await begun(stage, stage.wren)
    await guess(stage.wren, theirs, code)
    assert "You cracked the code in **1 row**." in theirs.text

    pond = sandbox.add_guild("Pond")
    place = sandbox.add_text_channel(pond, "depths")
    stage.robin.join(pond)
    await begun(stage, stage.robin, place)
    assert secret_of(stage, pond) != secret_of(stage, stage.guild)
    assert len(secret_of(stage, pond)) == 32


async def test_there_is_one_try_which_is_shown_again_and_never_played_again(
    shared: Stage,
) -> None:
    stage = shared
    plant(stage)
    panel = await begun(stage, stage.robin)
    await guess(stage.robin, panel, "RRBB")
    again = await begun(stage, stage.robin)
    assert again.text == panel.text
    await guess(stage.robin, again, CODE)
    over = await begun(stage, stage.robin)
    assert over.text == again.text
    assert over.buttons == ["Share", "Analysis"]
    late = await stage.robin.press(panel, "Guess", stale=True)
    assert late.ephemeral
    ((tries, played),) = rows(
        stage,
        "SELECT COUNT(DISTINCT id), COUNT(*) FROM matches JOIN rows ON match_id = id "
        "WHERE guild = ?",
        stage.guild.id,
    )
    assert (tries, played) == (1, 2)


async def test_who_gives_up_sees_the_code_and_has_no_other_try(shared: Stage) -> None:
    stage = shared
    plant(stage)
    panel = await begun(stage, stage.robin)
    await stage.robin.press(panel, "Give up")
    await stage.robin.press(panel, "Give up")
    assert f"Daily {today()}: given up before the first row" in panel.text
    assert CODE in panel.text
    assert "Guess" not in (await begun(stage, stage.robin)).buttons


async def test_another_usual_game_holds_from_the_next_day_on(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    settings = await opened(stage, robin, "game")
    await set_to(robin, settings, "preset", "bulls-and-cows")
    first = await begun(stage, robin)
    assert "**Bulls and Cows**" in first.text
    await set_to(robin, settings, "preset", "mini")
    second = await begun(stage, stage.wren)
    assert "**Bulls and Cows**" in second.text
    code = code_by(secret_of(stage, stage.guild), Preset.BULLS_AND_COWS)
    await guess(stage.wren, second, code)
    assert f"Daily {today()}: solved in 1 of 12 rows" in second.text


# What others read


async def test_a_result_is_shared_once_and_has_no_colours(shared: Stage) -> None:
    stage = shared
    plant(stage)
    panel = await solved(stage, stage.robin)
    (button,) = [part for part in parts(panel) if part.get("label") == "Share"]
    theirs = await by_hand(stage, stage.teal, panel, button)
    assert theirs.ephemeral
    await stage.robin.press(panel, "Share")
    card = await posted(stage)
    assert card.text == f"**Robin**\n{CARD.format(day=today())}"
    assert not PEGS.search(card.text)
    assert card.buttons == []
    await stage.sandbox.wait_for(lambda: panel.buttons == ["Analysis"])
    again = await by_hand(stage, stage.robin, panel, button)
    assert again.ephemeral
    assert again.text == "You have shown your result of this daily to everybody already."
    assert stage.said_in(stage.games) == [card]


async def test_a_result_that_could_not_be_posted_can_be_shared_again(shared: Stage) -> None:
    stage = shared
    plant(stage)
    panel = await solved(stage, stage.robin)
    stage.sandbox.faults.refuse(
        50013, method="POST", path=f"/channels/{stage.games.id}/messages", times=1
    )
    refused = await stage.robin.press(panel, "Share")
    await stage.sandbox.wait_for(lambda: refused.followups)
    (sorry,) = refused.followups
    assert "Please try again" in sorry.text
    assert stage.said_in(stage.games) == []
    assert panel.buttons == ["Share", "Analysis"]
    await stage.robin.press(panel, "Share")
    assert (await posted(stage)).text == f"**Robin**\n{CARD.format(day=today())}"
    await stage.sandbox.wait_for(lambda: panel.buttons == ["Analysis"])


# Settings


async def test_where_results_could_not_be_posted_the_panel_says_what_is_lacking(
    shared: Stage,
) -> None:
    stage = shared
    robin = admin(stage)
    stage.sandbox.deny(stage.games, stage.sandbox.bot, Permission.SEND_MESSAGES)
    panel = await opened(stage, robin, "daily")
    assert "I cannot post" not in panel.text
    await set_to(robin, panel, "daily channel", stage.games)
    lacking = f"I cannot post in <#{stage.games.id}>, since I lack a permission there"
    assert f"{lacking}: **Send Messages**." in panel.text
    stage.sandbox.world.overwrite(stage.games, stage.sandbox.bot, 0, 0)
    assert lacking not in (await opened(stage, robin, "daily")).text


async def test_a_time_zone_is_typed_and_an_unknown_one_refused_with_others(
    shared: Stage,
) -> None:
    stage = shared
    robin = admin(stage)
    panel = await opened(stage, robin, "daily")
    for typed, said in (
        ("Bruxelles", "Do you mean one of these? `Europe/Brussels`"),
        ("../../etc/passwd", "I know no time zone called"),
        ("", "Write it as a continent and a large city"),
    ):
        box = await robin.press(panel, "Change the time zone")
        refused = await robin.submit(box.modal, {"text": typed or " "})
        assert refused.ephemeral
        assert said in refused.text
    box = await robin.press(panel, "Change the time zone")
    await robin.submit(box.modal, {"text": "kiritimati"})
    assert shown(panel, "Time zone of the daily") == "Pacific/Kiritimati"
    there = await begun(stage, robin)
    assert there.text.startswith(f"**Daily {day_at(datetime.now(UTC), 'Pacific/Kiritimati')}**")
    assert "when a new day begins in Pacific/Kiritimati." in there.text
    audit = rows(stage, "SELECT detail FROM audit WHERE guild = ?", stage.guild.id)
    assert audit == [("time zone: UTC -> Pacific/Kiritimati",)]


async def test_a_result_is_shared_only_where_its_player_and_the_bot_may_write(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    plant(stage)
    panel = await solved(stage, stage.robin)
    for who in (stage.robin.user, sandbox.bot):
        sandbox.deny(stage.games, who, Permission.SEND_MESSAGES)
        refused = await stage.robin.press(panel, "Share")
        assert refused.ephemeral
        assert refused.text.startswith("One of us is not allowed to write here.")
        sandbox.world.overwrite(stage.games, who, 0, 0)
    await stage.robin.press(panel, "Share")
    assert (await posted(stage)).text.startswith("**Robin**")
