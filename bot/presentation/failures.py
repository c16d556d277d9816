"""Every way of saying no, in words: one sentence of what is wrong and one of what to do."""

import secrets
from collections.abc import Iterable, Sequence
from typing import assert_never

from bot.engine import RefusalReason, Refused, RuleFault, Rules
from bot.matches.errors import (
    MatchError,
    Refusal,
    RefusedError,
    StaleVersionError,
    StorageBusyError,
    StorageUnwritableError,
    ThinkingAlreadyError,
    ThinkingError,
    ThinkingStoppedError,
    ThinkingTooLongError,
    UnreadableCodeError,
)
from bot.matches.ids import ALPHABET
from bot.presentation.markup import command, escape, mention, relative, shortened
from bot.presentation.refusals import sentence_of
from bot.presentation.scene import Action, Scene, label
from bot.presentation.terms import example, pegs_in_words

ERROR_ID_LENGTH = 8
_ECHO_LIMIT = 40


def error_id() -> str:
    """A short random id that ties what a person reads to a line of the log."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ERROR_ID_LENGTH))


def unexpected(error: str, scene: Scene) -> str:
    """Something broke that nobody foresaw; `error` is the id that the log has too."""
    _ = scene.words.gettext
    return _(
        "Something went wrong on my side. "
        "Please try again; if it happens again, "
        "give the people who run me this reference: `{error}`."
    ).format(error=error)


def match_error(error: MatchError, scene: Scene) -> str | None:
    """The sentences for what domain and storage say no with; None for what is unexpected."""
    match error:
        case RefusedError():
            return refusal(error.refusal, scene)
        case UnreadableCodeError():
            return unreadable(error.refused, error.rules, scene)
        case StaleVersionError() | StorageBusyError():
            return busy(scene)
        case StorageUnwritableError():
            return unwritable(scene)
        case ThinkingError():
            return too_much(error, scene)
        case _:
            return None


def busy(scene: Scene) -> str:
    """The store was in other hands for too long."""
    _ = scene.words.gettext
    return _("I am busy at the moment and nothing was changed. Please try again in a few seconds.")


def unwritable(scene: Scene) -> str:
    """The store cannot keep anything."""
    _ = scene.words.gettext
    return _(
        "I cannot save anything at the moment, so nothing was changed. "
        "Please tell the people who run me that my disk is full or read-only."
    )


def too_much(error: ThinkingError, scene: Scene) -> str:
    """Something is not calculated: more is asked than can be, by everybody or by one, or a stop."""
    _ = scene.words.gettext
    match error:
        case ThinkingTooLongError():
            return _("That takes me too long to calculate. Please ask me something smaller.")
        case ThinkingAlreadyError():
            return _(
                "I am still calculating what you asked me before. "
                "Please wait for that answer, and then ask me again."
            )
        case ThinkingStoppedError():
            return _("I am being restarted. Please ask me again in a minute.")
        case _:
            return _("I have too much to calculate at the moment. Please ask me again in a minute.")


def asleep(scene: Scene) -> str:
    """A pager or a box outlived its quarter of an hour."""
    _ = scene.words.gettext
    return _("This has been open for too long. Please run the command or press the button again.")


def not_in_a_text_channel(scene: Scene) -> str:
    """A match was to begin where no thread can be opened."""
    _ = scene.words.gettext
    return _(
        "I cannot open a thread for a match here. "
        "Please use a text or announcement channel of a server."
    )


def private_needs_text_channel(scene: Scene) -> str:
    """A private match was asked for where Discord has public threads only."""
    _ = scene.words.gettext
    return _(
        "An announcement channel has no private threads. "
        "Please use a text channel, or make it a match that others can watch."
    )


def not_in_this_server(scene: Scene) -> str:
    """The one challenged is not here."""
    _ = scene.words.gettext
    return _("That person is not in this server. Please pick somebody who is.")


def outdated(scene: Scene) -> str:
    """The person's Discord still shows an older form of the command."""
    _ = scene.words.gettext
    return _(
        "This command has changed since your Discord loaded it. "
        "Please restart Discord and use the command again."
    )


def on_cooldown(seconds: int, scene: Scene) -> str:
    """The same person used the same command a moment ago; again possible in so many seconds."""
    return scene.words.ngettext(
        "You have just used this command. You can use it again in {count} second.",
        "You have just used this command. You can use it again in {count} seconds.",
        seconds,
    ).format(count=seconds)


