"""The page's side of the sandbox: what each tab is told, and what it may ask for."""

import asyncio

import discord
import pytest
from discord import app_commands, ui

from sandbox import Permission
from sandbox.model import Json
from tests.sandbox.harness import Bot, Scene
from tests.sandbox.tab import tab_of

Interaction = discord.Interaction[Bot]


class Box(ui.Modal, title="A box"):
    word: ui.TextInput["Box"] = ui.TextInput(label="Word", custom_id="word")

    async def on_submit(self, interaction: discord.Interaction[discord.Client]) -> None:
        await interaction.response.send_message(f"You wrote {self.word.value}.", ephemeral=True)


class Panel(ui.View):
    @ui.button(label="Open", custom_id="open")
    async def open_box(self, interaction: Interaction, _: ui.Button["Panel"]) -> None:
        await interaction.response.send_modal(Box())

    @ui.button(label="Silent", custom_id="silent")
    async def silent(self, interaction: Interaction, _: ui.Button["Panel"]) -> None:
        pass

    @ui.select(
        custom_id="pick",
        options=[discord.SelectOption(label="One"), discord.SelectOption(label="Two")],
    )
    async def pick(self, interaction: Interaction, which: ui.Select["Panel"]) -> None:
        await interaction.response.edit_message(content=f"picked {which.values[0]}")


