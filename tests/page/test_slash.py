"""Which commands the message box offers, and how it reads what is typed into it.

`compose/slash.js` and `compose/mentions.js` know nothing of the page, so they are called by
themselves, in the browser that they are written for.
"""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Page

from sandbox.page.live import STATIC
from tests.page.browser import Visitor

Json = dict[str, Any]

EMPTY_PAGE = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Empty</title>'
CALL = """async ([module, name, given]) => {
  const result = (await import(`/page/compose/${module}.js`))[name](...given);
  return result instanceof Map ? Object.fromEntries(result) : result;
}"""

BOT, ROBIN, WREN, TEAL = "9", "1", "2", "3"
SUBCOMMAND, GROUP, TEXT, INTEGER, BOOLEAN, USER, NUMBER = 1, 2, 3, 4, 5, 6, 10
ADMINISTRATOR, MANAGE_GUILD = 1 << 3, 1 << 5
SERVERS, DIRECT = 0, 1


def named(kind: int, name: str, french: str | None = None, /, **more: object) -> Json:
    """A command or an option, with a French name if it has one."""
    localizations = {"fr": french} if french else None
    head = {"type": kind, "name": name, "name_localizations": localizations, "description": name}
    return head | more


OPPONENT = named(USER, "opponent", "adversaire", required=True)
PRESET = named(
    TEXT,
    "preset",
    "formule",
    choices=[
        {"name": "Classic", "value": "classic", "name_localizations": {"fr": "Classique"}},
        {"name": "Super", "value": "super"},
    ],
)
ROWS = named(INTEGER, "rows", "lignes", min_value=6, max_value=12)
REPEATS = named(BOOLEAN, "repeats", "répétitions")
RATIO = named(NUMBER, "ratio", min_value=0.5)
CODE = named(TEXT, "code", required=True, min_length=2, max_length=4)
CHALLENGE = [OPPONENT, PRESET, ROWS, REPEATS]
COMMANDS = [
    named(
        1,
        "mastermind",
        dm_permission=False,
        options=[
            named(SUBCOMMAND, "challenge", "défi", options=CHALLENGE),
            named(SUBCOMMAND, "guess", "proposer", options=[CODE]),
            named(GROUP, "history", "passé", options=[named(SUBCOMMAND, "clear", "vider")]),
        ],
    ),
    named(1, "leaderboard", "classement", contexts=[SERVERS]),
    named(1, "settings", contexts=[SERVERS], default_member_permissions=str(MANAGE_GUILD)),
    named(1, "audit", default_member_permissions="0", contexts=[SERVERS]),
    named(1, "privacy", contexts=[DIRECT]),
    named(1, "export"),
    named(2, "Challenge to Mastermind", "Défier au Mastermind", contexts=[SERVERS]),
    named(2, "Warn", default_member_permissions="0"),
]
GAME = ["mastermind challenge", "mastermind guess", "mastermind history clear", "leaderboard"]


def state(locale: str = "en-US", *, with_bot: bool = True) -> Json:
    """The state of Robin's tab."""
    names = {ROBIN: "Robin", WREN: "Wren", TEAL: "Teal", BOT: "Mastermind"}
    users = {id_: {"id": id_, "name": name, "bot": id_ == BOT} for id_, name in names.items()}
    members = [ROBIN, WREN, TEAL] + ([BOT] if with_bot else [])
    return {
        "me": users[ROBIN] | {"locale": locale},
        "users": users,
        "bot": {"id": BOT},
        "servers": [{"id": "20", "members": members}],
        "commands": COMMANDS,
    }


