"""Interactions as discord.py answers them and a person sees them."""

import asyncio
import re
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from sandbox import AnswerKind, ClientRefusalError, InteractionFailedError, Permission, Person
from tests.sandbox.harness import Bot, Scene, until

Interaction = discord.Interaction[Bot]


def greeter(bot: Bot) -> None:
    @bot.tree.command(description="says hello")
    async def hello(interaction: Interaction, whom: discord.Member) -> None:
        await interaction.response.send_message(f"Hello {whom.display_name}")

    @bot.tree.command(description="says it to one person")
    async def whisper(interaction: Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    @bot.tree.command(description="takes its time")
    async def ponder(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("hm")
        await interaction.followup.send("and yet")

    @bot.tree.command(description="says where it is")
    async def where(interaction: Interaction) -> None:
        seen = (str(interaction.locale), interaction.guild_locale and str(interaction.guild_locale))
        await interaction.response.send_message(f"{seen} {interaction.context.guild}")

    @bot.tree.command(description="says what it may do")
    async def rights(interaction: Interaction) -> None:
        allowed = interaction.app_permissions.create_private_threads
        await interaction.response.send_message(f"private threads: {allowed}")

    @bot.tree.command(description="says nothing")
    async def mute(interaction: Interaction) -> None:
        await asyncio.Event().wait()

    @bot.tree.context_menu(name="Wave at")
    async def wave(interaction: Interaction, whom: discord.Member) -> None:
        await interaction.response.send_message(f"waves at {whom.display_name}")


async def test_a_slash_command_is_answered_in_the_channel(scene: Scene) -> None:
    async with scene.bot(greeter):
        answer = await scene.robin.slash(scene.channel, "hello", whom=scene.wren)
    assert (answer.kind, answer.text, answer.ephemeral) == (AnswerKind.MESSAGE, "Hello Wren", False)
    assert scene.wren.sees(scene.channel)[-1] is answer.message


async def test_an_ephemeral_answer_is_seen_by_one_person(scene: Scene) -> None:
    async with scene.bot(greeter) as bot:
        answer = await scene.robin.slash(scene.channel, "whisper")
        with pytest.raises(discord.NotFound):
            await bot.get_partial_messageable(scene.channel.id).fetch_message(answer.message.id)
    assert answer.ephemeral
    assert scene.robin.sees(scene.channel) == [answer.message]
    assert scene.wren.sees(scene.channel) == []
    assert "psst" in str(scene.sandbox.payloads_to(scene.robin))
    assert "psst" not in str(scene.sandbox.payloads_to(scene.wren))


async def test_a_deferred_answer_is_seen_when_it_is_filled(scene: Scene) -> None:
    async with scene.bot(greeter):
        answer = await scene.robin.slash(scene.channel, "ponder")
        await scene.sandbox.wait_for(lambda: answer.followups)
    assert (answer.text, answer.ephemeral) == ("hm", True)
    assert [message.content for message in answer.followups] == ["and yet"]


async def test_languages_and_places_are_told(scene: Scene) -> None:
    async with scene.bot(greeter):
        public = await scene.wren.slash(scene.channel, "where")
        private = await scene.wren.slash(scene.sandbox.world.dm_with(scene.wren.user), "where")
    assert public.text == "('fr', 'en-US') True"
    assert private.text == "('fr', None) False"


async def test_the_bot_is_told_what_it_may_do(scene: Scene) -> None:
    async with scene.bot(greeter):
        before = await scene.robin.slash(scene.channel, "rights")
        scene.sandbox.deny(scene.channel, scene.sandbox.bot, Permission.CREATE_PRIVATE_THREADS)
        after = await scene.robin.slash(scene.channel, "rights")
    assert (before.text, after.text) == ("private threads: True", "private threads: False")


async def test_a_user_menu_command_names_its_target(scene: Scene) -> None:
    async with scene.bot(greeter):
        answer = await scene.robin.user_menu(scene.channel, "Wave at", scene.wren)
    assert answer.text == "waves at Wren"


async def test_no_answer_within_three_seconds_is_a_failure(scene: Scene) -> None:
    async with scene.bot(greeter):
        waiting = asyncio.create_task(scene.robin.slash(scene.channel, "mute"))
        await scene.sandbox.wait_for(lambda: scene.sandbox.interactions.all)
        scene.sandbox.clock.advance(2.9)
        assert scene.sandbox.failed_interactions == []
        scene.sandbox.clock.advance(0.2)
        with pytest.raises(InteractionFailedError):
            await waiting
    assert len(scene.sandbox.failed_interactions) == 1


class Refusals:
    """Keeps what discord.py raises when an answer is refused."""

    def __init__(self) -> None:
        self.codes: list[int] = []

    async def note(self, answering: Any) -> None:
        try:
            await answering
        except discord.HTTPException as error:
            self.codes.append(error.code)


async def test_late_and_second_answers_are_refused(scene: Scene) -> None:
    refusals, go = Refusals(), asyncio.Event()

    def prepare(bot: Bot) -> None:
        @bot.tree.command(description="answers late")
        async def late(interaction: Interaction) -> None:
            await go.wait()
            await refusals.note(interaction.response.send_message("late"))

        @bot.tree.command(description="answers twice")
        async def twice(interaction: Interaction) -> None:
            again = discord.InteractionResponse(interaction)
            await interaction.response.send_message("once")
            await refusals.note(again.send_message("twice"))
            scene.sandbox.clock.advance(16 * 60)
            await refusals.note(interaction.edit_original_response(content="much later"))

    async with scene.bot(prepare):
        waiting = asyncio.create_task(scene.robin.slash(scene.channel, "late"))
        await scene.sandbox.wait_for(lambda: scene.sandbox.interactions.all)
        scene.sandbox.clock.advance(4)
        with pytest.raises(InteractionFailedError):
            await waiting
        go.set()
        await until(lambda: refusals.codes)
        answer = await scene.robin.slash(scene.channel, "twice")
        await until(lambda: len(refusals.codes) == 3)
    assert refusals.codes == [10062, 40060, 50027]
    assert answer.text == "once"


class Count(ui.DynamicItem[ui.Button[Any]], template=re.compile(r"count:(?P<number>\d+)$")):
    """A button that survives restarts and counts."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> "Count":
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        view = ui.View(timeout=None)
        view.add_item(Count(self.number + 1))
        await interaction.response.edit_message(content=f"{self.number + 1}", view=view)


def counter(bot: Bot) -> None:
    bot.add_dynamic_items(Count)

    @bot.tree.command(description="starts counting")
    async def count(interaction: Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Count(0))
        view.add_item(ui.Button(label="Never", disabled=True))
        await interaction.response.send_message("0", view=view)


async def test_a_button_updates_its_message(scene: Scene) -> None:
    async with scene.bot(counter):
        message = (await scene.robin.slash(scene.channel, "count")).message
        answer = await scene.wren.press(message, "Count 0")
        assert (answer.kind, message.text, message.buttons) == (AnswerKind.UPDATE, "1", ["Count 1"])
        await scene.wren.press(message, "count:1")
        assert message.text == "2"


async def test_buttons_that_are_disabled_gone_or_unseen_cannot_be_pressed(scene: Scene) -> None:
    async with scene.bot(counter):
        message = (await scene.robin.slash(scene.channel, "count")).message
        with pytest.raises(ClientRefusalError, match="disabled"):
            await scene.robin.press(message, "Never")
        await scene.robin.press(message, "Count 0")
        with pytest.raises(ClientRefusalError, match="Count 0"):
            await scene.robin.press(message, "Count 0")
        scene.sandbox.deny(scene.channel, scene.wren, Permission.VIEW_CHANNEL)
        with pytest.raises(ClientRefusalError, match="does not see"):
            await scene.wren.press(message, "Count 1")


async def test_a_late_client_presses_what_its_message_had(scene: Scene) -> None:
    async with scene.bot(counter):
        message = (await scene.robin.slash(scene.channel, "count")).message
        await scene.robin.press(message, "Count 0")
        await scene.robin.press(message, "Count 1")
        await scene.robin.press(message, "Count 0", stale=True)
    assert message.text == "1"


class Box(ui.Modal, title="Set the code"):
    """A box with a text field and a list."""

    code = ui.Label[Any](
        text="Code", component=ui.TextInput(custom_id="code", required=False, max_length=8)
    )
    peg = ui.Label[Any](
        text="First peg",
        component=ui.Select(
            custom_id="peg",
            required=False,
            options=[discord.SelectOption(label=word, value=word[0]) for word in ("Red", "Blue")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        text, peg = self.code.component, self.peg.component
        assert isinstance(text, ui.TextInput)
        assert isinstance(peg, ui.Select)
        await interaction.response.send_message(f"{text.value}|{peg.values}", ephemeral=True)


def boxes(bot: Bot) -> None:
    @bot.tree.command(description="opens a box")
    async def box(interaction: Interaction) -> None:
        await interaction.response.send_modal(Box())


async def test_a_modal_carries_text_and_choices(scene: Scene) -> None:
    async with scene.bot(boxes):
        modal = (await scene.robin.slash(scene.channel, "box")).modal
        assert (modal.title, modal.labels) == ("Set the code", ["Code", "First peg"])
        answer = await scene.robin.submit(modal, {"Code": "RBRG", "peg": ["B"]})
        assert (answer.text, answer.ephemeral) == ("RBRG|['B']", True)


async def test_a_modal_may_be_sent_off_empty_when_nothing_is_required(scene: Scene) -> None:
    async with scene.bot(boxes):
        modal = (await scene.robin.slash(scene.channel, "box")).modal
        answer = await scene.robin.submit(modal, {})
    assert answer.text == "|[]"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"Code": "123456789"}, "0 to 8 characters"),
        ({"Code": ["R"]}, "takes text"),
        ({"First peg": ["G"]}, "offers"),
        ({"First peg": ["R", "B"]}, "1 to 1 values"),
        ({"Second peg": ["R"]}, "no field Second peg"),
    ],
)
async def test_a_modal_refuses_what_its_fields_do_not_take(
    scene: Scene, values: dict[str, Any], reason: str
) -> None:
    async with scene.bot(boxes):
        modal = (await scene.robin.slash(scene.channel, "box")).modal
        with pytest.raises(ClientRefusalError, match=reason):
            await scene.robin.submit(modal, values)
        with pytest.raises(ClientRefusalError, match="Robin's screen"):
            await scene.wren.submit(modal, {})


class Pick(ui.View):
    """A list, and a button that only acknowledges."""

    @ui.select(
        custom_id="which",
        placeholder="Which match?",
        max_values=2,
        options=[discord.SelectOption(label=word) for word in "abc"],
    )
    async def which(self, interaction: discord.Interaction[Any], picked: ui.Select[Any]) -> None:
        await interaction.response.send_message(",".join(picked.values))

    @ui.button(label="Later")
    async def later(self, interaction: discord.Interaction[Any], _: ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="done")


def picker(bot: Bot) -> None:
    @bot.tree.command(description="offers a list")
    async def pick(interaction: Interaction) -> None:
        await interaction.response.send_message("Pick", view=Pick())


async def test_a_list_is_chosen_from(scene: Scene) -> None:
    async with scene.bot(picker):
        message = (await scene.robin.slash(scene.channel, "pick")).message
        answer = await scene.robin.select(message, "Which match?", ["a", "c"])
        assert answer.text == "a,c"
        assert answer.message.replied_to is message
        with pytest.raises(ClientRefusalError, match="offers"):
            await scene.robin.select(message, "which", ["d"])


async def test_an_acknowledged_press_may_be_followed_by_an_edit(scene: Scene) -> None:
    async with scene.bot(picker):
        message = (await scene.robin.slash(scene.channel, "pick")).message
        answer = await scene.robin.press(message, "Later")
        assert answer.kind is AnswerKind.ACKNOWLEDGED
        await scene.sandbox.wait_for(lambda: message.text == "done")


def typed(bot: Bot) -> None:
    group = app_commands.Group(name="game", description="games")

    @group.command(description="starts one")
    @app_commands.choices(kind=[app_commands.Choice(name="Short", value="s")])
    async def start(
        interaction: Interaction,
        kind: app_commands.Choice[str],
        rows: app_commands.Range[int, 6, 12] = 10,
        name: app_commands.Range[str, 1, 5] = "x",
        share: float = 0.5,
        private: bool = False,
    ) -> None:
        await interaction.response.send_message(f"{kind.value} {rows} {name} {share} {private}")

    @start.autocomplete("name")
    async def names(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=current.upper(), value=current)]

    bot.tree.add_command(group)

    @bot.tree.command(description="for the few")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only
    async def admin(interaction: Interaction) -> None:
        await interaction.response.send_message("welcome")


async def test_options_arrive_as_they_were_typed(scene: Scene) -> None:
    async with scene.bot(typed):
        short = await scene.robin.slash(scene.channel, "game start", kind="Short")
        full = await scene.robin.slash(
            scene.channel, "game start", kind="s", rows=12, name="abc", share=2, private=True
        )
        offered = await scene.robin.autocomplete(scene.channel, "game start", "name", name="ab")
    assert (short.text, full.text) == ("s 10 x 0.5 False", "s 12 abc 2.0 True")
    assert offered.choices == [{"name": "AB", "value": "ab"}]


@pytest.mark.parametrize(
    ("line", "options", "reason"),
    [
        ("nothing", {}, "no command 'nothing'"),
        ("game", {}, "needs a subcommand"),
        ("game stop", {}, "no subcommand 'stop'"),
        ("game start", {}, "kind is required"),
        ("game start", {"kind": "Long"}, "no choice 'Long'"),
        ("game start", {"kind": "s", "speed": 1}, "no option speed"),
        ("game start", {"kind": "s", "rows": 13}, "6 to 12"),
        ("game start", {"kind": "s", "rows": 6.5}, "a number"),
        ("game start", {"kind": "s", "name": "abcdef"}, "1 to 5 characters"),
        ("game start", {"kind": "s", "name": 1}, "takes text"),
        ("game start", {"kind": "s", "private": 1}, "True or False"),
        ("admin", {}, "hidden from Robin"),
    ],
)
async def test_the_client_refuses_what_the_definition_does_not_allow(
    scene: Scene, line: str, options: dict[str, Any], reason: str
) -> None:
    async with scene.bot(typed):
        with pytest.raises(ClientRefusalError, match=reason):
            await scene.robin.slash(scene.channel, line, **options)


async def test_a_person_with_the_permission_sees_the_command(scene: Scene) -> None:
    scene.sandbox.grant(scene.guild, scene.robin, Permission.MANAGE_GUILD)
    async with scene.bot(typed):
        answer = await scene.robin.slash(scene.channel, "admin")
        assert answer.text == "welcome"
        private = scene.sandbox.world.dm_with(scene.robin.user)
        with pytest.raises(ClientRefusalError, match="not offered"):
            await scene.robin.slash(private, "admin")


async def test_a_user_option_takes_a_person_only(scene: Scene) -> None:
    async with scene.bot(greeter):
        with pytest.raises(ClientRefusalError, match="takes a person"):
            await scene.robin.slash(scene.channel, "hello", whom="Wren")


async def test_commands_keep_their_ids_when_they_are_registered_again(scene: Scene) -> None:
    async with scene.bot(greeter) as bot:
        first = {command.name: command.id for command in await bot.tree.fetch_commands()}
        await bot.tree.sync()
        second = {command.name: command.id for command in await bot.tree.fetch_commands()}
    assert first == second
    assert "hello" in first


async def test_another_bot_is_a_person_that_writes(scene: Scene) -> None:
    other: Person = scene.sandbox.add_other_bot("Beeper", guilds=[scene.guild])
    async with scene.bot() as bot:
        await other.say(scene.channel, "beep")
        scene.sandbox.post_as_webhook(scene.channel, "Hook", "boop")
        await until(lambda: len(bot.heard) == 2)
    assert [message.author.bot for message in bot.heard] == [True, True]
    assert bot.heard[1].webhook_id is not None
