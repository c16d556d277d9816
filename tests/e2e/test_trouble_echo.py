"""What people call themselves and write is shown as it reads: no ping, no markdown, no turning."""

from sandbox import Message, Permission, Person
from tests.e2e.stage import Match, Stage

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
NAMES = (
    "@everyone",
    "@here <@&1> <#2> </x:3>",
    "**bold** __under__ ~~gone~~ ||x||",
    "[gift](http://127.0.0.1/a) <b:b:1>",
    "# head > quote - list `code` ```",
    "*" * 32,
    "`" * 32,
    "\u202eturned \u2067round\u2069",
    "zero\u200bwidth\u200d\ufeff",
    "<t:1:R> {0} {challenger} %s %(x)s",
)
TEXTS = (
    "@everyone",
    "<@{teal}> RRBB",
    "RRB@everyone",
    "R R B <@{teal}>",
    "red blue @here green",
    "**R**R__B__B **",
    "[RRBB](http://127.0.0.1/a)",
    "RRB\u202eB\u202d",
    "\u2066" * 40,
    "RRBBB" + "\u200b" * 40,
    "`` ` ``RRBBB``",
    "R" * 90,
    "RRB" + "*" * 80,
    "{0} {read} %s",
    "𝐑𝐑𝐁𝐁𝐁 ℛ ①②③⑨",
)
LONG = ("R" * 2000, "red " * 500, "R @everyone " * 166, "RRB\u202e" * 500, "*" * 2000)


def let_the_bot_ping_everybody(stage: Stage) -> None:
    """So that a message which would ping everybody does, and is seen."""
    world, bot = stage.sandbox.world, stage.sandbox.bot
    role = world.add_role(stage.guild, "loud", int(Permission.MENTION_EVERYONE))
    world.give_role(stage.guild, bot, role)


def all_messages(stage: Stage) -> list[Message]:
    """Every message of the bot anywhere, the private ones included."""
    channels = stage.sandbox.world.channels.values()
    found = [message for channel in channels for message in channel.messages.values()]
    return [message for message in found if message.author is stage.sandbox.bot]


def check_harmless(stage: Stage, *pinged: Person) -> None:
    """No message of the bot names everybody, pings others than these, or turns its words round."""
    for message in all_messages(stage):
        assert not message.mention_everyone, message.text
        assert message.mention_roles == []
        assert set(message.pinged) <= {person.id for person in pinged}, message.text
        assert not set(TURNING) & set(message.text), ascii(message.text)
        assert len(message.content) <= 2000


async def test_names_are_shown_as_they_read_wherever_they_stand(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    let_the_bot_ping_everybody(stage)
    players = [sandbox.add_person(name, guilds=[stage.guild]) for name in NAMES]
    for challenger, opponent in zip(players[::2], players[1::2], strict=True):
        match = await stage.match_of(challenger, opponent)
        await stage.set_code(match, "RBRG")
        await opponent.slash(match.thread, "mastermind concede")
        await challenger.slash(match.thread, "mastermind board")
        question = await opponent.slash(match.thread, "mastermind forfeit")
        await opponent.press(question.message, "Forfeit")
        end = await sandbox.message(match.thread, "wins the match")
        await challenger.press(end, "Rematch")
        check_thread_name(match, challenger, opponent)
    board = (await stage.teal.slash(stage.games, "leaderboard")).text
    assert len([line for line in board.splitlines() if line.startswith("#")]) == len(NAMES)
    await stage.nothing_owed()
    check_harmless(stage, *players)
    for message in all_messages(stage):
        check_disarmed(message)


def check_thread_name(match: Match, *players: Person) -> None:
    """Names of threads know no markdown; they hold both names, but nothing that turns them."""
    name = match.thread.name or ""
    assert not set(TURNING) & set(name)
    assert len(name) <= 100
    for player in players:
        plain = "".join(character for character in player.user.name if character not in TURNING)
        assert plain in name


def check_disarmed(message: Message) -> None:
    """None of the names has an effect: each stands behind backslashes, and no @ before a word."""
    for raw in (
        "**bold**",
        "__under__",
        "~~gone~~",
        "||x||",
        "[gift]",
        "```\n",
        "*" * 32,
        "`" * 32,
    ):
        assert raw not in message.text.replace("```sh\n", "").replace("sha256sum\n```", ""), raw
    for raw in ("@everyone", "@here", "<@&1>", "<#2>", "</x:3>", "<b:b:1>", "<t:1:R>", "http://"):
        assert raw not in message.text, raw


async def test_texts_are_echoed_without_an_effect(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    let_the_bot_ping_everybody(stage)
    match = await stage.playing("GYPO")
    private = await stage.match_of(stage.teal, stage.wren)
    asked = stage.said_in(match.thread)[-1]
    pings = [one for one in all_messages(stage) if one.pinged]
    for text in (one.replace("{teal}", str(stage.teal.id)) for one in TEXTS):
        await stage.wren.say(match.thread, text)
        await stage.teal.dm(text)
        await stage.wren.slash(match.thread, "mastermind guess", code=text)
        box = await stage.wren.press(asked, "Guess")
        await stage.wren.submit(box.modal, {"text": text})
    for text in LONG:
        await stage.wren.say(match.thread, text)
        await stage.teal.dm(text)
    await stage.row(match, "RRBB")
    await stage.teal.dm("RRBB")
    await sandbox.message(private.thread, "of round 1")
    await stage.nothing_owed()
    check_harmless(stage, stage.robin, stage.wren, stage.teal)
    assert [one for one in all_messages(stage) if one.pinged][: len(pings)] == pings
    assert sandbox.failed_interactions == []
    assert "Traceback" not in stage.bot.output