def channel(*, permissions: int = 0, kind: int = 0, can_use_commands: bool = True) -> Json:
    """A channel of the server; of kind 1 the private messages."""
    return {
        "id": "30",
        "type": kind,
        "server": None if kind == DIRECT else "20",
        "can_use_commands": can_use_commands,
        "permissions": str(permissions),
    }


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """An empty page beside the page's modules."""

    async def empty(_: web.Request) -> web.Response:
        return web.Response(text=EMPTY_PAGE, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", empty)
    app.router.add_static("/page/", STATIC)
    visitor = Visitor(browser)
    async with TestServer(app) as server:
        yield await visitor.open(str(server.make_url("/")))
        await visitor.close()
    assert visitor.faults == []


async def slash(page: Page, name: str, *given: object) -> Any:
    """What a function of slash.js gives."""
    return await page.evaluate(CALL, ["slash", name, list(given)])


async def mentions(page: Page, name: str, *given: object) -> Any:
    """What a function of mentions.js gives."""
    return await page.evaluate(CALL, ["mentions", name, list(given)])


async def offers(page: Page, locale: str = "en-US") -> list[Json]:
    """What Robin is offered in a channel of the server."""
    found: list[Json] = await slash(page, "offersIn", state(locale), channel())
    return found


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param(channel(), [*GAME, "export"], id="a person without permissions"),
        pytest.param(channel(kind=11), [*GAME, "export"], id="a thread"),
        pytest.param(
            channel(permissions=MANAGE_GUILD), [*GAME, "settings", "export"], id="a moderator"
        ),
        pytest.param(
            channel(permissions=ADMINISTRATOR),
            [*GAME, "settings", "audit", "export"],
            id="an administrator",
        ),
        pytest.param(
            channel(permissions=1 << 60), [*GAME, "export"], id="bits beyond a JavaScript number"
        ),
        pytest.param(channel(kind=DIRECT), ["privacy", "export"], id="private messages"),
        pytest.param(channel(can_use_commands=False), [], id="commands are not allowed"),
    ],
)
async def test_what_is_offered(page: Page, place: Json, expected: list[str]) -> None:
    found = await slash(page, "offersIn", state(), place)

    assert [one["line"] for one in found] == expected


async def test_a_server_without_the_bot_has_no_commands(page: Page) -> None:
    assert await slash(page, "offersIn", state(with_bot=False), channel()) == []
    assert await slash(page, "menuIn", state(with_bot=False), channel()) == []


async def test_commands_are_named_in_the_person_s_language(page: Page) -> None:
    labels = [one["label"] for one in await offers(page, "fr")]

    assert labels[:4] == [
        "mastermind défi",
        "mastermind proposer",
        "mastermind passé vider",
        "classement",
    ]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param(channel(), ["Challenge to Mastermind"], id="a person"),
        pytest.param(
            channel(permissions=ADMINISTRATOR),
            ["Challenge to Mastermind", "Warn"],
            id="an administrator",
        ),
        pytest.param(channel(kind=DIRECT), ["Warn"], id="private messages have no permissions"),
    ],
)
async def test_the_menu_of_a_person(page: Page, place: Json, expected: list[str]) -> None:
    found = await slash(page, "menuIn", state(), place)

    assert [one["name"] for one in found] == expected


@pytest.mark.parametrize(
    ("locale", "text", "expected"),
    [
        ("en-US", "/", [*GAME, "export"]),
        ("en-US", "/lead", ["leaderboard"]),
        ("en-US", "/MASTERMIND G", ["mastermind guess"]),
        ("en-US", "/gu", ["mastermind guess"]),
        ("en-US", "/c", ["mastermind challenge", "mastermind history clear"]),
        ("en-US", "/e", ["export", "mastermind challenge", "mastermind guess",
                         "mastermind history clear", "leaderboard"]),
        ("fr", "/defi", ["mastermind challenge"]),
        ("fr", "/challenge", ["mastermind challenge"]),
        ("en-US", "/défi", []),
        ("en-US", "//", []),
        ("en-US", "/lead\nboard", []),
        ("en-US", "lead", []),
        ("en-US", "", []),
    ],
)  # fmt: skip
async def test_the_list_while_typing(
    page: Page, locale: str, text: str, expected: list[str]
) -> None:
    found = await slash(page, "matching", await offers(page, locale), text)

    assert [one["line"] for one in found] == expected


