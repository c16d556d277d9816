"""What keeps a match going beside the moves of its players: reminders, and its thread."""

from dataclasses import replace
from typing import assert_never

from bot.matches.checks import only_live, only_players
from bot.matches.commands import (
    CareCommand,
    LoseThread,
    Moved,
    RecordMessage,
    RecordThread,
    RegainThread,
    Remind,
    Reopen,
)
from bot.matches.errors import Reason, Refusal
from bot.matches.models import LIVE, Event, EventKind, Match
from bot.matches.steps import to_turn


def care(match: Match, command: CareCommand) -> Moved | Refusal:
    """What nobody plays, but somebody has to see to."""
    match command:
        case Remind():
            return _remind(match, command)
        case LoseThread():
            return _lose_thread(match, command)
        case RegainThread():
            return _regain_thread(match, command)
        case Reopen():
            return _reopen(match, command)
        case RecordMessage(message):
            return Moved(replace(match, message=message))
        case RecordThread(thread):
            return Moved(replace(match, thread=thread, lost_thread=None))
        case _:
            assert_never(command)


def _remind(match: Match, command: Remind) -> Moved | Refusal:
    if refusal := only_live(match):
        return refusal
    if match.remind_at is None or command.at < match.remind_at:
        return Refusal(Reason.MATCH_RUNNING)
    reminded = replace(match, reminded=True)
    if command.silent:
        return Moved(reminded)
    told = Event(EventKind.REMINDED, round=match.rounds[-1].number, player=match.to_move)
    return Moved(reminded, (told,))


def _lose_thread(match: Match, command: LoseThread) -> Moved:
    """A thread that is not, or is no longer, the match's own is no loss."""
    if match.phase not in LIVE or command.thread not in {None, match.thread}:
        return Moved(match)
    had = match.thread or match.lost_thread  # where no new one could be opened, the old one stays
    # The time to open a new one counts from now, whoever's move it was.
    lost = to_turn(replace(match, thread=None, lost_thread=had), command.at)
    return Moved(lost, (Event(EventKind.THREAD_LOST, round=match.rounds[-1].number),))


def _regain_thread(match: Match, command: RegainThread) -> Moved:
    """A thread that the match never lost, or that another took the place of, is not its own."""
    if match.phase not in LIVE or command.thread != match.lost_thread:
        return Moved(match)
    regained = replace(match, thread=command.thread, lost_thread=None)
    told = Event(EventKind.THREAD_REGAINED, round=match.rounds[-1].number)
    return Moved(to_turn(regained, command.at), (told,))


def _reopen(match: Match, command: Reopen) -> Moved | Refusal:
    if refusal := only_players(match, command.player) or only_live(match):
        return refusal
    if match.thread is not None:
        return Refusal(Reason.THREAD_OPEN)
    reopened = Event(
        EventKind.THREAD_REOPENED, round=match.rounds[-1].number, player=command.player
    )
    return Moved(to_turn(match, command.at), (reopened,))
