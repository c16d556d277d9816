"""Who is seen in the gallery, and where."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.matches.ids import ChannelId, GuildId, PlayerId, RoleId, ThreadId
from bot.matches.ports import Standing
from bot.matches.solo_store import SoloRecord

BOT_NAME = "Mastermind"


@dataclass(frozen=True, slots=True)
class Cast:
    """Two players, the bot, a server with a channel, a thread, a role, and the moment of it all."""

    robin: PlayerId
    """Who challenges."""
    wren: PlayerId
    """Who is challenged."""
    bot: PlayerId
    guild: GuildId
    channel: ChannelId
    thread: ThreadId
    """A public thread has the id of the challenge that it stands on."""
    role: RoleId
    server: str
    now: datetime

    @property
    def names(self) -> Mapping[PlayerId, str]:
        """What they are called in the server."""
        return {self.robin: "Robin", self.wren: "Wren", self.bot: BOT_NAME}

    @property
    def long_names(self) -> Mapping[PlayerId, str]:
        """Names as long as Discord allows, one of them in one piece and with marks in it."""
        return {
            self.robin: "Robin_the_early_bird_*of*_spring",
            self.wren: "Wren, the smallest of all birds!",
            self.bot: "Mastermind, the *keeper* of codes",
        }

    @property
    def standings(self) -> Mapping[PlayerId, Standing]:
        """Both players' lines of the leaderboard, one with ones and one with more."""
        return {
            self.robin: Standing(1, self.robin, "Robin", points=41, wins=3, draws=2, losses=2),
            self.wren: Standing(4, self.wren, "Wren", points=1, wins=1, draws=1, losses=1),
        }

    @property
    def record(self) -> SoloRecord:
        """How Robin's solos came out so far."""
        return SoloRecord(played=12, solved=9, rows=47, best=3, streak=2, longest=5)


CAST = Cast(
    robin=PlayerId(1_111_111_111_111_111_111),
    wren=PlayerId(1_222_222_222_222_222_222),
    bot=PlayerId(1_333_333_333_333_333_333),
    guild=GuildId(1_444_444_444_444_444_444),
    channel=ChannelId(1_555_555_555_555_555_555),
    thread=ThreadId(1_666_666_666_666_666_666),
    role=RoleId(1_777_777_777_777_777_777),
    server="Aviary",
    now=datetime(2026, 5, 1, 12, tzinfo=UTC),
)
"""Somebody, somewhere, where it does not matter."""
