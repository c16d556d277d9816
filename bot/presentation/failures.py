"""Every way of saying no, in words: one sentence of what is wrong and one of what to do."""

import secrets
from collections.abc import Iterable, Sequence
from typing import assert_never

from bot.engine import RefusalReason, Refused, RuleFault, Rules
from bot.matches.errors import (
    MatchError,
    Reason,
    Refusal,
    RefusedError,
    StaleVersionError,
    StorageBusyError,
    StorageUnwritableError,
    ThinkingBusyError,
    ThinkingTooLongError,
    UnreadableCodeError,
)
from bot.matches.ids import ALPHABET
from bot.presentation.markup import command, escape, mention, relative, shortened
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
        case ThinkingBusyError() | ThinkingTooLongError():
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


def too_much(error: ThinkingBusyError | ThinkingTooLongError, scene: Scene) -> str:
    """More is asked than can be calculated, by everybody or by one."""
    _ = scene.words.gettext
    if isinstance(error, ThinkingTooLongError):
        return _("That takes me too long to calculate. Please ask me something smaller.")
    return _("I have too much to calculate at the moment. Please ask me again in a minute.")


def asleep(scene: Scene) -> str:
    """A pager or a box outlived its quarter of an hour."""
    _ = scene.words.gettext
    return _("This has been open for too long. Please run the command or press the button again.")