@pytest.mark.parametrize(
    ("locale", "text", "line", "rest"),
    [
        ("en-US", "/mastermind guess ", "mastermind guess", ""),
        ("en-US", "/mastermind guess RBRG", "mastermind guess", "RBRG"),
        ("en-US", "/Mastermind Guess R B", "mastermind guess", "R B"),
        ("en-US", "/mastermind challenge opponent:@Wren rows:8", "mastermind challenge",
         "opponent:@Wren rows:8"),
        ("fr", "/mastermind défi Wren", "mastermind challenge", "Wren"),
        ("fr", "/mastermind de\u0301fi Wren", "mastermind challenge", "Wren"),
        ("fr", "/mastermind defi Wren", "mastermind challenge", "Wren"),
        ("fr", "/mastermind challenge Wren", "mastermind challenge", "Wren"),
    ],
)  # fmt: skip
async def test_a_command_typed_in_full(
    page: Page, locale: str, text: str, line: str, rest: str
) -> None:
    found = await slash(page, "typedCommand", await offers(page, locale), text)

    assert (found["offer"]["line"], found["rest"]) == (line, rest)


@pytest.mark.parametrize(
    "text", ["/mastermind guess", "/mastermind ", "/mastermind guessing x", "mastermind guess x"]
)
async def test_a_command_not_typed_in_full(page: Page, text: str) -> None:
    assert await slash(page, "typedCommand", await offers(page), text) is None


@pytest.mark.parametrize(
    ("locale", "text", "before", "expected"),
    [
        ("en-US", "@Wren", "@Wren", []),
        ("en-US", "opponent:@Wren rows:8", "", [["opponent", "@Wren"], ["rows", "8"]]),
        ("en-US", "@Wren rows: 8 ", "@Wren", [["rows", "8"]]),
        ("en-US", "Wren ROWS:", "Wren", [["rows", ""]]),
        ("en-US", "at 10:30 rows:8", "at 10:30", [["rows", "8"]]),
        ("en-US", "xrows:8", "xrows:8", []),
        ("en-US", "lignes:8", "lignes:8", []),
        ("fr", "lignes:8 rows:9", "", [["rows", "8"], ["rows", "9"]]),
        ("fr", "répétitions:vrai", "", [["repeats", "vrai"]]),
        ("fr", "repetitions:vrai", "", [["repeats", "vrai"]]),
    ],
)
async def test_options_named_in_a_text(
    page: Page, locale: str, text: str, before: str, expected: list[list[str]]
) -> None:
    found = await slash(page, "namedIn", CHALLENGE, text, locale)

    assert found == {"before": before, "named": expected}


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        (OPPONENT, "@Wren", WREN),
        (OPPONENT, "wren ", WREN),
        (OPPONENT, "Wre", "Wre"),
        (PRESET, "Classique", "classic"),
        (PRESET, "classic", "classic"),
        (PRESET, "Super", "super"),
        (PRESET, "mega", "mega"),
        (REPEATS, "Vrai", True),
        (REPEATS, "faux", False),
        (REPEATS, "true", True),
        (REPEATS, "oui", "oui"),
        (ROWS, " 8 ", 8),
        (ROWS, "-8", -8),
        (ROWS, "8.5", "8.5"),
        (ROWS, "eight", "eight"),
        (RATIO, "1,5", 1.5),
        (RATIO, "1.5", 1.5),
        (RATIO, "1.", "1."),
        (CODE, " RBRG ", "RBRG"),
        (CODE, "1234", "1234"),
        (CODE, "", ""),
    ],
)
async def test_what_a_text_means(page: Page, option: Json, text: str, expected: object) -> None:
    people = await slash(page, "peopleAsEntries", list(state()["users"].values()), "App")
    given = {"locale": "fr", "people": people, "yes": "Vrai", "no": "Faux"}
    entries = await slash(page, "entriesOf", option, given)

    assert await slash(page, "meaningOf", option, text, entries) == expected


