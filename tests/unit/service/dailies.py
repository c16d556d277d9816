"""A server with its dailies, over stores in memory."""

from dataclasses import replace
from datetime import date, timedelta

from bot.engine import PRESETS, format_code
from bot.matches.acts import Told
from bot.matches.daily import Attempt, Daily, code_of
from bot.matches.hiding import Hiding
from bot.matches.ids import ChannelId, GuildId, PlayerId
from bot.matches.models import Match, Person
from bot.matches.opponent import Opponent
from bot.matches.privacy import Privacy
from bot.matches.view import MatchView
from bot.presentation.palette import legend
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    ROOMY,
    TEAL,
    Scene,
    source_id,
    taken,
)

BOT = Person(PlayerId(200), "Mastermind", "")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOMENT = timedelta(microseconds=1)
MAY_1 = date(2026, 5, 1)
"""The day on which a test begins, at noon."""
POSTS, OTHER_GUILD = ChannelId(77), GuildId(9)


class Days:
    """A server with its dailies."""

    def __init__(self) -> None:
        self.scene = Scene()
        self.restart()

    def restart(self) -> None:
        """The bot starts anew over what is stored."""
        self.scene.service = self.scene.restarted()
        self.acts = self.scene.service.acts
        chance = self.scene.chance
        self.daily = Daily(self.acts, Hiding(legend, chance), chance)
        self.opponent = Opponent(self.acts, chance)
        self.privacy = Privacy(self.acts, chance, self._scrub)

    async def _scrub(self) -> bool:
        return True

    async def set(self, guild: GuildId = GUILD, **settings: object) -> None:
        """Change settings of the server."""
        kept = replace(ROOMY, **settings)  # type: ignore[arg-type]  # each test gives what there is
        await self.scene.admin.change(guild, TEAL.id, lambda _: kept)

    async def begun(self, who: Person = ROBIN, guild: GuildId = GUILD) -> Attempt:
        """The try that this person is shown."""
        return await self.daily.play(guild, CHANNEL, who, BOT)

    async def row(self, match: MatchView, text: str, who: Person = ROBIN) -> Told:
        """A row by the box."""
        return taken(await self.scene.service.play_row(match.id, 1, who, text, source_id()))

    async def code(self, day: date = MAY_1, guild: GuildId = GUILD) -> str:
        """The code of that day."""
        secret = await self.acts.transact(lambda stores: stores.dailies.secret(guild))
        preset = await self.acts.transact(lambda stores: stores.dailies.preset(guild, day))
        assert secret is not None
        assert preset is not None
        return format_code(code_of(secret, day, preset), legend(PRESETS[preset]))

    async def solved(self, who: Person = ROBIN) -> Attempt:
        """This person's try, solved in the first row."""
        attempt = await self.begun(who)
        await self.row(attempt.match, await self.code(attempt.day), who)
        return await self.daily.see(attempt.match.id, who.id)

    async def failed(self, who: Person = ROBIN) -> Attempt:
        """This person's try, given up."""
        attempt = await self.begun(who)
        await self.opponent.give_up(attempt.match.id, who)
        return await self.daily.see(attempt.match.id, who.id)

    async def stored(self, attempt: Attempt) -> Match:
        """The match as it is kept."""
        found = await self.scene.stored(attempt.match)
        assert found is not None
        return found

    async def marks(self) -> list[str]:
        """What is kept of tries whose players had everything removed, by server."""
        return [mark for *_, mark in sorted(self.scene.database._contents.daily_marks)]

    async def passes(self, by: timedelta) -> None:
        """So much time goes by in which the bot runs."""
        self.scene.clock.advance(by)
        now = self.scene.clock()
        await self.acts.transact(lambda stores: stores.care.note_alive(now))

    async def is_down(self, by: timedelta) -> None:
        """So much time goes by in which it does not run; then it does again."""
        await self.scene.upkeep.beat()
        self.scene.clock.advance(by)
        await self.scene.upkeep.beat()
