"""The daily over midnight, over restarts, and where nothing of it must be found."""

from sandbox import Permission
from tests.e2e.dailies import (
    begun,
    chosen_channel,
    code_by,
    days_later,
    guess,
    logged,
    plant,
    posted,
    secret_of,
    settled,
    solved,
    today,
    yesterday,
)
from tests.e2e.panels import TOPICS, admin, by_hand, opened, parts, rows, set_to, write
from tests.e2e.stage import Stage
from tests.e2e.test_flow_privacy import delete, file_of
from tests.e2e.test_trouble_secrets import CODE, finds, stored_bytes

ONE_A_DAY = "You cannot try today's code any more. The next one comes <t:"


async def test_a_running_code_is_in_no_payload_no_log_and_no_file(started: Stage) -> None:
    stage = started
    plant(stage)
    panel = await begun(stage, stage.robin)
    await begun(stage, stage.wren)
    await guess(stage.robin, panel, "RRBB")
    await stage.robin.slash(stage.games, "mastermind matches")
    assert file_of(stage, await stage.robin.slash(stage.games, "privacy export"))
    received = [*stage.robin.payloads, *stage.wren.payloads, *stage.teal.payloads]
    sent = [[call.path, call.query, call.body] for call in stage.sandbox.record.calls]
    assert finds(*received, *sent, *stored_bytes(stage)) == []

    await guess(stage.robin, panel, CODE)
    assert finds(*stored_bytes(stage)) == []
    await stage.robin.press(panel, "Share")
    await stage.sandbox.wait_for(lambda: stage.said_in(stage.games))
    assert finds(*stage.robin.payloads)
    assert finds(*stage.wren.payloads, *stage.teal.payloads) == []
    await stage.stop()
    assert finds(*stage.log.splitlines(), *stored_bytes(stage)) == []


async def test_nobody_but_its_player_looks_back_on_a_try(started: Stage) -> None:
    stage = started
    plant(stage)
    panel = await solved(stage, stage.robin)
    (button,) = [part for part in parts(panel) if part.get("label") == "Analysis"]
    refused = await by_hand(stage, stage.wren, panel, button)
    assert refused.ephemeral
    assert refused.text.startswith("Only the")
    looked = await stage.robin.press(panel, "Analysis")
    assert looked.ephemeral
    assert "Analysis of round 1" in looked.text
    assert finds(refused.text, *stage.teal.payloads) == []


async def test_who_had_all_removed_does_not_try_again_on_that_day(started: Stage) -> None:
    stage = started
    plant(stage)
    await solved(stage, stage.robin)
    copy = file_of(stage, await stage.robin.slash(stage.games, "privacy export"))
    (kept,) = copy["matches"]
    assert (kept["agreed"]["kind"], kept["agreed"]["day"]) == ("daily", today().isoformat())
    await delete(stage, stage.robin)
    for _ in range(2):
        refused = await stage.robin.slash(stage.games, "mastermind daily")
        assert refused.ephemeral
        assert refused.text.startswith(ONE_A_DAY)
        await stage.restart()
    assert str(stage.robin.id) not in "".join(stored_bytes(stage))


async def test_a_try_belongs_to_its_day_also_when_it_ends_after_midnight(
    started: Stage,
) -> None:
    stage = started
    plant(stage)
    await guess(stage.robin, await begun(stage, stage.robin), "RRBB")
    await days_later(stage)
    panel = await begun(stage, stage.robin)
    assert panel.text.startswith(f"**Daily {yesterday()}**")
    assert "That day is over, but your try goes on and counts for it." in panel.text
    assert "The next code comes" not in panel.text
    await guess(stage.robin, panel, CODE)
    assert f"Daily {yesterday()}: solved in 2 of 10 rows" in panel.text
    late = "Your try counts for that day, and is added to its results if they were posted."
    assert late in panel.text
    assert "Today's code is another one: `/mastermind daily`" in panel.text

    fresh = await begun(stage, stage.robin)
    assert fresh.text.startswith(f"**Daily {today()}**")
    await guess(stage.robin, fresh, code_by(secret_of(stage, stage.guild)))
    assert "2 days in a row" in fresh.text


async def test_results_are_posted_once_when_the_day_is_over(started: Stage) -> None:
    stage = started
    await chosen_channel(stage)
    plant(stage)
    for person in (stage.robin, stage.wren):
        await solved(stage, person)
    panel = await begun(stage, stage.teal)
    await stage.teal.press(panel, "Give up")
    await stage.teal.press(panel, "Give up")
    await stage.teal.say(stage.games, "Who was faster?")
    await days_later(stage)
    results = await posted(stage)
    await settled(stage)
    title, code, *lines, _ = results.text.splitlines()
    assert title == f"**Daily {yesterday()}** · Classic"
    assert code_by(secret_of(stage, stage.guild), day=yesterday()) in code
    assert lines == [
        "` 1` **Robin** · 2 rows",
        "` 1` **Wren** · 2 rows",
        "` –` **Teal** · not solved",
    ]
    assert results.pinged == []
    write(  # as a crash does
        stage,
        "UPDATE daily_days SET settled_at = NULL, channel = NULL, message = NULL, closed = 0",
    )
    await stage.restart()
    await settled(stage)
    assert stage.said_in(stage.games) == [results]

    fresh = await stage.wren.press(results, "Play the daily")
    assert fresh.ephemeral
    assert fresh.text.startswith(f"**Daily {today()}**")


