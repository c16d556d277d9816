"""The daily over midnight, over restarts, and where nothing of it must be found."""

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
from tests.e2e.panels import write
from tests.e2e.stage import Stage
from tests.e2e.test_flow_privacy import file_of
from tests.e2e.test_trouble_secrets import CODE, finds, stored_bytes


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
    await stage.robin.press(panel, "Share")
    await stage.sandbox.wait_for(lambda: stage.said_in(stage.games))
    assert finds(*stage.robin.payloads)
    assert finds(*stage.wren.payloads, *stage.teal.payloads) == []
    await stage.stop()
    assert finds(*stage.log.splitlines()) == []


async def test_a_try_belongs_to_its_day_also_when_it_ends_after_midnight(
    started: Stage,
) -> None:
    stage = started
    plant(stage)
    await guess(stage.robin, await begun(stage, stage.robin), "RRBB")
    await days_later(stage)
    panel = await begun(stage, stage.robin)
    assert panel.text.startswith(f"**Daily {yesterday()}**")
    assert "There is a newer one by now" in panel.text
    await guess(stage.robin, panel, CODE)
    assert f"Daily {yesterday()}: solved in 2 of 10 rows" in panel.text
    assert "Today's code waits for you: `/mastermind daily`" in panel.text

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
    write(stage, "UPDATE daily_days SET settled_at = NULL, message = NULL")  # as a crash does
    await stage.restart()
    await settled(stage)
    assert stage.said_in(stage.games) == [results]

    fresh = await stage.wren.press(results, "Play the daily")
    assert fresh.ephemeral
    assert fresh.text.startswith(f"**Daily {today()}**")


async def test_the_code_is_not_told_while_somebody_still_plays(started: Stage) -> None:
    stage = started
    await chosen_channel(stage)
    plant(stage)
    await solved(stage, stage.robin)
    await begun(stage, stage.wren)
    await days_later(stage)
    results = await posted(stage)
    assert "Somebody is still at it, so I do not tell the code." in results.text
    assert code_by(secret_of(stage, stage.guild), day=yesterday()) not in results.text
    assert "Wren" not in results.text


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
