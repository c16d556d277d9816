"""A round from its code to its last row."""

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from bot.engine import Code, Rules, score
from bot.matches.checks import (
    only_codebreaker,
    only_codemaker,
    only_current,
    only_live,
    only_players,
    only_unanswered,
    waiting,
)
from bot.matches.commands import (
    Concede,
    Forfeit,
    Moved,
    NoteUnreadable,
    PlayRow,
    PostCode,
    RoundCommand,
    SetSecret,
)
from bot.matches.endings import end, end_round
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import PlayerId
from bot.matches.models import Event, EventKind, Kind, Match, Outcome, Phase, Round, Row, Secret
from bot.matches.steps import ask_for_row, to_turn, with_round

MOST_CHANGES = 5
"""Each change of a code, and each that was given away, is told in the thread."""


def play(match: Match, command: RoundCommand) -> Moved | Refusal:
    """What the two do in a round."""
    match command:
        case SetSecret():
            return _set_secret(match, command)
        case PostCode():
            return _post_code(match, command)
        case PlayRow():
            return _play_row(match, command)
        case Concede():
            return _concede(match, command)
        case NoteUnreadable():
            return _note_unreadable(match, command)
        case _:
            assert_never(command)


def refuse_code(match: Match, player: PlayerId, number: int, at: datetime) -> Refusal | None:
    """Why this person may not set the code of that round now, whatever the code; None: may."""
    return (
        only_players(match, player)
        or _only_when_welcome(match, at)
        or only_codemaker(match, player)
        or only_current(match, number)
        or (Refusal(Reason.CODE_LOCKED) if match.rounds[-1].rows else None)
        or _only_seldom(match)
    )


def refuse_row(match: Match, player: PlayerId, number: int | None) -> Refusal | None:
    """Why this person may not play a row of that round (None: the running one); None: may."""
    found = _code_to_break(match, player, number)
    return found if isinstance(found, Refusal) else None


def contradicted(played: Round, code: Code) -> Row | None:
    """The first row whose reply says that this code cannot be the hidden one, if any."""
    return next((row for row in played.rows if score(code, row.code) != row.feedback), None)


def _set_secret(match: Match, command: SetSecret) -> Moved | Refusal:
    if refusal := refuse_code(match, command.player, command.round, command.at):
        return refusal
    current = match.rounds[-1]
    if command.secret.code == current.voided:
        return Refusal(Reason.CODE_PUBLIC)
    if match.phase is Phase.SETTING:
        return ask_for_row(match, command.secret, command.at)
    if current.secret is not None and command.secret.code == current.secret.code:
        return Moved(match)  # nothing to publish anew
    return _keep_secret(match, current, command.secret)


def _only_when_welcome(match: Match, at: datetime) -> Refusal | None:
    if match.phase is not Phase.CHALLENGED:
        return only_live(match)
    # A challenger who makes the first code may hide it while waiting for the answer.
    early = bool(match.rounds) and match.rounds[0].codemaker == match.challenger
    return only_unanswered(match, at) or (None if early else waiting(match))


def _only_seldom(match: Match) -> Refusal | None:
    changed_often = match.phase is Phase.BREAKING and match.rounds[-1].changes == MOST_CHANGES
    return Refusal(Reason.CODE_CHANGED_OFTEN) if changed_often else None


def _keep_secret(match: Match, current: Round, secret: Secret) -> Moved:
    # Before the match begins there is no thread to publish a commitment in.
    if match.phase is Phase.CHALLENGED or current.secret is None:
        return Moved(with_round(match, replace(current, secret=secret)))
    kept = replace(current, secret=secret, changes=current.changes + 1)
    detail = f"{secret.commitment} {current.secret.commitment}"
    told = Event(EventKind.CODE_REPLACED, round=current.number, detail=detail)
    return Moved(with_round(match, kept), (told,))


def _post_code(match: Match, command: PostCode) -> Moved:
    if not _gives_away(match, command):
        return Moved(match)
    current = match.rounds[-1]
    voided = replace(current, secret=None, voided=command.code, changes=current.changes + 1)
    waiting = replace(to_turn(with_round(match, voided), command.at), phase=Phase.SETTING)
    return Moved(waiting, (Event(EventKind.CODE_VOIDED, round=voided.number),))


def _gives_away(match: Match, command: PostCode) -> bool:
    if match.phase is not Phase.BREAKING:
        return False
    current = match.rounds[-1]
    return (
        command.player == current.codemaker
        and not current.rows
        and current.secret is not None
        and command.code == current.secret.code
        # Who gives codes away again and again plays with the last one: each new one pings.
        and current.changes < MOST_CHANGES
    )


def _play_row(match: Match, command: PlayRow) -> Moved | Refusal:
    secret = _code_to_break(match, command.player, command.round)
    if isinstance(secret, Refusal):
        return secret
    current = match.rounds[-1]
    row = Row(
        number=len(current.rows) + 1,
        code=command.code,
        feedback=score(secret.code, command.code),
        source=command.source,
        at=command.at,
    )
    scored = Event(
        EventKind.ROW_SCORED, round=current.number, row=row.number, reply_to=command.reply_to
    )
    outcome = _outcome_of(row, match.terms.rules)
    played = with_round(match, replace(current, rows=(*current.rows, row), outcome=outcome))
    if outcome is not None:
        return end_round(played, command.at, scored)
    # Each row is a turn of its own, so the codebreaker's time starts anew.
    return Moved(to_turn(played, command.at), (scored,))


def _outcome_of(row: Row, rules: Rules) -> Outcome | None:
    if row.feedback.black == len(row.code):
        return Outcome.SOLVED
    return Outcome.FAILED if row.number == rules.rows else None


def _concede(match: Match, command: Concede) -> Moved | Refusal:
    secret = _code_to_break(match, command.player, None)
    if isinstance(secret, Refusal):
        return secret
    if match.terms.kind is Kind.SOLO and not match.rounds[-1].rows:
        return end(match, Forfeit(command.player, command.at))  # it never was
    given_up = replace(match.rounds[-1], outcome=Outcome.CONCEDED)
    return end_round(with_round(match, given_up), command.at)


def _code_to_break(match: Match, player: PlayerId, number: int | None) -> Secret | Refusal:
    if refusal := only_players(match, player) or only_live(match):
        return refusal
    if refusal := only_codebreaker(match, player):
        return refusal
    current = match.rounds[-1]
    if current.secret is None:
        return Refusal(Reason.CODE_NOT_SET, player=current.codemaker)
    return only_current(match, number) or current.secret


def _note_unreadable(match: Match, command: NoteUnreadable) -> Moved:
    if match.phase is not Phase.BREAKING:
        return Moved(match)
    current = match.rounds[-1]
    if command.player != current.codebreaker or current.unreadable_noted:
        return Moved(match)
    told = Event(EventKind.UNREADABLE, round=current.number, reply_to=command.reply_to)
    return Moved(with_round(match, replace(current, unreadable_noted=True)), (told,))