def missing_permissions(names: Sequence[str], scene: Scene) -> str:
    """What the bot lacks in a channel.

    `names` are flags of discord.py's `Permissions`, such as `send_messages_in_threads`.
    """
    spoken = ", ".join(f"**{permission(name, scene)}**" for name in names)
    return scene.words.ngettext(
        "I lack a permission in this channel: {names}. Please ask an admin to grant it to me.",
        "I lack permissions in this channel: {names}. Please ask an admin to grant them to me.",
        len(names),
    ).format(names=spoken)


def permission(name: str, scene: Scene) -> str:
    """A permission as Discord's own settings call it."""
    _ = scene.words.gettext
    known = {
        "view_channel": _("View Channels"),
        "send_messages": _("Send Messages"),
        "send_messages_in_threads": _("Send Messages in Threads"),
        "create_public_threads": _("Create Public Threads"),
        "create_private_threads": _("Create Private Threads"),
        "read_message_history": _("Read Message History"),
        "embed_links": _("Embed Links"),
        "attach_files": _("Attach Files"),
    }
    return known.get(name, name.replace("_", " ").title())


def bad_terms(faults: Iterable[RuleFault], scene: Scene) -> str:
    """Everything that is wrong with the options of a challenge, a line each."""
    return "\n".join(_bad_term(fault, scene) for fault in faults)


def _bad_term(fault: RuleFault, scene: Scene) -> str:
    _ = scene.words.gettext
    match fault:
        case RuleFault.POSITIONS:
            return _("That number of positions is not possible. Please choose 3 to 8.")
        case RuleFault.COLOURS_RANGE:
            return _(
                "That number of symbols is not possible. "
                "Please choose 4 to 10 colours or digits, or 4 to 26 letters."
            )
        case RuleFault.ROWS:
            return _("That number of rows is not possible. Please choose 6 to 12.")
        case RuleFault.TOO_FEW_SYMBOLS:
            return _(
                "Without repeats there are more positions than symbols to fill them. "
                "Please choose fewer positions or more symbols, or allow repeats."
            )
        case _:
            assert_never(fault)


def unreadable(refused: Refused, rules: Rules, scene: Scene) -> str:
    """Why a typed code was not taken, with what was read of it, and how one looks."""
    _ = scene.words.gettext
    todo = _("Nothing is lost: what fits is {pegs} (for example `{example}`).")
    fits = todo.format(pegs=pegs_in_words(rules, scene), example=example(rules))
    return f"{what_is_wrong(refused, scene)} {fits}"


def what_is_wrong(refused: Refused, scene: Scene) -> str:
    """The first half of that sentence pair."""
    _ = scene.words.gettext
    sentences = {
        RefusalReason.TOO_FEW: _("I read **{read}**, which is too short."),
        RefusalReason.TOO_MANY: _("I read **{read}**, which is too long."),
        RefusalReason.UNKNOWN: _("I do not know **{read}** in this game."),
        RefusalReason.MIXED: _("I read **{read}**, which mixes digits with colours."),
        RefusalReason.REPEATED: _("I read **{read}**, but in this game a code has no repeats."),
        RefusalReason.BLANKS_OFF: _("I read **{read}**, but this game has no blanks."),
        RefusalReason.SEVERAL_ROWS: _(
            "I read **{read}**, which is more than one row, and I take one at a time."
        ),
        RefusalReason.REORDERED: _(
            "I read **{read}**, but the text has invisible characters which change its order."
        ),
    }
    wrong = sentences[refused.reason] if refused.read else _("I found no code in that.")
    return wrong.format(read=escape(shortened(refused.read, _ECHO_LIMIT)))


def refusal(refusal: Refusal, scene: Scene) -> str:
    """Why a command changed nothing, and what to do instead. For a private answer: it mentions."""
    _ = scene.words.gettext
    return sentence_of(refusal, scene).format(
        player=mention(refusal.player, scene) if refusal.player else _("the other player"),
        until=relative(refusal.until) if refusal.until else "",
        count=refusal.count,
        channels=" ".join(f"<#{channel}>" for channel in sorted(refusal.channels)),
        roles=" ".join(f"<@&{role}>" for role in sorted(refusal.roles)),
        challenge=command("challenge", scene),
        matches=command("matches", scene),
        solo=command("solo", scene),
        daily=command("daily", scene),
        settings=f"`/{_('mastermind-admin')} {_('settings')}`",
        cancel=label(Action.CANCEL, scene),
        decline=label(Action.DECLINE, scene),
        rematch=label(Action.REMATCH, scene),
    )
