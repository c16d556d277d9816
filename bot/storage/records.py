"""Matches as columns, and columns as matches. Names of columns are those of the migrations."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TypeAlias

from bot.engine import Code, Feedback, Rules, Symbols
from bot.engine.levels import Level
from bot.matches.ids import (
    ChannelId,
    GuildId,
    MatchId,
    MessageId,
    PlayerId,
    SourceId,
    ThreadId,
    is_erased,
)
from bot.matches.models import (
    CallOff,
    Ending,
    FirstCodemaker,
    Kind,
    Limits,
    Match,
    Outcome,
    Phase,
    Points,
    Round,
    Row,
    Secret,
    Terms,
)
from bot.matches.ports import Whereabouts
from bot.matches.totals import verdict_of
from bot.storage.sealing import Sealer
from bot.storage.times import from_span, from_stamp, to_span, to_stamp

Column: TypeAlias = int | str | bytes | None
Columns: TypeAlias = Mapping[str, Column]


def match_columns(match: Match) -> Columns:
    """The match without its rounds; its version is the one before the save."""
    return {
        "id": match.id,
        "guild": match.guild,
        "channel": match.channel,
        "challenger": match.challenger,
        "opponent": match.opponent,
        **_terms_columns(match.terms),
        "phase": match.phase.value,
        "created_at": to_stamp(match.created_at),
        "expires_at": to_stamp(match.expires_at),
        "turn_since": to_stamp(match.turn_since),
        "agreed_rounds": match.agreed_rounds,
        "turn_limit": to_span(match.limits.turn),
        "reminder": optional_span(match.limits.reminder),
        "reminded": match.reminded,
        "next_deadline": _optional_stamp(match.next_deadline),
        "message": match.message,
        "thread": match.thread,
        "lost_thread": match.lost_thread,
        "ending": match.ending and match.ending.value,
        "winner": match.winner,
        "leaver": match.left,
        "called_off": match.called_off and match.called_off.value,
        "ended_at": _optional_stamp(match.ended_at),
        "two_more_challenger": match.challenger in match.two_more,
        "two_more_opponent": match.opponent in match.two_more,
        "rematch_challenger": match.challenger in match.rematch,
        "rematch_opponent": match.opponent in match.rematch,
        "successor": match.successor,
        "day": _optional_day(match.day),
        "version": match.version,
    }


def read_match(record: sqlite3.Row, rounds: tuple[Round, ...]) -> Match:
    """The match of this record of `matches`, with its rounds."""
    return Match(
        id=MatchId(record["id"]),
        guild=GuildId(record["guild"]),
        channel=ChannelId(record["channel"]),
        challenger=PlayerId(record["challenger"]),
        opponent=PlayerId(record["opponent"]),
        terms=_read_terms(record),
        phase=Phase(record["phase"]),
        created_at=from_stamp(record["created_at"]),
        expires_at=from_stamp(record["expires_at"]),
        turn_since=from_stamp(record["turn_since"]),
        agreed_rounds=record["agreed_rounds"],
        limits=read_limits(record),
        reminded=bool(record["reminded"]),
        rounds=rounds,
        message=_optional_message(record["message"]),
        thread=_optional_thread(record["thread"]),
        lost_thread=_optional_thread(record["lost_thread"]),
        ending=None if record["ending"] is None else Ending(record["ending"]),
        winner=_optional_player(record["winner"]),
        left=_optional_player(record["leaver"]),
        called_off=None if record["called_off"] is None else CallOff(record["called_off"]),
        ended_at=None if record["ended_at"] is None else from_stamp(record["ended_at"]),
        two_more=_agreed(record, "two_more"),
        rematch=_agreed(record, "rematch"),
        successor=None if record["successor"] is None else MatchId(record["successor"]),
        day=None if record["day"] is None else date.fromisoformat(record["day"]),
        version=record["version"],
    )


def read_whereabouts(record: sqlite3.Row) -> Whereabouts:
    """Where the match of this record of `matches` is, with its `code_from`."""
    return Whereabouts(
        id=MatchId(record["id"]),
        guild=GuildId(record["guild"]),
        channel=ChannelId(record["channel"]),
        players=(PlayerId(record["challenger"]), PlayerId(record["opponent"])),
        phase=Phase(record["phase"]),
        message=_optional_message(record["message"]),
        thread=_optional_thread(record["thread"]),
        lost_thread=_optional_thread(record["lost_thread"]),
        code_from=_optional_player(record["code_from"]),
    )


def round_columns(match: MatchId, played: Round, sealer: Sealer, *, hidden: bool) -> Columns:
    """The round without its rows; its code is sealed while the round runs, or it is `hidden`."""
    return {
        "match_id": match,
        "number": played.number,
        "codemaker": played.codemaker,
        "codebreaker": played.codebreaker,
        **_secret_columns(match, played, sealer, hidden=hidden),
        "voided": None if played.voided is None else _code_text(played.voided),
        "outcome": played.outcome and played.outcome.value,
        "unreadable_noted": played.unreadable_noted,
        "changes": played.changes,
    }


def read_round(record: sqlite3.Row, rows: Sequence[sqlite3.Row], sealer: Sealer) -> Round:
    """The round of this record of `rounds`, with these records of `rows`, in order."""
    secret = _read_secret(record, sealer)
    return Round(
        number=record["number"],
        codemaker=PlayerId(record["codemaker"]),
        codebreaker=PlayerId(record["codebreaker"]),
        secret=secret,
        rows=tuple(_read_row(row, secret) for row in rows),
        outcome=None if record["outcome"] is None else Outcome(record["outcome"]),
        unreadable_noted=bool(record["unreadable_noted"]),
        voided=None if record["voided"] is None else _read_code(record["voided"]),
        changes=record["changes"],
    )


def opened_columns(record: sqlite3.Row, sealer: Sealer) -> Columns:
    """The same code of this record of `rounds`, which was sealed so far, for all to read."""
    match, number = MatchId(record["match_id"]), record["number"]
    code, salt = sealer.unseal(match, number, record["sealed"])
    return {"match_id": match, "number": number, "code": _code_text(code), "salt": salt}


def rows_columns(match: MatchId, played: Round, *, hidden: bool) -> Iterator[Columns]:
    """The rows of the round; where its code is `hidden`, the one that hit it says nothing of it."""
    secret = played.secret.code if played.secret and hidden else None
    for row in played.rows:
        yield {
            "match_id": match,
            "round": played.number,
            "number": row.number,
            "code": None if row.code == secret else _code_text(row.code),
            "black": row.feedback.black,
            "white": row.feedback.white,
            "source": row.source,
            "played_at": to_stamp(row.at),
        }


def result_columns(match: Match) -> Iterator[Columns]:
    """Both players' results of a finished match; none of any other, and none of an erased player.

    Who was erased stays off the board when the match is saved once more. The bot is on no board.
    """
    if match.phase is not Phase.FINISHED or match.terms.is_alone:
        return
    totals = verdict_of(match).totals
    for player in match.players:
        if is_erased(player) or player == match.bot:
            continue
        yield {
            "match_id": match.id,
            "kind": match.terms.kind.value,
            "player": player,
            "opponent": match.other(player),
            "guild": match.guild,
            "points": totals[player],
            "result": _result(match.winner, player),
            "ended_at": _optional_stamp(match.ended_at),
        }


def solo_columns(match: Match) -> Iterator[Columns]:
    """How a code that somebody cracked alone came out; nothing of any other match."""
    if match.phase is not Phase.FINISHED or not match.terms.is_alone:
        return
    if is_erased(match.challenger):
        return
    (played,) = match.rounds
    yield {
        "match_id": match.id,
        "player": match.challenger,
        "guild": match.guild,
        "kind": match.terms.kind.value,
        "day": _optional_day(match.day),
        "solved": played.outcome is Outcome.SOLVED,
        "rows_used": len(played.rows),
        "ended_at": _optional_stamp(match.ended_at),
    }


def read_limits(record: sqlite3.Row) -> Limits:
    """The limits in this record of `matches` or `servers`."""
    reminder = record["reminder"]
    return Limits(
        turn=from_span(record["turn_limit"]),
        reminder=None if reminder is None else from_span(reminder),
    )


def optional_span(length: timedelta | None) -> int | None:
    """The length for a column that may hold none."""
    return None if length is None else to_span(length)


def _terms_columns(terms: Terms) -> Columns:
    return {
        "positions": terms.rules.positions,
        "symbols": terms.rules.symbols.value,
        "colours": terms.rules.colours,
        "max_rows": terms.rules.rows,
        "repeats": terms.rules.repeats,
        "blanks": terms.rules.blanks,
        "challenge_rounds": terms.rounds,
        "points": terms.points.value,
        "first_codemaker": terms.first.value,
        "private": terms.private,
        "kind": terms.kind.value,
        "level": terms.level and terms.level.value,
        "hints": terms.hints,
    }


def _read_terms(record: sqlite3.Row) -> Terms:
    rules = Rules(
        positions=record["positions"],
        symbols=Symbols(record["symbols"]),
        colours=record["colours"],
        rows=record["max_rows"],
        repeats=bool(record["repeats"]),
        blanks=bool(record["blanks"]),
    )
    return Terms(
        rules=rules,
        rounds=record["challenge_rounds"],
        points=Points(record["points"]),
        first=FirstCodemaker(record["first_codemaker"]),
        private=bool(record["private"]),
        kind=Kind(record["kind"]),
        level=None if record["level"] is None else Level(record["level"]),
        hints=bool(record["hints"]),
    )


def _secret_columns(match: MatchId, played: Round, sealer: Sealer, *, hidden: bool) -> Columns:
    secret = played.secret
    if secret is None:
        return {"commitment": None, "sealed": None, "code": None, "salt": None}
    if hidden or played.outcome is None:
        sealed = sealer.seal(match, played.number, secret.code, secret.salt)
        return {"commitment": secret.commitment, "sealed": sealed, "code": None, "salt": None}
    return {
        "commitment": secret.commitment,
        "sealed": None,
        "code": _code_text(secret.code),
        "salt": secret.salt,
    }


def _read_secret(record: sqlite3.Row, sealer: Sealer) -> Secret | None:
    if record["commitment"] is None:
        return None
    if record["sealed"] is None:
        return Secret(_read_code(record["code"]), record["salt"], record["commitment"])
    match, number = MatchId(record["match_id"]), record["number"]
    code, salt = sealer.unseal(match, number, record["sealed"])
    return Secret(code, salt, record["commitment"])


def _read_row(record: sqlite3.Row, secret: Secret | None) -> Row:
    hit = secret.code if secret and record["code"] is None else None
    return Row(
        number=record["number"],
        code=hit or _read_code(record["code"]),
        feedback=Feedback(record["black"], record["white"]),
        source=SourceId(record["source"]),
        at=from_stamp(record["played_at"]),
    )


def _code_text(code: Code) -> str:
    return ",".join(map(str, code))


def _read_code(text: str) -> Code:
    return Code(map(int, text.split(",")))


def _agreed(record: sqlite3.Row, what: str) -> frozenset[PlayerId]:
    return frozenset(
        PlayerId(record[seat]) for seat in ("challenger", "opponent") if record[f"{what}_{seat}"]
    )


def _result(winner: PlayerId | None, player: PlayerId) -> str:
    if winner is None:
        return "draw"
    return "win" if winner == player else "loss"


def _optional_stamp(time: datetime | None) -> int | None:
    return None if time is None else to_stamp(time)


def _optional_day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _optional_player(value: int | None) -> PlayerId | None:
    return None if value is None else PlayerId(value)


def _optional_thread(value: int | None) -> ThreadId | None:
    return None if value is None else ThreadId(value)


def _optional_message(value: int | None) -> MessageId | None:
    return None if value is None else MessageId(value)
