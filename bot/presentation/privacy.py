"""What people are told about their own data, and the file that holds a copy of it."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from bot.engine import Code, Legend, format_code
from bot.matches.ids import PlayerId
from bot.matches.models import Match, Row
from bot.matches.ports import AuditLine, KnownAs, Notice
from bot.matches.practice_store import Progress
from bot.matches.privacy import Dossier, OwnMatch
from bot.matches.settings import Preferences
from bot.matches.view import RoundView
from bot.presentation.palette import legend
from bot.presentation.scene import Action, Message, Scene, buttons

Json: TypeAlias = dict[str, Any]

FILE = "mastermind-data.json"
LARGEST_FILE = 8 * 1024 * 1024
"""Bytes; Discord takes ten megabytes, and counts what is around the file as well."""
YOU, OTHER, BOT = "you", "the other player", "the bot"

ABOUT: Mapping[str, str] = {
    "this file": "Everything that this bot keeps about you. Times are in UTC; numbers of "
    "Discord's are in quotes, since many programs cannot hold them otherwise; null means none.",
    "other people": "Those you played with are called 'the other player'. What they typed in "
    "your matches is here, for it is part of the match; their names and numbers are not.",
    "person": "your number at Discord",
    "names": "your name in each server at your last action there, with Discord's code of your "
    "language",
    "preferences": "what you chose with /mastermind preferences; null means you never did",
    "practice": "how far you have come with /mastermind practice: in_a_row counts right answers, "
    "below zero mistakes; null means you never answered",
    "matches": "every match and challenge of yours that is still kept, oldest first",
    "server, channel, thread, lost_thread, challenge_message": "Discord's numbers of the places of "
    "the match",
    "agreed": "what the challenge said",
    "kind": "people: against a person; bot: against the bot; solo and daily: a code of the bot's "
    "that you cracked alone, of which your outcome and your number of rows count for you",
    "level, hints": "how well the bot plays, and whether the codebreaker is told of rows that "
    "cannot be the code",
    "day": "the date whose code it was, if it was that of a day",
    "shown_to_everybody": "whether you pressed Share under the result of a code of the day",
    "turn_limit, reminder_after": "hours that a move may take, and until a reminder",
    "reminded": "whether the one whose move it is was reminded, or wants no reminders",
    "ended_by, called_off, left": "how the match ended, why it was cancelled, and who left it",
    "wants_two_more, wants_rematch": "who pressed those buttons after the end",
    "leaderboard": "what the leaderboard counts of the match for you",
    "fingerprint, salt, code": "of the hidden code; salt and code are here once the round is "
    "over, and before that the code only if it is yours",
    "public_code": "a code that its maker posted for everybody to read, so that it is not allowed",
    "code_changes": "how often the thread was told of another code",
    "unreadable_noted": "whether the thread was told that plain messages cannot be read there",
    "source": "Discord's number of the message or action that your row came by",
    "messages": "what the bot has, or had within the last days, to tell about the match; "
    "reply_to is the number of the message that is answered",
    "admin_actions": "what you did with the admin commands",
}
"""The file is for programs too, so it is the same in all languages."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to send."""

    name: str
    content: bytes


def export_file(dossier: Dossier, limit: int = LARGEST_FILE) -> File | None:
    """The copy as JSON, zipped when that has more than `limit` bytes; None when even so it has.

    It takes a second for thousands of matches, so it is work for a thread.
    """
    content = json.dumps(_everything(dossier), ensure_ascii=False, indent=1).encode()
    if len(content) <= limit:
        return File(FILE, content)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        entry = zipfile.ZipInfo(FILE, dossier.at.timetuple()[:6])
        archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    zipped = packed.getvalue()
    return File(f"{FILE}.zip", zipped) if len(zipped) <= limit else None


def exported(scene: Scene) -> Message:
    """Goes with the file."""
    _ = scene.words.gettext
    return Message(_("Here is everything that I keep about you. Only you can see this message."))


def too_much_to_send(scene: Scene) -> Message:
    """In place of a file that Discord does not take."""
    _ = scene.words.gettext
    text = _(
        "What I keep about you is more than fits into a file on Discord. "
        "Please ask the people who run me for it."
    )
    return Message(text)


def erase_question(scene: Scene) -> Message:
    """Asked before anything is removed."""
    _ = scene.words.gettext
    text = _(
        "Delete all that I keep about you, in every server? This cannot be undone.\n"
        "- Your open challenges and matches are cancelled, and count for nobody.\n"
        "- Your names, your preferences, your progress in practice, your records of solos and "
        "daily codes, and your places on the leaderboards are removed.\n"
        "- Those you played with keep their matches and points, with **a former player** in your "
        "place.\n"
        "- Messages in Discord stay as they are; those you wrote, you can delete yourself.\n"
        "- If you have tried today's code of the day, a mark that does not name you stays until "
        "that day is over, since everybody has one try.\n"
        "You can get a copy first with {export}. To keep everything, just ignore this message."
    )
    return Message(text.format(export=_command("export", scene)), buttons(scene, Action.ERASE))


def erased(scene: Scene) -> Message:
    """When all is gone."""
    _ = scene.words.gettext
    text = _(
        "Done: I keep nothing about you any more, except in backups, which are deleted after a "
        "while. If you have tried today's code of the day, a mark that does not name you stays "
        "until that day is over. If you play again, you will be somebody new to me."
    )
    return Message(text)


def _command(name: str, scene: Scene) -> str:
    _ = scene.words.gettext
    return f"`/{_('privacy')} {_(name)}`"