@pytest.mark.parametrize(
    ("options", "values", "expected"),
    [
        pytest.param(CHALLENGE, {"opponent": WREN}, {}, id="only what is required"),
        pytest.param(
            CHALLENGE,
            {"opponent": WREN, "preset": "super", "rows": 12, "repeats": False},
            {},
            id="everything",
        ),
        pytest.param(CHALLENGE, {}, {"opponent": "command.required"}, id="nothing"),
        pytest.param(CHALLENGE, {"opponent": ""}, {"opponent": "command.required"}, id="empty"),
        pytest.param(
            CHALLENGE,
            {"opponent": "Wre", "preset": "mega", "rows": 13, "repeats": "oui"},
            {
                "opponent": "command.nobody-here",
                "preset": "command.not-listed",
                "rows": "command.whole-number-between",
                "repeats": "command.not-listed",
            },
            id="everything wrong",
        ),
        pytest.param(
            [OPPONENT], {"opponent": "77"}, {"opponent": "command.nobody-here"}, id="gone"
        ),
        pytest.param([ROWS], {"rows": 6}, {}, id="the lower limit"),
        pytest.param([ROWS], {"rows": 5}, {"rows": "command.whole-number-between"}, id="below it"),
        pytest.param(
            [ROWS], {"rows": "x"}, {"rows": "command.whole-number-between"}, id="no number"
        ),
        pytest.param([RATIO], {"ratio": 0.5}, {}, id="a number"),
        pytest.param([RATIO], {"ratio": 0.4}, {"ratio": "command.too-small"}, id="too small"),
        pytest.param([RATIO], {"ratio": "x"}, {"ratio": "command.number"}, id="not any number"),
        pytest.param(
            [named(INTEGER, "most", max_value=3)],
            {"most": 4},
            {"most": "command.too-large"},
            id="too large",
        ),
        pytest.param(
            [named(INTEGER, "free")], {"free": "1.5"}, {"free": "command.whole-number"}, id="half"
        ),
        pytest.param([CODE], {"code": "R"}, {"code": "command.too-short"}, id="too short"),
        pytest.param([CODE], {"code": "RBRGB"}, {"code": "command.too-long"}, id="too long"),
        pytest.param([CODE], {"code": "🔴🔵🔴🟢"}, {}, id="an emoji is one character"),
    ],
)
async def test_what_is_wrong(page: Page, options: list[Json], values: Json, expected: Json) -> None:
    assert await slash(page, "problems", options, values, [ROBIN, WREN, BOT]) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [(0, ["Mastermind", "Robin", "Teal", "Wren"]), (DIRECT, ["Mastermind", "Robin"])],
)
async def test_who_can_be_named(page: Page, kind: int, expected: list[str]) -> None:
    people = await slash(page, "peopleOf", state(), channel(kind=kind))

    assert [one["name"] for one in people] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@Robin hello", "<@1> hello"),
        ("hello @Robin, @Wren!", "hello <@1>, <@2>!"),
        ("@Robin Hood wins", "<@4> wins"),
        ("@Robinson", "@Robinson"),
        ("mail@Robin", "mail@Robin"),
        ("@robin", "@robin"),
        ("@W.", "@W."),
        ("(@C++ too)", "(<@5> too)"),
        ("@nobody", "@nobody"),
    ],
)
async def test_names_become_mentions(page: Page, text: str, expected: str) -> None:
    names = {ROBIN: "Robin", WREN: "Wren", "4": "Robin Hood", "5": "C++"}
    people = [{"id": id_, "name": name, "bot": False} for id_, name in names.items()]

    assert await mentions(page, "withMentions", text, people) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@", {"start": 0, "query": ""}),
        ("hello @Wr", {"start": 6, "query": "Wr"}),
        ("@Robin Ho", {"start": 0, "query": "Robin Ho"}),
        ("(@Wr", {"start": 1, "query": "Wr"}),
        ("@Wren @T", {"start": 6, "query": "T"}),
        ("@ Wr", None),
        ("mail@Wr", None),
        ("@Wren\n", None),
        ("hello", None),
    ],
)
async def test_the_name_being_typed(page: Page, text: str, expected: Json | None) -> None:
    assert await mentions(page, "nameAt", text, len(text)) == expected
