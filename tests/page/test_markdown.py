"""Discord's markdown as the page shows it, with the edges that Discord's own client has."""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from sandbox import Sandbox
from tests.page.browser import PATIENCE

SETTING = """async () => {
  const { preview, render } = await import("/page/message/markdown.js");
  const { wordsFor } = await import("/page/lib/words.js");
  const user = { id: "1", name: "Robin", bot: false };
  const games = { id: "60", type: 0, name: "games" };
  const state = {
    me: { ...user, locale: "en-US" },
    users: { 1: user },
    servers: [{ id: "50", channels: [games], roles: [{ id: "4", name: "Swans" }] }],
    direct: { id: "70", type: 1, name: "Mastermind" },
  };
  const asked = [];
  const app = {
    state,
    word: wordsFor("en-US"),
    go: (id) => asked.push(`go ${id}`),
    insert: (text) => asked.push(`insert ${text}`),
    openPerson: (id) => asked.push(`person ${id}`),
  };
  const plain = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const inner = [...node.childNodes].map(plain).join("");
    if (!(node instanceof Element)) return inner;
    const tag = node.localName;
    if (tag === "img") return `<img ${node.alt}>`;
    if (tag === "span" && !node.className) return inner;
    const sign = { a: node.href, ol: node.start, span: node.className }[tag];
    return `<${tag}${sign === undefined ? "" : ` ${sign}`}>${inner}</${tag}>`;
  };
  Object.assign(window, {
    asked,
    shown: (text, place) => plain(render(text, app, place)),
    glimpsed: (text) => plain(preview(text, app)),
    put: (text) => document.body.replaceChildren(render(text, app, "message")),
  });
}"""

EMPHASIS = {
    "plain": "plain",
    "**bold**": "<strong>bold</strong>",
    "*italic*": "<em>italic</em>",
    "_italic_": "<em>italic</em>",
    "__underline__": "<u>underline</u>",
    "~~strike~~": "<s>strike</s>",
    "***both***": "<em><strong>both</strong></em>",
    "___both___": "<em><u>both</u></em>",
    "__**both**__": "<u><strong>both</strong></u>",
    "**bold *and italic***": "<strong>bold <em>and italic</em></strong>",
    "*italic **and bold***": "<em>italic <strong>and bold</strong></em>",
    "**one** **two**": "<strong>one</strong> <strong>two</strong>",
    "**over\nlines**": "<strong>over\nlines</strong>",
    "** spaced **": "<strong> spaced </strong>",
    "un**be**lievable": "un<strong>be</strong>lievable",
    "un__be__lievable": "un<u>be</u>lievable",
    "snake_case_name": "snake_case_name",
    "2 * 3 * 4": "2 * 3 * 4",
    "a *b * c": "a *b * c",
    "**unclosed": "**unclosed",
    "*unclosed": "*unclosed",
    "~~unclosed": "~~unclosed",
    "**crossed __over** it__": "<strong>crossed __over</strong> it__",
    "**one more***": "<strong>one more*</strong>",
    "***": "***",
    "****": "<em>**</em>",
    "*****": "<strong>*</strong>",
}

ESCAPES = {
    r"\*plain\*": "*plain*",
    r"\*\*plain\*\*": "**plain**",
    r"\_plain\_": "_plain_",
    r"\~\~plain\~\~": "~~plain~~",
    r"\|\|plain\|\|": "||plain||",
    r"\`plain\`": "`plain`",
    r"**bold \** still**": "<strong>bold ** still</strong>",
    r"**bold \*\* still**": "<strong>bold ** still</strong>",
    r"\> plain": "> plain",
    r"\# plain": "# plain",
    r"\- plain": "- plain",
    r"\<@1>": "<@1>",
    r"\[text](https://aviary.test)": "[text](<a https://aviary.test/>https://aviary.test</a>)",
    r"\\*italic*": r"\<em>italic</em>",
    r"C:\birds": r"C:\birds",
    r"¯\_(ツ)_/¯": r"¯\_(ツ)_/¯",
}

CODE = {
    "`code`": "<code>code</code>",
    "``a ` b``": "<code>a ` b</code>",
    "`` ` ``": "<code>`</code>",
    "`**not bold**`": "<code>**not bold**</code>",
    "`<@1> <#60>`": "<code><@1> <#60></code>",
    r"`\*`": r"<code>\*</code>",
    "`over\nlines`": "<code>over\nlines</code>",
    "`unclosed": "`unclosed",
    "**bold `code`**": "<strong>bold <code>code</code></strong>",
    "```\nblock\n```": "<pre><code>block</code></pre>",
    "```block```": "<pre><code>block</code></pre>",
    "```py\nx = 1\n```": "<pre><code>x = 1</code></pre>",
    "```py x\n```": "<pre><code>py x</code></pre>",
    "```\n  **indented**\n\nend\n```": "<pre><code>  **indented**\n\nend</code></pre>",
    "before ```block``` after": "before <pre><code>block</code></pre> after",
    "```block```\nafter": "<pre><code>block</code></pre>after",
    "```unclosed": "```unclosed",
}