def _everything(dossier: Dossier) -> Json:
    traces = dossier.traces
    return {
        "about": dict(ABOUT),
        "made_at": _time(dossier.at),
        "person": str(dossier.player),
        "names": [_name(known) for known in traces.names],
        "preferences": traces.preferences and _preferences(traces.preferences),
        "practice": traces.practice and _practice(traces.practice),
        "matches": [_match(own, dossier) for own in dossier.matches],
        "admin_actions": [_action(line) for line in traces.audit],
    }


def _name(known: KnownAs) -> Json:
    return {
        "server": str(known.guild),
        "name": known.name,
        "language": known.locale or None,
        "last_action_at": _time(known.seen_at),
    }


def _preferences(chosen: Preferences) -> Json:
    return {
        "reminders": chosen.reminders,
        "may_be_challenged": chosen.challengeable,
        "asked_for_codes_by": chosen.code_place.value,
    }


def _practice(progress: Progress) -> Json:
    return {
        "level": progress.level,
        "in_a_row": progress.run,
        "answered": progress.answered,
        "correct": progress.correct,
    }


def _action(line: AuditLine) -> Json:
    return {
        "at": _time(line.at),
        "server": str(line.guild),
        "action": line.action,
        "detail": line.detail,
    }


def _match(own: OwnMatch, dossier: Dossier) -> Json:
    match, you = own.match, dossier.player
    counted = dossier.traces.results.get(match.id)
    notices = dossier.traces.notices.get(match.id, ())
    return {
        **_place(match),
        "challenger": _who(match.challenger, match, you),
        "agreed": _terms(match),
        **_state(match, you),
        "shown_to_everybody": match.id in dossier.traces.shared,
        "leaderboard": counted and {"points": counted.points, "result": counted.result},
        "rounds": [_round(own, number, seen, you) for number, seen in enumerate(own.seen.rounds)],
        "messages": [_message(notice, match, you) for notice in notices],
    }


def _place(match: Match) -> Json:
    return {
        "id": match.id,
        "server": str(match.guild),
        "channel": str(match.channel),
        "thread": _number(match.thread),
        "lost_thread": _number(match.lost_thread),
        "challenge_message": _number(match.message),
    }


def _terms(match: Match) -> Json:
    terms = match.terms
    return {
        "positions": terms.rules.positions,
        "symbols": terms.rules.symbols.value,
        "how_many_symbols": terms.rules.colours,
        "rows": terms.rules.rows,
        "repeats": terms.rules.repeats,
        "blanks": terms.rules.blanks,
        "rounds": terms.rounds,
        "points_for": terms.points.value,
        "first_codemaker": terms.first.value,
        "private": terms.private,
        "kind": terms.kind.value,
        "level": terms.level and terms.level.value,
        "hints": terms.hints,
        "day": match.day and match.day.isoformat(),
        "turn_limit": _hours(match.limits.turn),
        "reminder_after": _hours(match.limits.reminder),
    }


def _state(match: Match, you: PlayerId) -> Json:
    return {
        "state": match.phase.value,
        "challenged_at": _time(match.created_at),
        "challenge_open_until": _time(match.expires_at),
        "turn_since": _time(match.turn_since),
        "ended_at": _time(match.ended_at),
        "rounds_in_all": match.agreed_rounds,
        "reminded": match.reminded,
        "ended_by": match.ending,
        "called_off": match.called_off,
        "winner": _who(match.winner, match, you),
        "left": _who(match.left, match, you),
        "wants_two_more": sorted(_whose(match.two_more, you)),
        "wants_rematch": sorted(_whose(match.rematch, you)),
        "rematch": match.successor,
    }


def _round(own: OwnMatch, index: int, seen: RoundView, you: PlayerId) -> Json:
    kept = own.match.rounds[index]
    symbols = legend(own.match.terms.rules)
    yours = seen.codebreaker == you
    return {
        "number": seen.number,
        "codemaker": _who(seen.codemaker, own.match, you),
        "codebreaker": _who(seen.codebreaker, own.match, you),
        "fingerprint": seen.commitment,
        "code": _code(seen.code, symbols),
        "salt": seen.salt and seen.salt.hex(),
        "public_code": _code(kept.voided, symbols),
        "code_changes": kept.changes,
        "unreadable_noted": kept.unreadable_noted,
        "outcome": seen.outcome,
        "codemakers_points": seen.points,
        "rows": [_row(row, symbols, yours=yours) for row in seen.rows],
    }


def _row(row: Row, symbols: Legend, *, yours: bool) -> Json:
    played = {
        "number": row.number,
        "row": format_code(row.code, symbols),
        "black": row.feedback.black,
        "white": row.feedback.white,
        "played_at": _time(row.at),
    }
    return played | {"source": str(row.source)} if yours else played


def _message(notice: Notice, match: Match, you: PlayerId) -> Json:
    entry, event = notice.entry, notice.entry.event
    breakers = {played.number: played.codebreaker for played in match.rounds}
    about = {
        "kind": event.kind.value,
        "round": event.round,
        "row": event.row,
        "about": _who(event.player, match, you),
        "detail": event.detail,
        "since": _time(entry.created_at),
        "told_or_given_up_at": _time(notice.settled_at),
        "message": _number(notice.message),
    }
    yours = breakers.get(event.round) == you
    return about | {"reply_to": _number(event.reply_to)} if yours else about


def _who(player: PlayerId | None, match: Match, you: PlayerId) -> str | None:
    if player is None:
        return None
    if player == you:
        return YOU
    return BOT if player == match.bot else OTHER


def _whose(players: frozenset[PlayerId], you: PlayerId) -> Sequence[str]:
    return [YOU if player == you else OTHER for player in players]


def _code(code: Code | None, symbols: Legend) -> str | None:
    return None if code is None else format_code(code, symbols)


def _number(value: int | None) -> str | None:
    return None if value is None else str(value)


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _hours(span: timedelta | None) -> float | None:
    return None if span is None else span / timedelta(hours=1)
