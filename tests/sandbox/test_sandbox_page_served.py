"""How the page is served: to whom and from where, and what of a tab does not get through."""

import aiohttp
import pytest
from yarl import URL

from sandbox import Sandbox
from tests.sandbox.harness import Scene
from tests.sandbox.tab import tab_of


async def test_nothing_is_served_under_a_strange_name(scene: Scene) -> None:
    """A page elsewhere may give this machine's address a name of its own."""
    for path in ("/", "/page/app.js", "/gallery.json", "/gateway", "/api/v10/gateway"):
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"{scene.sandbox.origin}{path}", headers=headers) as answer,
            ):
                assert answer.status == 403


async def test_a_strange_page_is_turned_away(scene: Scene) -> None:
    for origin in ("http://evil.example", "null"):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with tab_of(scene.sandbox, origin=origin):
                pass
        assert refused.value.status == 403


async def test_without_people_there_is_no_tab() -> None:
    async with Sandbox.running() as sandbox:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with tab_of(sandbox):
                pass
    assert refused.value.status == 404


@pytest.mark.parametrize(
    "frame",
    ["{", "[]", "7", '{"do": "fly"}', '{"do": "open", "channel": 7}', '{"do": "open"}',
     '{"do": "open", "channel": "x"}', '{"do": "dms", "person": "x", "open": true}',
     '{"do": "language", "locale": ["fr"]}', '{"do": "submit", "box": "x", "values": {}}'],
)  # fmt: skip
async def test_a_frame_of_no_known_form_is_refused_and_the_tab_lives_on(
    scene: Scene, frame: str
) -> None:
    async with tab_of(scene.sandbox, "robin") as tab:
        await tab.send(frame)
        refused = await tab.until(lambda: next(one for one in tab.told if one["t"] == "refused"))
        assert refused["text"]
        assert (await tab.ask(do="open", channel=str(scene.channel.id)))["t"] == "done"


async def test_what_tabs_are_told_is_not_compressed(scene: Scene) -> None:
    """Else aiohttp has tasks that complain in the terminal when a tab is closed meanwhile."""
    address = f"{scene.sandbox.origin}/page/live?as=robin"
    async with (
        aiohttp.ClientSession(headers={"Origin": scene.sandbox.origin}) as session,
        session.ws_connect(address, compress=15) as socket,
    ):
        assert socket.compress == 0


async def test_files_of_the_page_come_from_here_alone(scene: Scene) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{scene.sandbox.origin}/page/css/theme.css") as style:
            assert style.status == 200
            assert "default-src 'none'" in style.headers["Content-Security-Policy"]
        traversals = ("/page/../live.py", "/page/%2e%2e/live.py", "/page/..%2flive.py")
        for path in (*traversals, "/emojis/1.png"):
            address = URL(f"{scene.sandbox.origin}{path}", encoded=True)
            async with session.get(address) as missing:
                assert missing.status in (403, 404), path
    scene.sandbox.violations.clear()
