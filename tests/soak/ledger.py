"""What a server's matches must have come to: plain dictionaries, told apart from `bot.matches`.

A single match is `plain_model`'s. Here is what is around it: threads, rows that come twice,
rematches, what people are owed, and the standings.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from tests.soak.people import NAMES
from tests.unit.matches.plain_model import Expected, Model

Code: TypeAlias = tuple[int, ...]
Answer: TypeAlias = Expected | None
"""What is told, the reason of a refusal, or None where nothing happens."""
UNREADABLE = "unreadable"
UNKNOWN = "no-match-here"


@dataclass
class Kept:
    """One match."""

    id: str
    challenger: int
    opponent: int
    model: Model
    rounds: int
    """As many as were agreed on at first."""
    thread: int
    """The number of the thread that it has, had last, or will have."""
    born: int = 0
    """The hour."""
    opening: bool = False
    """Whether a thread was promised; nobody is ever told here that it was opened."""
    followed_by: str | None = None
    is_rematch: bool = False
    told: list[str] = field(default_factory=list)
    """Everything that people were owed, in order."""

    @property
    def is_live(self) -> bool:
        """Whether rounds are being played."""
        return self.model.phase in {"setting", "breaking"}

    def role(self, who: int) -> int:
        """0 for the challenger, 1 for the opponent, 2 for the third person."""
        return {self.challenger: 0, self.opponent: 1}.get(who, 2)

    def player(self, role: int) -> int:
        """The seat of the one in this role."""
        return (self.challenger, self.opponent)[role]


@dataclass
class Ledger:
    """All matches of three people in one server."""

    hour: int = 0
    matches: dict[str, Kept] = field(default_factory=dict)
    """By id, in the order in which they were made."""
    sources: dict[int, tuple[str, int, Code]] = field(default_factory=dict)
    """Rows that count: match, round and code, by the message or interaction."""

    # What the service is asked for, one method each

    def accept(self, kept: Kept, who: int, coin: bool) -> Answer:
        answer = kept.model.accept(kept.role(who), self._age(kept), coin)
        kept.opening = kept.opening or isinstance(answer, list)
        return self._told(kept, answer)

    def decline(self, kept: Kept, who: int) -> Answer:
        return self._told(kept, kept.model.decline(kept.role(who), self._age(kept)))

    def cancel(self, kept: Kept, who: int) -> Answer:
        return self._told(kept, kept.model.cancel(kept.role(who), self._age(kept)))

    def set_code(self, kept: Kept, who: int, number: int, code: Code) -> Answer:
        role, age = kept.role(who), self._age(kept)
        return self._told(kept, kept.model.set_code(role, age, number, list(code)))

    def play_row(self, kept: Kept, who: int, number: int, code: Code, source: int) -> Answer:
        return None if source in self.sources else self._row(kept, who, number, code, source)

    def play_row_in(self, thread: int, who: int, code: Code, source: int) -> Answer:
        if source in self.sources:
            return None
        kept = self.in_thread(thread)
        return self._row(kept, who, None, code, source) if kept else UNKNOWN

    def hear(self, thread: int, who: int, code: Code | None, source: int) -> Answer:
        """A message in a thread, None for talk."""
        kept = self.in_thread(thread)
        if code is None or source in self.sources or kept is None:
            return None
        role = kept.role(who)
        if role == 2 or not kept.is_live:
            return None
        if len(code) != 2:
            breaks = kept.model.phase == "breaking" and role != kept.model.now["maker"]
            return UNREADABLE if breaks else None
        if role == kept.model.now["maker"]:
            return self._told(kept, kept.model.post(role, self._age(kept), list(code))) or None
        return self._row(kept, who, None, code, source)

    def hear_nothing(self, thread: int, who: int, source: int) -> Answer:
        """A message whose text the bot is not given."""
        kept = self.in_thread(thread)
        if kept is None or source in self.sources:
            return None
        return self._told(kept, kept.model.unreadable(kept.role(who))) or None

    def concede(self, thread: int, who: int) -> Answer:
        kept = self.in_thread(thread)
        if kept is None:
            return UNKNOWN
        return self._told(kept, kept.model.concede(kept.role(who), self._age(kept)))

    def forfeit(self, kept: Kept, who: int) -> Answer:
        return self._told(kept, kept.model.forfeit(kept.role(who)))

    def two_more(self, kept: Kept, who: int) -> Answer:
        role = kept.role(who)
        no = kept.model.may_not_wish("two more", role) or self._beside(kept)
        return no or self._told(kept, kept.model.two_more(role, self._age(kept)))

    def rematch(self, kept: Kept, who: int, successor: str) -> Answer:
        role = kept.role(who)
        if no := kept.model.may_not_wish("rematch", role) or self._beside(kept):
            return no
        answer = self._told(kept, kept.model.again(role))
        if answer != []:
            return answer
        self._follow(kept, successor)
        return self._told(self.matches[successor], ["rematch-started", "code-wanted"])

    def _beside(self, kept: Kept) -> str | None:
        """Nothing follows a match while another is played in its thread."""
        here = [other for other in self.matches.values() if other.thread == kept.thread]
        taken = kept.model.thread and any(other.is_live for other in here)
        return "rematch-running" if taken else None

    def _follow(self, old: Kept, successor: str) -> None:
        """The rematch: begun by the other one, as long as the first match was to be."""
        model = old.model
        first = "opponent" if model.rounds[0]["maker"] == 0 else "me"
        again = Model(first, old.rounds, model.key_pegs, model.private)
        again.phase, again.thread = "setting", model.thread
        self.matches[successor] = Kept(
            successor,
            old.challenger,
            old.opponent,
            again,
            old.rounds,
            old.thread,
            born=self.hour,
            is_rematch=True,
        )
        old.followed_by = successor

    # What happens without anybody

    def reopen(self, kept: Kept, who: int) -> Answer:
        """A player wants another thread."""
        role = kept.role(who)
        lost = kept.is_live and not kept.model.thread
        if lost and role != 2 and kept.opening:
            return "thread-opening"
        answer = kept.model.reopen(role, self._age(kept))
        kept.opening = kept.opening or isinstance(answer, list)
        return self._told(kept, answer)

    def lose_thread(self, thread: int) -> Answer:
        """The thread was deleted."""
        kept = self.in_thread(thread)
        if kept is None:
            return None
        return self._told(kept, kept.model.lose_thread(self._age(kept), own=True)) or None

    def pass_time(self, kept: Kept) -> Answer:
        """Whatever time has to do, if it is time."""
        model, age = kept.model, self._age(kept)
        deadline = model.deadline()
        if deadline is None or age < deadline:
            return None
        if model.phase == "challenged":
            return self._told(kept, model.expire(age))
        if age - model.moved_at >= 72:
            return self._told(kept, model.time_out(age))
        return self._told(kept, model.remind(age, silent=False))

    # What can be known

    def in_thread(self, thread: int) -> Kept | None:
        """The match that is played in this thread, or was played there last."""
        found = [
            kept
            for kept in reversed(self.matches.values())
            if kept.model.thread and kept.thread == thread
        ]
        return max(found, key=lambda kept: kept.is_live, default=None)

    def rows(self, kept: Kept) -> list[tuple[int, int, Code]]:
        """Round, source and code of every row that counts, in order."""
        return [
            (number, source, code)
            for source, (match, number, code) in self.sources.items()
            if match == kept.id
        ]

    def standings(self, wins_first: bool) -> list[tuple[int, int, int, int, int, int]]:
        """Rank, seat, points, wins, draws and losses, from the first line on."""
        lines = [self._line(who) for who in range(3)]
        played = [line for line in lines if sum(line[2:])]
        main, other = (2, 1) if wins_first else (1, 2)
        played.sort(key=lambda one: (-one[main], -one[other], sum(one[2:]), NAMES[one[0]]))
        values = [line[main] for line in played]
        return [(1 + sum(value > line[main] for value in values), *line) for line in played]

    def _line(self, who: int) -> tuple[int, int, int, int, int]:
        earned = won = drawn = lost = 0
        for kept in self.matches.values():
            role = kept.role(who)
            if kept.model.phase != "finished" or role == 2:
                continue
            earned += kept.model.points()[role]
            won += kept.model.winner == role
            drawn += kept.model.winner is None
            lost += kept.model.winner == 1 - role
        return who, earned, won, drawn, lost

    def _age(self, kept: Kept) -> int:
        return self.hour - kept.born

    def _row(self, kept: Kept, who: int, number: int | None, code: Code, source: int) -> Answer:
        playing = len(kept.model.rounds)
        answer = kept.model.play(kept.role(who), self._age(kept), number, list(code))
        if isinstance(answer, list):
            self.sources[source] = kept.id, playing, code
        return self._told(kept, answer)

    def _told(self, kept: Kept, answer: Expected) -> Answer:
        if isinstance(answer, str):
            return answer
        # A rematch has no challenge whose message could show how it ended.
        told = [kind for kind in answer if not (kept.is_rematch and kind == "challenge-closed")]
        kept.told += told
        return told