async def test_on_one_day_each_server_has_its_own_results(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    await chosen_channel(stage)
    pond = sandbox.add_guild("Pond")
    depths = sandbox.add_text_channel(pond, "depths")
    stage.robin.join(pond)
    sandbox.grant(pond, stage.robin, Permission.MANAGE_GUILD)
    panel = (await stage.robin.slash(depths, "mastermind-admin settings")).message
    await stage.robin.select(panel, TOPICS, ["daily"])
    await set_to(stage.robin, panel, "daily channel", depths)
    for place in (stage.games, depths):
        panel = await begun(stage, stage.robin, place)
        await stage.robin.press(panel, "Give up")
        await stage.robin.press(panel, "Give up")
    await days_later(stage)
    await settled(stage, 2)
    for place in (stage.games, depths):
        (results,) = stage.said_in(place)
        assert results.text.startswith(f"**Daily {yesterday()}**")


async def test_who_still_plays_is_added_to_the_results_and_the_code_is_told_then(
    started: Stage,
) -> None:
    stage = started
    await chosen_channel(stage)
    plant(stage)
    await solved(stage, stage.robin)
    await begun(stage, stage.wren)
    await days_later(stage)
    results = await posted(stage)
    code = code_by(secret_of(stage, stage.guild), day=yesterday())
    await stage.until_stored("SELECT COUNT(*) FROM daily_days WHERE message IS NOT NULL", 1)
    assert "their result and the code are added here afterwards." in results.text
    assert code not in results.text
    assert "Wren" not in results.text
    assert rows(stage, "SELECT COUNT(*) FROM rounds WHERE code IS NOT NULL") == [(0,)]

    late = await begun(stage, stage.wren)
    await guess(stage.wren, late, CODE)
    await stage.restart()  # which looks at once
    await stage.sandbox.wait_for(lambda: code in results.text)
    assert results.text.splitlines()[2:4] == ["` 1` **Wren** · 1 row", "` 2` **Robin** · 2 rows"]
    assert stage.said_in(stage.games) == [results]
    assert results.buttons == ["Play the daily"]
    await stage.until_stored("SELECT COUNT(*) FROM daily_days WHERE closed = 1", 1)
    assert rows(stage, "SELECT COUNT(*) FROM rounds WHERE code IS NULL") == [(0,)]


async def test_where_the_bot_may_not_write_it_asks_nothing_until_it_may(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    await chosen_channel(stage)
    plant(stage)
    await solved(stage, stage.robin)
    sandbox.world.overwrite(stage.games, sandbox.bot, 0, 1 << 11)  # no Send Messages
    path = f"/channels/{stage.games.id}/messages"
    asked = [len(sandbox.record.find(method, rf".*{path}")) for method in ("GET", "POST")]
    await days_later(stage)
    await logged(stage, "wait until they may be posted")
    assert [len(sandbox.record.find(one, rf".*{path}")) for one in ("GET", "POST")] == asked
    sandbox.world.overwrite(stage.games, sandbox.bot, 0, 0)
    await stage.restart()
    await settled(stage)
    assert len(stage.said_in(stage.games)) == 1


async def test_where_the_channel_was_deleted_nothing_is_posted(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    posts = sandbox.add_text_channel(stage.guild, "results")
    robin = admin(stage)
    await set_to(robin, await opened(stage, robin, "daily"), "daily channel", posts)
    plant(stage)
    await solved(stage, stage.robin)
    sandbox.delete_channel(posts)
    await days_later(stage)
    await settled(stage)
    assert sandbox.record.find("POST", rf".*/channels/{posts.id}/messages") == []
    fresh = await begun(stage, stage.robin)
    assert fresh.text.startswith(f"**Daily {today()}**")


async def test_without_a_channel_nothing_is_posted_then_or_later(started: Stage) -> None:
    stage = started
    plant(stage)
    await solved(stage, stage.robin)
    await days_later(stage)
    await settled(stage)
    await chosen_channel(stage)
    await stage.restart()
    await solved(stage, stage.robin, code_by(secret_of(stage, stage.guild)))
    await days_later(stage)
    await settled(stage, 2)
    (results,) = stage.said_in(stage.games)
    assert str(yesterday()) in results.text
