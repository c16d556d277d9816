"""The rules of a match told a second time, plainly: 2 positions, 2 symbols, 2 rows."""

from typing import Any, TypeAlias

Expected: TypeAlias = list[str] | str
"""What is told, or the reason of the refusal."""


def keys_by_hand(hidden: list[int], guess: list[int]) -> tuple[int, int]:
    """Black and white by striking pegs off, one after the other."""
    black = 0
    left, over = [], []
    for mine, theirs in zip(hidden, guess, strict=True):
        if mine == theirs:
            black += 1
        else:
            left.append(mine)
            over.append(theirs)
    white = 0
    for peg in over:
        if peg in left:
            left.remove(peg)
            white += 1
    return black, white


class Model:
    """A match by the rules: persons are 0 (challenger), 1 (opponent) and 2 (stranger)."""

    def __init__(self, first: str, rounds: int, key_pegs: bool, private: bool) -> None:
        self.phase = "challenged"
        self.called_off: str | None = None
        self.key_pegs, self.private = key_pegs, private
        self.thread = self.lost = self.reminded = False
        self.agreed = rounds
        self.rounds: list[dict[str, Any]] = []
        self.moved_at = 0
        self.wishes: dict[str, set[int]] = {"two more": set(), "rematch": set()}
        self.complete = False
        self.winner: int | None = None
        if first != "random":
            self.add_round(0 if first == "me" else 1)

    def add_round(self, maker: int) -> None:
        self.rounds.append(
            {"maker": maker, "code": None, "void": None, "rows": [], "end": None, "noted": False}
            | {"changes": 0}
        )

    @property
    def now(self) -> dict[str, Any]:
        return self.rounds[-1]

    def points(self) -> list[int]:
        earned = [0, 0]
        for played in self.rounds:
            used = len(played["rows"])
            keys = sum(black + white for black, white in played["rows"])
            by_rows = {"solved": used, "failed": 3, "conceded": 3}
            if played["end"] in by_rows:
                earned[played["maker"]] += keys if self.key_pegs else by_rows[played["end"]]
        return earned

    def closed(self) -> str | None:
        """The reason that a challenge or match which is over gives for everything."""
        if self.called_off in {"admin", "channel gone"}:
            return "called-off"
        if self.phase in {"declined", "expired", "cancelled"} and not self.called_off:
            return f"challenge-{self.phase}"
        return "match-over" if self.phase in {"finished", "cancelled"} else None

    def not_running(self) -> str | None:
        return "not-accepted" if self.phase == "challenged" else self.closed()

    def answering(self, who: int, right: int, hour: int) -> str | None:
        if who == 2:
            return "only-players"
        if self.phase != "challenged":
            return self.closed() or "already-accepted"
        if hour >= 24:
            return "challenge-expired"
        if who != right:
            return "only-opponent" if right == 1 else "only-challenger"
        return None

    def accept(self, who: int, hour: int, coin: bool) -> Expected:
        if no := self.answering(who, 1, hour):
            return no
        if not self.rounds:
            self.add_round(0 if coin else 1)
        self.turn(hour)
        self.thread = not self.private
        ready = self.now["code"] is not None
        self.phase = "breaking" if ready else "setting"
        return ["accepted", "code-set" if ready else "code-wanted"]

    def decline(self, who: int, hour: int) -> Expected:
        if no := self.answering(who, 1, hour):
            return no
        return self.close("declined")

    def cancel(self, who: int, hour: int) -> Expected:
        if no := self.answering(who, 0, hour):
            return no
        return self.close("cancelled")

    def expire(self, hour: int) -> Expected:
        if self.phase != "challenged":
            return self.closed() or "already-accepted"
        if hour < 24:
            return "not-accepted"
        return self.close("expired")

    def close(self, phase: str) -> list[str]:
        """Over before it counted: a code that was hidden is gone for good."""
        self.phase = phase
        if self.rounds:
            self.now["code"] = None
        return ["challenge-closed"]

    def turn(self, hour: int) -> None:
        """Somebody's time begins to count."""
        self.moved_at, self.reminded = hour, False

    def set_code(self, who: int, hour: int, number: int, code: list[int]) -> Expected:
        if no := self.may_not_set(who, hour, number, code):
            return no
        if self.phase == "breaking" and self.now["code"] == code:
            return []
        replaced = self.now["code"] is not None
        self.now.update(code=code)
        if self.phase == "challenged":
            return []
        if replaced:
            self.now["changes"] += 1
            return ["code-replaced"]
        self.phase = "breaking"
        self.turn(hour)
        return ["code-set"]

    def may_not_set(self, who: int, hour: int, number: int, code: list[int]) -> str | None:
        if who == 2:
            return "only-players"
        if no := self.no_code_yet(hour):
            return no
        if who != self.now["maker"]:
            return "only-codemaker"
        if number != len(self.rounds):
            return "stale-round"
        return self.stays() or ("code-public" if code == self.now["void"] else None)

    def stays(self) -> str | None:
        if self.now["rows"]:
            return "code-locked"
        often = self.phase == "breaking" and self.now["changes"] == 5
        return "code-changed-often" if often else None

    def no_code_yet(self, hour: int) -> str | None:
        if self.phase == "challenged" and hour >= 24:
            return "challenge-expired"
        early = self.phase == "challenged" and self.rounds and self.now["maker"] == 0
        return None if early else self.not_running()

    def post(self, who: int, hour: int, code: list[int]) -> Expected:
        if self.phase != "breaking" or who != self.now["maker"] or self.now["rows"]:
            return []
        if code != self.now["code"] or self.now["changes"] == 5:
            return []
        self.now.update(code=None, void=code, changes=self.now["changes"] + 1)
        self.phase = "setting"
        self.turn(hour)
        return ["code-voided"]

    def may_not_break(self, who: int, number: int | None) -> str | None:
        if who == 2:
            return "only-players"
        if no := self.not_running():
            return no
        if who == self.now["maker"]:
            return "only-codebreaker"
        if self.phase == "setting":
            return "code-not-set"
        return "stale-round" if number not in {None, len(self.rounds)} else None

    def play(self, who: int, hour: int, number: int | None, code: list[int]) -> Expected:
        if no := self.may_not_break(who, number):
            return no
        keys = keys_by_hand(self.now["code"], code)
        self.now["rows"].append(keys)
        self.turn(hour)
        if keys[0] == 2:
            return ["row-scored", *self.end_round("solved")]
        if len(self.now["rows"]) == 2:
            return ["row-scored", *self.end_round("failed")]
        return ["row-scored"]

    def concede(self, who: int, hour: int) -> Expected:
        if no := self.may_not_break(who, None):
            return no
        self.turn(hour)
        return self.end_round("conceded")

    def end_round(self, how: str) -> list[str]:
        self.now["end"] = how
        if len(self.rounds) < self.agreed:
            self.add_round(1 - self.now["maker"])
            self.phase = "setting"
            return ["round-ended", "code-wanted"]
        mine, theirs = self.points()
        self.phase, self.complete = "finished", True
        self.winner = None if mine == theirs else int(theirs > mine)
        return ["match-ended", "challenge-closed"]

    def forfeit(self, who: int) -> Expected:
        if who == 2:
            return "only-players"
        if no := self.not_running():
            return no
        counts = bool(self.rounds[0]["end"] or self.rounds[0]["rows"])
        return self.leave(who) if counts else self.give_up("left")

    def time_out(self, hour: int) -> Expected:
        if no := self.not_running():
            return no
        if hour - self.moved_at < 72:
            return "match-running"
        if not self.thread:
            return self.give_up("thread gone")
        maker = self.now["maker"]
        late = maker if self.phase == "setting" else 1 - maker
        return self.leave(late) if self.rounds[0]["end"] else self.give_up("inactivity")

    def call_off(self, why: str) -> Expected:
        if self.phase == "challenged":
            self.called_off = why
            return self.close("cancelled")
        return self.not_running() or self.give_up(why)

    def give_up(self, why: str) -> list[str]:
        self.called_off = why
        return ["match-cancelled", *self.close("cancelled")]

    def leave(self, who: int) -> list[str]:
        self.now["end"] = "abandoned"
        self.phase, self.complete, self.winner = "finished", False, 1 - who
        return ["match-ended", "challenge-closed"]

    def may_not_wish(self, what: str, who: int) -> str | None:
        if who == 2:
            return "only-players"
        if self.phase != "finished":
            return self.not_running() or "match-running"
        if what == "two more" and not (self.complete and self.winner is None):
            return "not-a-draw"
        return "already-agreed" if who in self.wishes[what] else None

    def wish(self, what: str, who: int) -> Expected:
        if no := self.may_not_wish(what, who):
            return no
        self.wishes[what].add(who)
        if len(self.wishes[what]) < 2:
            return ["two-more-offered" if what == "two more" else "rematch-offered"]
        return []

    def two_more(self, who: int, hour: int) -> Expected:
        answer = self.wish("two more", who)
        if answer != []:
            return answer
        self.wishes = {"two more": set(), "rematch": set()}
        self.agreed += 2
        self.add_round(1 - self.now["maker"])
        self.phase = "setting"
        self.turn(hour)
        return ["rounds-added", "code-wanted"]

    def again(self, who: int) -> Expected:
        answer = self.wish("rematch", who)
        if answer == []:
            self.wishes = {"two more": set(), "rematch": set()}
        return answer

    def unreadable(self, who: int) -> Expected:
        if self.phase != "breaking" or who != 1 - self.now["maker"] or self.now["noted"]:
            return []
        self.now["noted"] = True
        return ["unreadable"]

    def remind(self, hour: int, silent: bool) -> Expected:
        if no := self.not_running():
            return no
        if self.reminded or not self.thread or hour - self.moved_at < 24:
            return "match-running"
        self.reminded = True
        return [] if silent else ["reminded"]

    def lose_thread(self, hour: int, own: bool) -> Expected:
        """Its own thread (which there must be), or one that could not be opened."""
        if self.phase not in {"setting", "breaking"} or (own and not self.thread):
            return []
        self.lost = self.lost or self.thread
        self.thread = False
        self.turn(hour)
        return ["thread-lost"]

    def regain_thread(self, hour: int) -> Expected:
        """The thread that it had last, whether it lost it or not, can be written in."""
        if self.phase not in {"setting", "breaking"} or not self.lost:
            return []
        self.thread, self.lost = True, False
        self.turn(hour)
        return ["thread-regained"]

    def reopen(self, who: int, hour: int) -> Expected:
        if who == 2:
            return "only-players"
        if no := self.not_running():
            return no
        if self.thread:
            return "thread-open"
        self.turn(hour)
        return ["thread-reopened"]

    def deadline(self) -> int | None:
        """The hour at which time does something next."""
        if self.phase == "challenged":
            return 24
        if self.phase not in {"setting", "breaking"}:
            return None
        return self.moved_at + (24 if self.thread and not self.reminded else 72)
