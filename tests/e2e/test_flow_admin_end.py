"""Admins end a match or a challenge: after a question, with word to the players."""

import pytest

from sandbox import Answer, ClientRefusalError, Message, Permission, Person
from sandbox.interactions import InteractionType, Phase
from sandbox.model import Json
from tests.e2e.panels import REFUSED, admin, by_hand, parts, rows
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

END = "mastermind-admin end"
UNKNOWN = "I do not know that match any more."


async def offered(stage: Stage, person: Person, typed: str = "") -> list[Json]:
    """What is offered for the option while the person types."""
    answer: Answer = await person.autocomplete(stage.games, END, "match", match=typed)
    return answer.choices


async def the_only(stage: Stage, person: Person) -> str:
    """The id of the server's only open match."""
    (choice,) = await offered(stage, person)
    return str(choice["value"])


async def asked(
    stage: Stage, person: Person, match: str, button: str = "End the challenge"
) -> Message:
    """The question whether to end it."""
    answer = await person.slash(stage.games, END, match=match)
    assert answer.ephemeral
    assert answer.message.buttons == [button]
    return answer.message


async def test_open_matches_are_offered_by_names_and_state(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    assert await offered(stage, robin) == []
    await stage.challenge()
    await stage.match_of(stage.wren, stage.teal)
    playing = await stage.match_of(stage.teal, stage.robin)
    await stage.set_code(playing, "RBRG")
    await stage.row(playing, "RRBY")

    names = [choice["name"] for choice in await offered(stage, robin)]
    assert [name.rpartition(" · ")[0] for name in names] == [
        "Robin – Wren · not accepted yet",
        "Wren – Teal · round 1",
        "Teal – Robin · round 1, row 2",
    ]
    (found,) = await offered(stage, robin, "wren – TEAL")
    assert found["name"] == names[1]
    assert await offered(stage, robin, "heron") == []
    by_id = await offered(stage, robin, str(found["value"]))
    assert by_id == [found]


async def test_a_running_match_is_ended_after_a_question(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    robin = admin(stage)
    match = await stage.match_of(stage.wren, stage.teal)
    await stage.set_code(match, "RBRG")
    await stage.row(match, "RRBY")
    number = await the_only(stage, robin)
    question = await asked(stage, robin, number, "End the match")
    assert "between **Wren** and **Teal** (round 1, row 2)?" in question.content
    assert len(await offered(stage, robin)) == 1

    await robin.press(question, "End the match")
    assert question.content == "You have ended the match between **Wren** and **Teal**."
    assert question.buttons == []
    told = await sandbox.message(match.thread, "An admin of this server ended the match.")
    assert told.pinged == []
    await sandbox.wait_for(lambda: "was cancelled" in match.challenge.content)
    assert await offered(stage, robin) == []
    board = await robin.slash(stage.games, "leaderboard")
    assert "No finished match counts on this board yet" in board.text
    audit = "SELECT actor, action, detail FROM audit WHERE guild = ?"
    assert rows(stage, audit, stage.guild.id) == [(robin.id, "end match", number)]
    panel = await robin.slash(stage.games, "mastermind-admin settings")
    assert panel.text.endswith(f"<@{robin.id}> · ended the match `{number}`")


async def test_a_challenge_is_ended_so_that_nobody_can_accept_it(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    answer = await stage.wren.slash(stage.games, "mastermind challenge", opponent=stage.teal)
    challenge = answer.message
    question = await asked(stage, robin, await the_only(stage, robin))
    assert "challenge by **Wren** to **Teal**" in question.content
    await robin.press(question, "End the challenge")
    assert question.content == "You have ended the challenge by **Wren** to **Teal**."
    assert question.buttons == []
    await stage.sandbox.wait_for(lambda: not challenge.buttons)
    assert "was cancelled" in challenge.content
    late = await stage.teal.press(challenge, "Accept", stale=True)
    assert late.text.startswith("An admin ended this match")


async def test_a_challenge_that_is_accepted_meanwhile_is_asked_about_anew(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    challenge = (await stage.challenge()).message
    question = await asked(stage, robin, await the_only(stage, robin))
    await stage.wren.press(challenge, "Accept")
    await robin.press(question, "End the challenge")
    assert question.content.startswith("End the match between **Robin** and **Wren** (round 1)?")
    assert question.buttons == ["End the match"]
    assert len(await offered(stage, robin)) == 1
    await robin.press(question, "End the match")
    assert question.content == "You have ended the match between **Robin** and **Wren**."
    assert await offered(stage, robin) == []


async def test_only_open_matches_of_this_server_can_be_ended(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    robin = admin(stage)
    pond = sandbox.add_guild("Pond")
    depths = sandbox.add_text_channel(pond, "depths")
    for person in (stage.robin, stage.wren):
        person.join(pond)
    sandbox.grant(pond, robin, Permission.MANAGE_GUILD)
    elsewhere = (await robin.slash(depths, "mastermind challenge", opponent=stage.wren)).message
    theirs = (await robin.autocomplete(depths, END, "match", match="")).choices
    assert await offered(stage, robin) == []
    for number in (str(theirs[0]["value"]), "nothing", "Robin – Wren", "x" * 100):
        refused = await robin.slash(stage.games, END, match=number)
        assert refused.ephemeral
        assert refused.text.startswith(UNKNOWN)

    question = (await robin.slash(depths, END, match=str(theirs[0]["value"]))).message
    (button,) = parts(question)
    carried = await asked_for_another(stage, robin)
    refused = await by_hand(stage, robin, carried, button)
    assert refused.text.startswith(UNKNOWN)
    assert elsewhere.buttons


async def asked_for_another(stage: Stage, person: Person) -> Message:
    """The question about a new challenge of this server."""
    await stage.challenge()
    return await asked(stage, person, await the_only(stage, person))


async def test_what_is_over_already_is_not_ended_again(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    challenge = (await stage.challenge()).message
    number = await the_only(stage, robin)
    first, second = [await asked(stage, robin, number) for _ in range(2)]
    await robin.press(first, "End the challenge")
    again = await robin.press(second, "End the challenge")
    typed = await robin.slash(stage.games, END, match=number)
    for refused in (again, typed):
        assert refused.ephemeral
        assert refused.text.startswith("An admin ended this match")

    await stage.sandbox.wait_for(lambda: not challenge.buttons)
    other = (await stage.challenge()).message
    number = await the_only(stage, robin)
    await stage.wren.press(other, "Decline")
    declined = await robin.slash(stage.games, END, match=number)
    assert declined.text.startswith("This challenge was declined.")


async def test_nobody_else_can_end_a_match_by_any_way(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    role = sandbox.grant(stage.guild, stage.teal, Permission.MANAGE_GUILD)
    challenge = (await stage.challenge()).message
    number = await the_only(stage, stage.teal)
    question = await asked(stage, stage.teal, number)
    (button,) = parts(question)
    typing = await stage.teal.autocomplete(stage.games, END, "match", match="")
    assert typing.choices

    sandbox.set_permissions(stage.guild, role, Permission(0))
    with pytest.raises(ClientRefusalError):
        await stage.teal.slash(stage.games, END, match=number)
    refusals = [
        await stage.teal.slash_unallowed(stage.games, END, match=number),
        await stage.teal.press(question, "End the challenge"),
        await by_hand(stage, stage.wren, question, button),
    ]
    for refused in refusals:
        assert refused.ephemeral
        assert refused.text.startswith(REFUSED)
    one = sandbox.interactions.start(
        InteractionType.AUTOCOMPLETE, stage.teal.user, stage.games, typing.interaction.data
    )
    await sandbox.wait_for(lambda: one.phase is not Phase.OPEN)
    assert one.choices == []
    assert challenge.buttons