BLOCKS = {
    "# one": "<h3>one</h3>",
    "## two": "<h4>two</h4>",
    "### three": "<h5>three</h5>",
    "#### four": "#### four",
    "#none": "#none",
    "# ": "# ",
    "# # none": "# # none",
    "text # none": "text # none",
    "# one\ntext": "<h3>one</h3>text",
    "text\n# one": "text\n<h3>one</h3>",
    "# **bold** one": "<h3><strong>bold</strong> one</h3>",
    "*# one*": "<em><h3>one</h3></em>",
    "-# small": "<small>small</small>",
    "-# small `code`\ntext": "<small>small <code>code</code></small>text",
    "-#none": "-#none",
    "> quote": "<blockquote>quote</blockquote>",
    "> one\n> two": "<blockquote>one\ntwo</blockquote>",
    "> one\ntext": "<blockquote>one</blockquote>text",
    "text\n> one": "text\n<blockquote>one</blockquote>",
    ">none": ">none",
    "text > none": "text > none",
    "> > once": "<blockquote>> once</blockquote>",
    "> **bold**\n> # one": "<blockquote><strong>bold</strong>\n<h3>one</h3></blockquote>",
    ">>> all\nthe\nrest": "<blockquote>all\nthe\nrest</blockquote>",
    "- one\n- two": "<ul><li>one</li><li>two</li></ul>",
    "* one\n* two": "<ul><li>one</li><li>two</li></ul>",
    "- one\n- two\nend": "<ul><li>one</li><li>two</li></ul>end",
    "text\n- one": "text\n<ul><li>one</li></ul>",
    "-none": "-none",
    "text - none": "text - none",
    "- one\n  - deep\n- two": "<ul><li>one\n<ul><li>deep</li></ul></li><li>two</li></ul>",
    "- one\n  more": "<ul><li>one\nmore</li></ul>",
    "- one\n\n- two": "<ul><li>one</li></ul>\n<ul><li>two</li></ul>",
    "1. one\n2. two": "<ol 1><li>one</li><li>two</li></ol>",
    "7. seven\n8. eight": "<ol 7><li>seven</li><li>eight</li></ol>",
    "1. one\n   - deep": "<ol 1><li>one\n<ul><li>deep</li></ul></li></ol>",
    "1.none": "1.none",
    "- # one": "<ul><li><h3>one</h3></li></ul>",
    "- *one*": "<ul><li><em>one</em></li></ul>",
    "> - one\n> - two": "<blockquote><ul><li>one</li><li>two</li></ul></blockquote>",
    "one\n\n\ntwo": "one\n\n\ntwo",
}

SITE = "<a https://aviary.test/x>https://aviary.test/x</a>"
LINKS = {
    "https://aviary.test/x": SITE,
    "see https://aviary.test/x.": f"see {SITE}.",
    "(https://aviary.test/x)": f"({SITE})",
    "https://aviary.test/x_(y)": "<a https://aviary.test/x_(y)>https://aviary.test/x_(y)</a>",
    "**https://aviary.test/x**": f"<strong>{SITE}</strong>",
    "<https://aviary.test/x>": SITE,
    "https://": "https://",
    "ftp://aviary.test": "ftp://aviary.test",
    "[text](https://aviary.test/x)": "<a https://aviary.test/x>text</a>",
    "[**text**](https://aviary.test/x)": "<a https://aviary.test/x><strong>text</strong></a>",
    "[a [b] c](https://aviary.test/x)": "<a https://aviary.test/x>a [b] c</a>",
    "[text](<https://aviary.test/x>)": "<a https://aviary.test/x>text</a>",
    '[text](https://aviary.test/x "title")': "<a https://aviary.test/x>text</a>",
    "[text](https://aviary.test/x_(y))": "<a https://aviary.test/x_(y)>text</a>",
    "[text] (https://aviary.test/x)": f"[text] ({SITE})",
    "[text](javascript:alert)": "[text](javascript:alert)",
    "[text](ftp://aviary.test)": "[text](ftp://aviary.test)",
    "[](https://aviary.test/x)": f"[]({SITE})",
    "[https://wren.test/y](https://aviary.test/x)": (
        f"[<a https://wren.test/y>https://wren.test/y</a>]({SITE})"
    ),
    "[<@1>](https://aviary.test/x)": "<a https://aviary.test/x><@1></a>",
    "https://discord.com/channels/50/60": "<button>#games</button>",
    "[text](https://discord.com/channels/50/60/7)": "<button>text</button>",
    "https://discord.com/channels/50/61": "<span mention>#unknown</span>",
}