def not_in_a_text_channel(scene: Scene) -> str:
    """A challenge was made where no thread can be opened."""
    _ = scene.words.gettext
    return _(
        "I cannot open a match here. "
        "Please make your challenge in a text or announcement channel of a server."
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
    sentences = {
        Reason.UNKNOWN_MATCH: _(
            "I do not know that match any more. You can start a new one with {challenge}."
        ),
        Reason.NO_MATCH_HERE: _(
            "This is not the thread of a match. Please go to yours; {matches} has the link."
        ),
        Reason.SELF_CHALLENGE: _("You cannot challenge yourself. Please pick somebody else."),
        Reason.BOT_CHALLENGE: _("Other bots do not take challenges. Please pick a person, or me."),
        Reason.ODD_ROUNDS: _(
            "A match has an even number of rounds, so that both of you hide as many codes. "
            "Please choose 2, 4, 6 or 8."
        ),
        Reason.ONLY_OPPONENT: _(
            "It is for {player} to answer this challenge. "
            "Please wait, or withdraw it with **{cancel}**."
        ),
        Reason.ONLY_CHALLENGER: _(
            "Only {player} can withdraw this challenge. "
            "If you do not want to play, press **{decline}**."
        ),
        Reason.ONLY_PLAYERS: _(
            "Only the players of this match can do that. "
            "You can start one of your own with {challenge}."
        ),
        Reason.ONLY_CODEMAKER: _(
            "In this round {player} hides the code. You are the one who guesses, once it is set."
        ),
        Reason.ONLY_CODEBREAKER: _(
            "In this round {player} guesses. The code is yours, so please sit back and watch."
        ),
        Reason.NOT_ACCEPTED: _(
            "The challenge still needs an answer from {player}. "
            "Please wait until the match has begun."
        ),
        Reason.ALREADY_ACCEPTED: _(
            "This challenge was accepted already. Please go on in its thread; "
            "{matches} has the link."
        ),
        Reason.CHALLENGE_DECLINED: _(
            "This challenge was declined. You can make another with {challenge}."
        ),
        Reason.CHALLENGE_CANCELLED: _(
            "This challenge was withdrawn. You can make another with {challenge}."
        ),
        Reason.CHALLENGE_EXPIRED: _(
            "This challenge has expired. You can make another with {challenge}."
        ),
        Reason.CODE_NOT_SET: _(
            "The code of this round is not set yet. Please wait; I will say so in the thread."
        ),
        Reason.CODE_LOCKED: _(
            "A row has been scored, so the code stays as it is. "
            "You can hide another when your next turn comes."
        ),
        Reason.CODE_PUBLIC: _(
            "Everybody could read that code in the thread. Please hide a different one."
        ),
        Reason.STALE_ROUND: _(
            "That belongs to a round which is over. "
            "Please use the buttons of the newest message in the thread."
        ),
        Reason.STALE_ROW: _(
            "You have played another row since that question. "
            "Please look at its reply, and then play your next row."
        ),
        Reason.MATCH_OVER: _("This match is over. You can start another with {challenge}."),
        Reason.MATCH_RUNNING: _("This match is still going on. Please play it to its end first."),
        Reason.NOT_A_DRAW: _(
            "Two more rounds are for a draw, and this match did not end in one. "
            "Press **{rematch}** to play again."
        ),
        Reason.ALREADY_AGREED: _("You have agreed already. Now it is up to the other player."),
        Reason.REMATCH_RUNNING: _(
            "The next match has begun already. Please go on at the end of the thread."
        ),
        Reason.CODE_CHANGED_OFTEN: _(
            "You have changed this code often enough, so it stays now. "
            "Please let the other player guess."
        ),
        Reason.CALLED_OFF: _(
            "An admin ended this match, or its channel or thread was deleted. "
            "You can start another with {challenge}."
        ),
        Reason.THREAD_OPEN: _(
            "This match has a thread already. Please go on there; {matches} has the link."
        ),
        Reason.THREAD_OPENING: _(
            "A new thread was asked for already. If it does not appear, "
            "ask an admin whether I may create threads and write in them here."
        ),
        Reason.CHANNEL_NOT_ALLOWED: _(
            "The admins of this server keep matches to certain channels. "
            "Please make your challenge in one of these: {channels}"
        )
        if refusal.channels
        else _(
            "All channels that the admins of this server chose for matches were deleted. "
            "Please ask somebody with the permission **Manage Server** "
            "to choose others with {settings}."
        ),
        Reason.ROLE_NEEDED: _(
            "The admins of this server let only some roles make challenges: {roles}. "
            "Please ask an admin for one of them."
        )
        if refusal.roles
        else _(
            "All roles that the admins of this server let make challenges were deleted. "
            "Please ask somebody with the permission **Manage Server** "
            "to choose others with {settings}."
        ),
        Reason.NOT_CHALLENGEABLE: _(
            "{player} takes no challenges at the moment. Please pick somebody else."
        ),
        Reason.TOO_MANY_CHALLENGES: _(
            "You have as many open challenges as one person may have here ({count}). "
            "Please wait for an answer, or withdraw one with **{cancel}**."
        ),
        Reason.TOO_MANY_MATCHES: _(
            "You are playing as many matches as one person may play here ({count}). "
            "Please finish one first; {matches} lists them."
        ),
        Reason.OPPONENT_BUSY: _(
            "{player} is playing as many matches as one person may play here ({count}). "
            "Please wait until one of them is over, or pick somebody else."
        ),
        Reason.SERVER_FULL: _(
            "This server has as many running matches as its admins allow ({count}). "
            "Please try again when one of them is over."
        ),
        Reason.CHALLENGED_TOO_SOON: _(
            "You have just made a challenge. You can make the next one {until}."
        ),
        Reason.SAME_OPPONENT_TOO_SOON: _(
            "{player} did not accept your last challenge. You can challenge them again {until}."
        ),
        Reason.ADMIN_ONLY: _(
            "Only people with the permission **Manage Server** can do that. "
            "Please ask an admin of this server."
        ),
        Reason.PLAYER_ERASED: _(
            "The other player had all their data removed, so you cannot play on together. "
            "You can start another with {challenge}."
        ),
        Reason.SOLO_RUNNING: _(
            "You are cracking another code of mine already. "
            "Please finish or give up that one first; {solo} shows it."
        ),
        Reason.ONE_A_DAY: _("You have tried today's code already. Please come back tomorrow."),
        Reason.LEVEL_WITHOUT_BOT: _(
            "A level says how well I play, and you have challenged a person. "
            "Please leave it out, or pick me as your opponent."
        ),
        Reason.LEVEL_UNKNOWN_HERE: _(
            "I do not know how to play this game perfectly. "
            "Please choose another level, such as **Strong**."
        ),
        Reason.TOO_MANY_CODES_FOR_BOT: _(
            "This game has more codes than I can look through. "
            "Please choose fewer positions or fewer symbols."
        ),
        Reason.REMINDER_TOO_LATE: _(
            "A reminder has to come before the time for a move is over. "
            "Please choose an earlier reminder, or more time for a move."
        ),
    }
    return sentences[refusal.reason].format(
        player=mention(refusal.player, scene) if refusal.player else _("the other player"),
        until=relative(refusal.until) if refusal.until else "",
        count=refusal.count,
        channels=" ".join(f"<#{channel}>" for channel in sorted(refusal.channels)),
        roles=" ".join(f"<@&{role}>" for role in sorted(refusal.roles)),
        challenge=command("challenge", scene),
        matches=command("matches", scene),
        solo=command("solo", scene),
        settings=f"`/{_('mastermind-admin')} {_('settings')}`",
        cancel=label(Action.CANCEL, scene),
        decline=label(Action.DECLINE, scene),
        rematch=label(Action.REMATCH, scene),
    )
