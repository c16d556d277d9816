"""What somebody does who cracks a code of the bot's alone."""

from bot.engine import Code, Rules, Symbols, format_code
from bot.matches.ids import MatchId
from bot.presentation.palette import legend
from bot.storage.database import KEY_FILE
from bot.storage.sealing import load_sealer
from sandbox import Answer, Channel, Message, Person
from tests.e2e.panels import parts, rows
from tests.e2e.stage import Stage, filled


async def privately(stage: Stage, person: Person, **options: object) -> Message:
    """The person's panel of a new code."""
    answer = await person.slash(stage.games, "mastermind solo", **options)
    assert answer.ephemeral
    return answer.message


async def in_thread(stage: Stage, person: Person, **options: object) -> tuple[Message, Channel]:
    """A code that is cracked in a thread: what the channel is told of it, and the thread."""
    answer = await person.slash(stage.games, "mastermind solo", private=False, **options)
    thread = await stage.sandbox.wait_for(lambda: stage.sandbox.thread_of(answer.message))
    await stage.sandbox.message(thread, "The code is hidden.")
    return answer.message, thread


async def guess(person: Person, shown: Message, code: str) -> Answer:
    """A row played by the box."""
    box = await person.press(shown, "Guess")
    answer: Answer = await person.submit(box.modal, filled(box.modal, code))
    return answer


def match_of(message: Message) -> MatchId:
    """The match that its buttons are about."""
    return MatchId(parts(message)[0]["custom_id"].split(":")[2])


def hidden(stage: Stage, match: MatchId) -> str:
    """The code that the bot hides, as nobody but a test can know it."""
    query = "SELECT sealed FROM rounds WHERE match_id = ? AND number = 1"
    ((sealed,),) = rows(stage, query, match)
    code, _ = load_sealer(stage.data / KEY_FILE).unseal(match, 1, str(sealed))
    return typed(stage, match, code)


def wrong(stage: Stage, match: MatchId) -> str:
    """A row that is not the code, but keeps to the rules: the code, turned by one or replaced."""
    code = hidden(stage, match)
    turned = code[1:] + code[0]
    symbols = legend(_rules(stage, match)).characters
    other = next(symbol for symbol in symbols if symbol != code[0])
    return turned if turned != code else other * len(code)


def typed(stage: Stage, match: MatchId, code: Code) -> str:
    """A code of that match in its canonical letters or digits."""
    return format_code(code, legend(_rules(stage, match)))


def _rules(stage: Stage, match: MatchId) -> Rules:
    query = "SELECT symbols, colours, positions, repeats, blanks FROM matches WHERE id = ?"
    ((symbols, colours, positions, repeats, blanks),) = rows(stage, query, match)
    return Rules(
        positions=int(str(positions)),
        symbols=Symbols(str(symbols)),
        colours=int(str(colours)),
        repeats=bool(repeats),
        blanks=bool(blanks),
    )
