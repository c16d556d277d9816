"""What became of codes that people cracked alone, counted afresh from the matches themselves."""

from itertools import groupby

from bot.matches.ids import GuildId, PlayerId
from bot.matches.models import Kind, Match, Outcome, Phase
from bot.matches.solo_store import SoloRecord
from tests.fakes.contents import Contents


class MemorySolos:
    """`ports.SoloStore`."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def record(
        self, guild: GuildId, player: PlayerId, *, in_threads: bool = False
    ) -> SoloRecord:
        played = sorted(
            (match.ended_at, match.id, match)
            for match in self._contents.matches.values()
            if (match.guild, match.challenger) == (guild, player)
            and match.terms.kind is Kind.SOLO
            and match.phase is Phase.FINISHED
            and not (in_threads and match.terms.private)
            and match.ended_at is not None
        )
        rows = [_rows_if_solved(match) for _, _, match in played]
        solved = [count for count in rows if count is not None]
        runs = [
            len(list(run)) for found, run in groupby(rows, lambda count: count is not None) if found
        ]
        return SoloRecord(
            played=len(rows),
            solved=len(solved),
            rows=sum(solved),
            best=min(solved, default=None),
            streak=runs[-1] if runs and rows[-1] is not None else 0,
            longest=max(runs, default=0),
        )


def _rows_if_solved(match: Match) -> int | None:
    played = match.rounds[0]
    return len(played.rows) if played.outcome is Outcome.SOLVED else None
