"""A challenge: what it says, whom it pings, what it refuses, and that the game is what it said."""

import re
import time

import pytest

from sandbox import ClientRefusalError, Message, Permission
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 24 * 3600
CLASSIC = (
    *("Classic", "4 positions", "6 colours <:mm_red:", "repeats allowed", "10 rows", "2 rounds"),
    "a point per row for the codemaker",
)


async def test_a_challenge_names_both_and_pings_exactly_the_opponent(shared: Stage) -> None:
    stage = shared
    challenge = (await stage.challenge()).message
    assert not challenge.ephemeral
    assert challenge.pinged == [stage.wren.id]
    assert "Robin" in challenge.content
    assert stage.wren.mention in challenge.content
    for part in CLASSIC:
        assert part in challenge.content
    until = {int(stamp) for stamp in re.findall(r"<t:(\d+):\w>", challenge.content)}
    assert len(until) == 1
    assert abs(until.pop() - (time.time() + DAY)) < 60
    assert challenge.buttons == ["Accept", "Decline", "Cancel", "Rules"]
    assert stage.said_in(stage.games) == [challenge]


async def test_the_menu_of_a_person_challenges_them_with_the_defaults(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    answer = await stage.robin.user_menu(stage.games, "Challenge to Mastermind", stage.wren)
    challenge = answer.message
    assert challenge.pinged == [stage.wren.id]
    for part in CLASSIC:
        assert part in challenge.content
    offered = await sandbox.wait_for(lambda: answer.followups[0] if answer.followups else None)
    assert offered.buttons == ["Set the code", "Random code"]
    await stage.wren.press(challenge, "Accept")
    await sandbox.wait_for(lambda: sandbox.thread_of(challenge))
    oneself = await stage.robin.user_menu(stage.games, "Challenge to Mastermind", stage.robin)
    assert oneself.ephemeral
    assert oneself.text


async def test_a_challenger_who_begins_hides_the_code_while_waiting(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    answer = await stage.challenge()
    offered = await sandbox.wait_for(lambda: answer.followups[0] if answer.followups else None)
    assert offered.ephemeral
    assert offered.only_for == stage.robin.id
    assert offered.buttons == ["Set the code", "Random code"]

    drawn = await stage.robin.press(offered, "Random code")
    assert drawn.ephemeral
    assert drawn.message.buttons == ["Change"]
    box = await stage.robin.press(drawn.message, "Change")
    chosen = await stage.robin.submit(box.modal, {"text": "RBRG"})
    assert chosen.ephemeral
    assert "`RBRG`" in chosen.text
    assert stage.said_in(stage.games) == [answer.message]

    await stage.wren.press(answer.message, "Accept")
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(answer.message))
    asked = await sandbox.message(thread, "the code of round 1 is hidden")
    opening, last = stage.said_in(thread)
    assert last is asked
    assert sorted(opening.pinged) == sorted([stage.robin.id, stage.wren.id])
    assert "Set the code" not in opening.buttons
    assert asked.pinged == [stage.wren.id]
    assert asked.buttons == ["Guess", "Board"]
    assert stage.robin.inbox == []
    solved = await stage.answer_to(await stage.wren.say(thread, "RBRG"))
    assert "**4 black, 0 white**" in solved.content


async def test_the_opponent_hides_the_first_code_when_the_challenge_says_so(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    answer = await stage.challenge(codemaker="My opponent")
    assert "**Wren** hides the first code" in answer.text
    await stage.wren.press(answer.message, "Accept")
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(answer.message))
    opening = await sandbox.message(thread, "The match begins")
    await sandbox.wait_for(lambda: stage.wren.inbox)
    assert answer.followups == []
    assert stage.robin.inbox == []

    for button in ("Set the code", "Random code"):
        refused = await stage.robin.press(opening, button)
        assert refused.ephemeral
        assert stage.wren.mention in refused.text
    box = await stage.wren.press(opening, "Set the code")
    await stage.wren.submit(box.modal, {"text": "RBRG"})
    asked = await sandbox.message(thread, "the code of round 1 is hidden")
    assert asked.pinged == [stage.robin.id]
    first = await stage.answer_to(await stage.robin.say(thread, "RRBY"))
    assert "**1 black, 2 white**" in first.content


async def test_chance_chooses_the_first_codemaker_when_the_challenge_says_so(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    answer = await stage.challenge(codemaker="random")
    assert "coin" in answer.text
    await stage.wren.press(answer.message, "Accept")
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(answer.message))
    both = (stage.robin, stage.wren)
    maker = await sandbox.wait_for(lambda: next((one for one in both if one.inbox), None))
    breaker = next(one for one in both if one is not maker)
    assert answer.followups == []
    opening = await sandbox.message(thread, "The match begins")
    assert f"{maker.mention} hides the first code" in opening.content

    await maker.dm("RBRG")
    asked = await sandbox.message(thread, "the code of round 1 is hidden")
    assert asked.pinged == [breaker.id]
    assert breaker.inbox == []


VARIANTS: list[tuple[dict[str, object], tuple[str, ...], str, str]] = [
    ({"preset": "super"}, ("**Super**", "5 positions", "8 colours", "12 rows"), "RBGYI", "RBGIY"),
    ({"preset": "Mini: 4 of 6 colours, 6 rows"}, ("**Mini**", "6 rows"), "RBRG", "RBGR"),
    (
        {"preset": "bulls-and-cows"},
        ("**Bulls and Cows**", "4 positions", "10 digits (0–9)", "no repeats", "12 rows"),
        "0123",
        "0132",
    ),
    ({"symbols": "Digits", "positions": 3, "colours": 5}, ("5 digits (1–5)",), "512", "521"),
    (
        {"symbols": "letters", "colours": 26, "positions": 8},
        ("8 positions", "26 letters (A–Z)"),
        "ABCDEFYZ",
        "ABCDEFZY",
    ),
    ({"blanks": True}, ("blanks allowed",), "R..G", "R.G."),
    ({"repeats": False, "colours": 10}, ("10 colours", "no repeats"), "RBWK", "RBKW"),
    ({"preset": "super", "rows": 9}, ("5 positions", "8 colours", "9 rows"), "RBGYI", "RBGIY"),
]
"""Options, words of the challenge, a code, and the code with two of its pegs changed over."""


async def test_every_variant_is_in_the_words_of_the_challenge_and_in_the_game(
    shared: Stage,
) -> None:
    stage = shared
    for options, words, code, guess in VARIANTS:
        match = await stage.playing(code, **options)
        for part in words:
            assert part in match.challenge.content, options
        reply = await stage.row(match, guess)
        size = len(code)
        assert f"**{size - 2} black, 2 white**" in reply.content
        rows = next((word for word in words if word.endswith(" rows")), "10 rows")
        assert reply.content.startswith(f"Row 1 of {rows.removesuffix(' rows')} ·")


async def test_a_changed_preset_is_not_called_by_its_name(shared: Stage) -> None:
    challenge = (await shared.challenge(preset="super", rows=9)).message
    assert "Super" not in challenge.content
    same = (await shared.challenge(preset="super", rows=12)).message
    assert "**Super**" in same.content


async def test_a_game_without_repeats_takes_none_in_code_or_row(shared: Stage) -> None:
    stage = shared
    match = await stage.accepted(preset="bulls-and-cows")
    wanted = stage.last_with(match.thread, "Set the code")
    assert wanted is not None
    box = await stage.robin.press(wanted, "Set the code")
    refused = await stage.robin.submit(box.modal, {"text": "1123"})
    assert refused.ephemeral
    assert "1123" in refused.text
    await stage.set_code(match, "0123")
    assert "1123" in (await stage.row(match, "1123")).content
    assert (await stage.row(match, "3210")).content.startswith("Row 1 of 12")


async def test_four_rounds_are_played_with_a_point_for_each_key_peg(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted(rounds=4, points="One for each key peg")
    assert "4 rounds" in match.challenge.content
    assert "a point per key peg for the codemaker" in match.challenge.content
    for number in range(1, 5):
        await stage.set_code(match, "RBRG", number)
        await stage.row(match, "RRBY")  # three keys
        if number < 3:
            await stage.row(match, "RBRG")  # four more
        else:
            await match.codebreaker.slash(match.thread, "mastermind concede")
        revealed = await sandbox.message(match.thread, f"Round {number} is over")
        assert ("7 points" if number < 3 else "3 points") in revealed.content
        stage.swap(match)
    ended = await sandbox.message(match.thread, "Round 4 is over")
    assert "draw" in ended.content
    assert "**Robin** 10, **Wren** 10" in ended.content


REFUSED: list[tuple[dict[str, object], str]] = [
    ({"positions": 7, "repeats": False}, "repeats"),
    ({"colours": 11}, "10"),
    ({"symbols": "digits", "colours": 11}, "10"),
    ({"symbols": "digits", "colours": 26}, "10"),
]


async def test_a_game_that_cannot_be_played_is_refused_in_private(shared: Stage) -> None:
    stage = shared
    for options, reason in REFUSED:
        refused = await stage.challenge(**options)
        assert refused.ephemeral, options
        assert reason in refused.text
    beyond: list[dict[str, object]] = [
        {"rows": 13},
        {"rows": 5},
        {"positions": 9},
        {"rounds": 3},
        {"colours": 27},
    ]
    for options in beyond:
        with pytest.raises(ClientRefusalError):
            await stage.challenge(**options)
    assert stage.said_in(stage.games) == []


async def test_a_challenge_to_whom_nobody_can_play_with_is_refused_in_private(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    machine = sandbox.add_other_bot("Abacus", guilds=[stage.guild])
    stranger = sandbox.add_person("Lark")
    for opponent, reason in (
        (stage.robin, "yourself"),
        (machine, "Other bots"),
        (stranger, "not in this server"),
    ):
        refused = await stage.robin.slash(stage.games, "mastermind challenge", opponent=opponent)
        assert refused.ephemeral
        assert reason in refused.text
        assert refused.followups == []
    assert stage.said_in(stage.games) == []
    listed = await stage.robin.slash(stage.games, "mastermind matches")
    assert "/channels/" not in listed.text


async def test_a_challenge_is_made_in_text_and_announcement_channels_only(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    voice = sandbox.add_voice_channel(stage.guild, "lounge")
    news = sandbox.add_announcement_channel(stage.guild, "news")
    thread = (await stage.accepted()).thread
    before = stage.said_in(thread)
    for place in (voice, thread):
        refused = await stage.robin.slash(place, "mastermind challenge", opponent=stage.wren)
        assert refused.ephemeral
        assert "text" in refused.text
    assert stage.said_in(voice) == []
    assert stage.said_in(thread) == before
    private = sandbox.world.dm_with(stage.robin.user)
    with pytest.raises(ClientRefusalError):
        await stage.robin.slash(private, "mastermind challenge", opponent=stage.wren)

    hidden = await stage.robin.slash(
        news, "mastermind challenge", opponent=stage.wren, private=True
    )
    assert hidden.ephemeral
    assert "private" in hidden.text
    assert stage.said_in(news) == []
    match = await stage.match_of(stage.robin, stage.wren, news)
    await stage.set_code(match, "RBRG")
    assert "**1 black, 2 white**" in (await stage.row(match, "RRBY")).content


LACKING = [
    (Permission.VIEW_CHANNEL, "View Channel", False),
    (Permission.SEND_MESSAGES, "Send Messages", False),
    (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads", False),
    (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads", False),
    (Permission.READ_MESSAGE_HISTORY, "Read Message History", False),
    (Permission.CREATE_PRIVATE_THREADS, "Create Private Threads", True),
]


async def test_what_the_bot_lacks_is_named_before_anything_is_posted(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    for permission, name, private in LACKING:
        sandbox.deny(stage.games, sandbox.bot, permission)
        refused = await stage.challenge(private=private)
        assert refused.ephemeral
        assert f"**{name}" in refused.text
        assert refused.followups == []
    assert stage.said_in(stage.games) == []

    sandbox.deny(stage.games, sandbox.bot, Permission.CREATE_PRIVATE_THREADS)
    await stage.accepted()


async def test_a_permission_that_was_taken_meanwhile_is_named_at_accept(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge: Message = (await stage.challenge()).message
    sandbox.deny(stage.games, sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)
    refused = await stage.wren.press(challenge, "Accept")
    assert refused.ephemeral
    assert "Send Messages in Threads" in refused.text
    assert sandbox.thread_of(challenge) is None

    sandbox.deny(stage.games, sandbox.bot, Permission(0))
    await stage.wren.press(challenge, "Accept")
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(challenge))
    await sandbox.message(thread, "The match begins")