REFERENCES = {
    "<@1> <@!1>": "<button>@Robin</button> <button>@Robin</button>",
    "<@2>": "<span mention>@unknown-user</span>",
    "<@&3>": "<span mention>@unknown-role</span>",
    "<@&4>": "<span mention>@Swans</span>",
    "<#60>": "<button>#games</button>",
    "<#61>": "<span mention>#unknown</span>",
    "<@x> <@> <#>": "<@x> <@> <#>",
    "@everyone": "<span mention>@everyone</span>",
    "@\u200beveryone": "@\u200beveryone",
    "a <:mm_red:5> b": "a <img :mm_red:> b",
    "a <a:mm_red:5>": "a <img :mm_red:>",
    "<:mm_red:x>": "<:mm_red:x>",
    "</mastermind guess:5>": "<button>/mastermind guess</button>",
    "</mastermind guess>": "</mastermind guess>",
    "||hidden||": "<button><span spoiler-hidden>hidden</span></button>",
    "||**bold**||": "<button><span spoiler-hidden><strong>bold</strong></span></button>",
    "||unclosed": "||unclosed",
    "<t:1618920000:D>": "<span stamp><time>April 20, 2021</time></span>",
    "<t:1618920000:d>": "<span stamp><time>04/20/2021</time></span>",
    "<t:1618920000:x>": "<t:1618920000:x>",
    "<t:99999999999999999>": "<t:99999999999999999>",
    "<b>no markup</b> &amp;": "<b>no markup</b> &amp;",
}

LARGE = {
    "🔴🔵 ⚫": "<span jumbo>🔴🔵 ⚫</span>",
    "<:mm_red:5> <:mm_red:5>": "<span jumbo><img :mm_red:> <img :mm_red:></span>",
    "1️⃣2️⃣": "<span jumbo>1️⃣2️⃣</span>",
    "❤️👍🏽👨‍👩‍👧🇧🇪": "<span jumbo>❤️👍🏽👨‍👩‍👧🇧🇪</span>",
    "🔴" * 30: f"<span jumbo>{'🔴' * 30}</span>",
    "🔴" * 31: "🔴" * 31,
    "🔴 red": "🔴 red",
    "12": "12",
}

GLIMPSES = {
    "**bold**\nnext": "bold next",
    "# one\n- a\n- b": "one a b ",
    "<@1> <#60> ||hidden||": "@Robin #games ▮▮▮",
    "a <:mm_red:5>": "a <img :mm_red:>",
}

Table = dict[str, str]


def cases(**tables: Table) -> list[object]:
    """Each text with what it becomes."""
    return [
        pytest.param(text, expected, id=f"{name}-{number}")
        for name, table in tables.items()
        for number, (text, expected) in enumerate(table.items())
    ]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page of the sandbox with the markdown at hand."""
    async with Sandbox.running() as sandbox:
        page = await browser.new_page()
        page.set_default_timeout(PATIENCE)
        await page.goto(f"{sandbox.origin}/gallery")
        await page.evaluate(SETTING)
        yield page
        await page.close()


@pytest.mark.parametrize(
    ("text", "expected"),
    cases(
        emphasis=EMPHASIS,
        escapes=ESCAPES,
        code=CODE,
        blocks=BLOCKS,
        links=LINKS,
        references=REFERENCES,
        large=LARGE,
    ),
)
async def test_a_message_is_shown_as_discord_shows_it(page: Page, text: str, expected: str) -> None:
    assert await page.evaluate("text => shown(text, 'message')", text) == expected


async def test_only_a_message_itself_has_large_emojis(page: Page) -> None:
    assert await page.evaluate("shown('🔴🔵', 'part')") == "🔴🔵"


@pytest.mark.parametrize(("text", "expected"), cases(glimpses=GLIMPSES))
async def test_a_reply_shows_its_origin_in_one_line(page: Page, text: str, expected: str) -> None:
    assert await page.evaluate("text => glimpsed(text)", text) == expected


async def test_a_spoiler_opens_by_keyboard(page: Page) -> None:
    await page.evaluate("put('||hidden||')")
    await page.get_by_role("button").press("Enter")
    assert await page.get_by_role("button").count() == 0
    assert await page.evaluate("document.activeElement.textContent") == "hidden"


async def test_what_stands_for_something_leads_to_it(page: Page) -> None:
    await page.evaluate("put('<@1> <#60> </mastermind guess:5>')")
    for button in await page.get_by_role("button").all():
        await button.click()
    assert await page.evaluate("asked") == ["person 1", "go 60", "insert /mastermind guess "]


async def test_a_relative_time_goes_on(page: Page) -> None:
    soon = int(time.time()) + 2
    await page.evaluate("text => put(text)", f"<t:{soon}:R> <t:{soon + 7200}:R>")
    first, second = await page.locator("time").all()
    assert "in 2 hours" in await second.inner_text()
    await page.get_by_text("ago").wait_for()
    assert await first.get_attribute("title")


async def test_long_nonsense_is_read_quickly(page: Page) -> None:
    for sign in ("*", "_", "**a ", "||", "`", "[", "> ", "<@", "~~a ", "[a](https://"):
        text = (sign * 4000)[:4000]
        took = await page.evaluate(
            "text => { const from = performance.now(); shown(text, 'message');"
            " return performance.now() - from; }",
            text,
        )
        assert took < 3000, sign