def panel(bot: Bot) -> None:
    @bot.tree.command(description="shows a panel")
    async def show(interaction: Interaction, whom: discord.User, times: int = 1) -> None:
        await interaction.response.send_message(f"for {whom.name} x{times}", view=Panel())

    @bot.tree.command(description="is seen by one person")
    async def whisper(interaction: Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    @bot.tree.command(description="takes its time")
    async def ponder(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)

    @bot.tree.command(description="completes")
    async def fetch(interaction: Interaction, thing: str) -> None:
        await interaction.response.send_message(thing)

    @fetch.autocomplete("thing")
    async def things(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{typed}!", value=typed)]

    @bot.tree.context_menu(name="Wave at")
    async def wave(interaction: Interaction, whom: discord.User) -> None:
        await interaction.response.send_message(f"waves at {whom.name}")


async def shown(scene: Scene) -> str:
    """The id of a message with the panel on it."""
    answer = await scene.robin.slash(scene.channel, "show", whom=scene.wren)
    return str(answer.message.id)


async def test_a_tab_is_the_person_it_asks_for_or_the_next_free_one(scene: Scene) -> None:
    async with tab_of(scene.sandbox, "wren") as wren, tab_of(scene.sandbox) as other:
        assert wren.state["me"]["name"] == "Wren"
        assert other.state["me"]["name"] == "Robin"
        await wren.until(lambda: all(one["here"] for one in wren.state["people"]))
        async with tab_of(scene.sandbox, "nobody") as third:
            assert third.state["me"]["name"] == "Robin"


async def test_what_one_alone_may_see_is_told_to_no_other_tab(scene: Scene) -> None:
    async with (
        scene.bot(panel),
        tab_of(scene.sandbox, "robin") as robin,
        tab_of(scene.sandbox, "wren") as wren,
    ):
        await robin.ask(do="slash", channel=str(scene.channel.id), line="whisper", options={})
        await scene.robin.say(scene.channel, "loud")
        await wren.until(lambda: [one for one in wren.messages if one["content"] == "loud"])
        assert "psst" in str(robin.told)
        assert "psst" not in str(wren.told)


async def test_a_restart_goes_on_when_the_tab_that_asked_for_it_is_gone(scene: Scene) -> None:
    class Keeper:
        """Takes its time to restart."""

        running = True
        begun = asyncio.Event()
        may_end = asyncio.Event()
        ended = asyncio.Event()

        async def restart(self) -> None:
            self.begun.set()
            await self.may_end.wait()
            self.ended.set()

    keeper = scene.sandbox.page.supervisor = Keeper()
    async with tab_of(scene.sandbox, "wren") as wren:
        async with tab_of(scene.sandbox, "robin") as tab:
            await tab.send('{"do": "restart", "id": 1}')
            await keeper.begun.wait()
        await wren.until(lambda: [one["here"] for one in wren.state["people"]] == [False, True])
        keeper.may_end.set()
        async with asyncio.timeout(5):
            await keeper.ended.wait()


async def test_a_message_reaches_every_tab_that_sees_its_channel(scene: Scene) -> None:
    secret = scene.sandbox.add_text_channel(scene.guild, "secret")
    scene.sandbox.deny(secret, scene.wren, Permission.VIEW_CHANNEL)
    async with tab_of(scene.sandbox, "robin") as robin, tab_of(scene.sandbox, "wren") as wren:
        hidden = {"do": "say", "channel": str(secret.id), "text": "hidden"}
        assert (await robin.ask(**hidden))["t"] == "done"
        assert (await wren.ask(**hidden))["t"] == "refused"
        await robin.ask(do="say", channel=str(scene.channel.id), text=f"hi {scene.wren.mention}")
        await wren.until(lambda: wren.messages)
        assert [one["content"] for one in wren.messages] == [f"hi {scene.wren.mention}"]
        assert wren.messages[0]["pings_me"]
        assert not robin.messages[-1]["pings_me"]
        await wren.until(lambda: wren.channel("games")["unread"] == 1)
        assert wren.channel("games")["pings"] == 1
        assert robin.channel("games")["unread"] == 0
        await wren.ask(do="read", channel=str(scene.channel.id))
        await wren.until(lambda: wren.channel("games")["unread"] == 0)
        with pytest.raises(StopIteration):
            wren.channel("secret")


async def test_a_command_with_a_person_is_answered_and_its_message_told(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        answer = await tab.ask(
            do="slash",
            channel=str(scene.channel.id),
            line="show",
            options={"whom": str(scene.wren.id), "times": 3},
        )
        assert answer["result"]["outcome"] == "message"
        told = next(one for one in tab.messages if one["content"] == "for wren x3")
        assert told["command"] == "show"


@pytest.mark.parametrize(
    "options", [{}, {"whom": "12"}, {"whom": "x"}, {"whom": None, "more": 1}, {"times": 0}]
)
async def test_a_command_that_the_client_would_not_send_is_refused(
    scene: Scene, options: Json
) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        answer = await tab.ask(
            do="slash", channel=str(scene.channel.id), line="show", options=options
        )
    assert answer["t"] == "refused"
    assert answer["text"]


async def test_a_button_opens_a_box_and_the_box_is_sent_off(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        message = await shown(scene)
        place = str(scene.channel.id)
        pressed = await tab.ask(do="press", channel=place, message=message, custom_id="open")
        box = pressed["result"]["box"]
        assert (pressed["result"]["outcome"], box["data"]["title"]) == ("modal", "A box")
        empty = await tab.ask(do="submit", box=box["token"], values={})
        assert empty["t"] == "refused"
        sent = await tab.ask(do="submit", box=box["token"], values={"word": "RBRG"})
        assert sent["result"]["outcome"] == "message"
        whisper = tab.messages[-1]
        assert whisper["content"] == "You wrote RBRG."
        async with tab_of(scene.sandbox, "wren") as wren:
            other = await wren.ask(do="submit", box=box["token"], values={"word": "RBRG"})
            assert other["t"] == "refused"
            seen = await wren.ask(do="open", channel=place)
            assert "RBRG" not in str(seen)


async def test_a_choice_in_a_list_changes_the_message(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        message = await shown(scene)
        place = str(scene.channel.id)
        ask = {"do": "select", "channel": place, "message": message, "custom_id": "pick"}
        chosen = await tab.ask(**ask, values=["Two"])
        assert chosen["result"]["outcome"] == "update"
        edits = [one for one in tab.told if one["t"] == "message" and not one["fresh"]]
        assert edits[-1]["message"]["content"] == "picked Two"
        assert (await tab.ask(**ask, values=["Three"]))["t"] == "refused"


async def test_the_id_of_an_emoji_reaches_the_page_as_text(scene: Scene) -> None:
    """discord.py sends it as a number, and a number of that size is rounded in a browser."""
    emoji = discord.PartialEmoji(name="mm_red", id=1577528744531198023)

    def sampler(bot: Bot) -> None:
        @bot.tree.command(description="shows an emoji in a list")
        async def sample(interaction: Interaction) -> None:
            options = [discord.SelectOption(label="Red", emoji=emoji)]
            view = ui.View().add_item(ui.Select(custom_id="list", options=options))
            await interaction.response.send_message("see", view=view)

        @bot.tree.command(description="shows an emoji in a box")
        async def boxed(interaction: Interaction) -> None:
            options = [discord.SelectOption(label="Red", emoji=emoji)]
            picking: ui.Select[ui.View] = ui.Select(custom_id="list", options=options)
            box = ui.Modal(title="Box")
            await interaction.response.send_modal(
                box.add_item(ui.Label(text="Peg", component=picking))
            )

    async with scene.bot(sampler), tab_of(scene.sandbox, "robin") as tab:
        ask = {"do": "slash", "channel": str(scene.channel.id), "options": {}}
        await tab.ask(**ask, line="sample")
        listed = tab.messages[-1]["components"][0]["components"][0]["options"][0]
        opened = await tab.ask(**ask, line="boxed")
        part = opened["result"]["box"]["data"]["components"][0]["component"]
    for option in (listed, part["options"][0]):
        assert option["emoji"]["id"] == str(emoji.id)


async def test_a_press_that_is_not_answered_in_time_has_failed(scene: Scene) -> None:
    scene.sandbox.interactions.answer_within = 0.2
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        message = await shown(scene)
        pressed = await tab.ask(
            do="press", channel=str(scene.channel.id), message=message, custom_id="silent"
        )
    assert pressed["result"] == {"outcome": "failed"}


async def test_an_answer_that_takes_its_time_is_shown_as_thinking_at_once(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        done = await tab.ask(do="slash", channel=str(scene.channel.id), line="ponder", options={})
        assert done["result"]["outcome"] == "message"
        assert tab.messages[-1]["flags"] & 128


async def test_autocomplete_and_the_user_menu(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        place = str(scene.channel.id)
        offered = await tab.ask(
            do="complete", channel=place, line="fetch", options={"thing": "ball"}, focused="thing"
        )
        assert offered["result"]["choices"] == [{"name": "ball!", "value": "ball"}]
        waved = await tab.ask(do="menu", channel=place, name="Wave at", target=str(scene.wren.id))
        assert waved["result"]["outcome"] == "message"
        assert tab.messages[-1]["content"] == "waves at wren"


async def test_what_only_one_sees_can_be_dismissed(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        place = str(scene.channel.id)
        await tab.ask(do="slash", channel=place, line="whisper", options={})
        message = tab.messages[-1]["id"]
        async with tab_of(scene.sandbox, "wren") as wren:
            strange = await wren.ask(do="dismiss", channel=place, message=message)
            assert strange["t"] == "refused"
        assert (await tab.ask(do="dismiss", channel=place, message=message))["t"] == "done"
        left = await tab.ask(do="open", channel=place)
        assert left["result"]["messages"] == []
        said = await scene.robin.say(scene.channel, "loud")
        loud = await tab.ask(do="dismiss", channel=place, message=str(said.id))
        assert loud["t"] == "refused"


async def test_old_messages_come_in_parts(scene: Scene) -> None:
    for number in range(130):
        await scene.robin.say(scene.channel, str(number))
    async with tab_of(scene.sandbox, "wren") as tab:
        place = str(scene.channel.id)
        last = (await tab.ask(do="open", channel=place))["result"]
        first = (await tab.ask(do="open", channel=place, before=last["messages"][0]["id"]))[
            "result"
        ]
    assert [one["content"] for one in first["messages"]] == [str(n) for n in range(30)]
    assert (last["more"], first["more"], len(last["messages"])) == (True, False, 100)


async def test_own_messages_are_edited_and_deleted_and_a_reply_names_its_message(
    scene: Scene,
) -> None:
    async with tab_of(scene.sandbox, "robin") as robin, tab_of(scene.sandbox, "wren") as wren:
        place = str(scene.channel.id)
        await robin.ask(do="say", channel=place, text="one")
        first = robin.messages[-1]["id"]
        await wren.ask(do="say", channel=place, text="two", reply_to=first, ping=False)
        reply = wren.messages[-1]
        assert reply["referenced_message"]["content"] == "one"
        assert not reply["pings_me"]
        theirs = await wren.ask(do="edit", channel=place, message=first, text="mine")
        assert theirs["t"] == "refused"
        await robin.ask(do="edit", channel=place, message=first, text="uno")
        assert robin.messages[-1]["content"] == "uno"
        assert (await wren.ask(do="delete", channel=place, message=first))["t"] == "refused"
        await robin.ask(do="delete", channel=place, message=first)
        await wren.until(lambda: {"t": "gone", "channel": place, "id": first} in wren.told)
        assert (await robin.ask(do="say", channel=place, text="x" * 2001))["t"] == "refused"


async def test_the_server_s_language_belongs_to_those_who_manage_it(scene: Scene) -> None:
    scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_GUILD)
    ask = {"do": "server-language", "server": str(scene.guild.id), "locale": "fr"}
    async with scene.bot(panel) as bot, tab_of(scene.sandbox, "robin") as robin:
        assert (await robin.ask(**ask))["t"] == "refused"
        async with tab_of(scene.sandbox, "wren") as wren:
            assert (await wren.ask(**ask))["t"] == "done"
            assert (await wren.ask(**(ask | {"locale": "tlh"})))["t"] == "refused"
        await robin.until(lambda: robin.state["servers"][0]["locale"] == "fr")
        # The bot is told in order, so what it learns of afterwards came later.
        await scene.robin.say(scene.channel, "done?")
        await scene.sandbox.wait_for(lambda: scene.sandbox.record.events[-1].name != "GUILD_UPDATE")
        names = [event.name for event in scene.sandbox.record.events]
        assert "GUILD_UPDATE" in names
        assert bot.is_ready() or bot.guilds
        await robin.ask(do="language", locale="nl")
        await robin.until(lambda: robin.state["me"]["locale"] == "nl")


async def test_threads_are_joined_left_and_moderated(scene: Scene) -> None:
    scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_THREADS)
    said = await scene.robin.say(scene.channel, "start")
    sandbox = scene.sandbox
    thread = sandbox.threads.from_message(scene.channel, said, scene.robin.user, {"name": "nest"})
    place = str(thread.id)
    async with tab_of(sandbox, "robin") as robin, tab_of(sandbox, "wren") as wren:
        assert not wren.channel("nest")["joined"]
        await wren.ask(do="thread", channel=place, change="join")
        await wren.until(lambda: wren.channel("nest")["joined"])
        await wren.ask(do="thread", channel=place, change="leave")
        await wren.until(lambda: not wren.channel("nest")["joined"])
        assert (await robin.ask(do="thread", channel=place, change="lock"))["t"] == "refused"
        assert (await robin.ask(do="thread", channel=place, change="delete"))["t"] == "refused"
        await wren.ask(do="thread", channel=place, change="lock")
        await robin.until(lambda: not robin.channel("nest")["can_send"])
        await wren.ask(do="thread", channel=place, change="open")
        await robin.until(lambda: robin.channel("nest")["can_send"])
        assert (await wren.ask(do="thread", channel=place, change="burn"))["t"] == "refused"
        await wren.ask(do="thread", channel=place, change="delete")
        await robin.until(lambda: len(robin.state["servers"][0]["channels"]) == 1)


async def test_the_switches(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        await tab.ask(do="dms", person=str(scene.wren.id), open=False)
        assert not scene.wren.user.dms_open
        place = str(scene.channel.id)
        ask = {"do": "permission", "channel": place, "permission": "EMBED_LINKS"}
        await tab.ask(**ask, allowed=False)
        await tab.until(lambda: tab.channel("games")["denied"] == ["EMBED_LINKS"])
        await tab.ask(**ask, allowed=True)
        await tab.until(lambda: tab.channel("games")["denied"] == [])
        assert (await tab.ask(**(ask | {"permission": "X"}), allowed=True))["t"] == "refused"
        assert tab.state["bot"] | {"id": ""} == {
            "id": "",
            "connected": True,
            "running": True,
            "restartable": False,
        }
        assert (await tab.ask(do="restart"))["t"] == "refused"
        await tab.ask(do="drop")
        await tab.until(lambda: any(not one["bot"]["connected"] for one in tab.states))
        await tab.until(lambda: tab.state["bot"]["connected"])
        assert scene.sandbox.record.resumes == 1


async def test_what_crossed_the_wire_is_told_to_those_who_watch(scene: Scene) -> None:
    async with scene.bot(panel), tab_of(scene.sandbox, "robin") as tab:
        past = (await tab.ask(do="watch", on=True))["result"]["crossings"]
        titles = [one["title"] for one in past]
        assert "READY" in titles
        assert f"PUT /applications/{scene.sandbox.application.id}/commands" in titles
        await scene.robin.slash(scene.channel, "whisper")
        told = await tab.until(
            lambda: [one["entry"] for one in tab.told if one["t"] == "crossed"][1:]
        )
        assert told[0]["kind"] == "call"
        assert told[0]["status"] in (200, 204)
        await tab.ask(do="watch", on=False)
        count = len(tab.told)
        await scene.robin.slash(scene.channel, "whisper")
        await tab.until(lambda: tab.messages[-1]["content"] == "psst" and len(tab.told) > count)
        assert not [one for one in tab.told[count:] if one["t"] == "crossed"]
