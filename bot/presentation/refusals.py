"""Why a command was refused, as a sentence for each kind of match that it may be about.

The sentences name what `failures.refusal` fills in: {challenge}, {solo}, {daily} and the like.
"""

from bot.matches.errors import Reason, Refusal
from bot.matches.models import Kind, Terms
from bot.presentation.scene import Scene


def sentence_of(refusal: Refusal, scene: Scene) -> str:
    """What is wrong and what to do, with the names of what is to be filled in, in braces."""
    nothing_left = not (refusal.channels or refusal.roles)
    sentences = _usual(scene) | (_all_deleted(scene) if nothing_left else {})
    terms = refusal.terms or Terms()
    if terms.is_alone:
        sentences |= _alone(scene) | (_all_deleted_alone(scene) if nothing_left else {})
    if terms.kind is Kind.DAILY:
        sentences |= _daily(scene)
    return sentences[refusal.reason]


def _usual(scene: Scene) -> dict[Reason, str]:
    """About matches between people or against the bot, and about none."""
    _ = scene.words.gettext
    return {
        Reason.UNKNOWN_MATCH: _(
            "I do not know that match any more. You can start a new one with {challenge} or {solo}."
        ),
        Reason.NO_MATCH_HERE: _(
            "This is not the thread of a match. Please go to yours; {matches} has the link. "
            "What you play in private, {solo} and {daily} show."
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
            "The next match has begun already. Please go on there; {matches} has the link."
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
        ),
        Reason.ROLE_NEEDED: _(
            "The admins of this server let only some roles make challenges: {roles}. "
            "Please ask an admin for one of them."
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
            "You have just made a challenge, or begun a solo in a thread. "
            "You can make your next challenge {until}."
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
        Reason.ONE_A_DAY: _("You cannot try today's code any more. The next one comes {until}."),
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


def _all_deleted(scene: Scene) -> dict[Reason, str]:
    """Where the server has none any more of what its admins chose."""
    _ = scene.words.gettext
    return {
        Reason.CHANNEL_NOT_ALLOWED: _(
            "All channels that the admins of this server chose for matches were deleted. "
            "Please ask somebody with the permission **Manage Server** "
            "to choose others with {settings}."
        ),
        Reason.ROLE_NEEDED: _(
            "All roles that the admins of this server let make challenges were deleted. "
            "Please ask somebody with the permission **Manage Server** "
            "to choose others with {settings}."
        ),
    }


def _alone(scene: Scene) -> dict[Reason, str]:
    """About a code that somebody cracks alone: in a thread, or in answers only they see."""
    _ = scene.words.gettext
    return {
        Reason.ONLY_PLAYERS: _(
            "Only the one who plays here can do that. You can crack a code of your own with {solo}."
        ),
        Reason.STALE_ROUND: _(
            "That belongs to another code. Please use the buttons of the newest message."
        ),
        Reason.MATCH_OVER: _("This is over. You can crack another code with {solo}."),
        Reason.MATCH_RUNNING: _("This is still going on. Please play it to its end first."),
        Reason.CALLED_OFF: _(
            "An admin ended this, or its channel or thread was deleted. "
            "You can crack another code with {solo}."
        ),
        Reason.REMATCH_RUNNING: _(
            "You are cracking the next code already. Please go on there; {matches} has the link."
        ),
        Reason.CHANNEL_NOT_ALLOWED: _(
            "The admins of this server keep threads of matches to certain channels. "
            "Please play privately, or in one of these: {channels}"
        ),
        Reason.ROLE_NEEDED: _(
            "The admins of this server let only some roles open threads for matches: {roles}. "
            "Please play privately, or ask an admin for one of them."
        ),
        Reason.CHALLENGED_TOO_SOON: _(
            "You have just made a challenge, or begun a solo in a thread. "
            "You can open the next thread {until}; privately you can play at once."
        ),
    }


def _all_deleted_alone(scene: Scene) -> dict[Reason, str]:
    _ = scene.words.gettext
    return {
        Reason.CHANNEL_NOT_ALLOWED: _(
            "All channels that the admins of this server chose for matches were deleted. "
            "Please play privately, or ask somebody with the permission **Manage Server** "
            "to choose others with {settings}."
        ),
        Reason.ROLE_NEEDED: _(
            "All roles that the admins of this server let open threads were deleted. "
            "Please play privately, or ask somebody with the permission **Manage Server** "
            "to choose others with {settings}."
        ),
    }


def _daily(scene: Scene) -> dict[Reason, str]:
    _ = scene.words.gettext
    return {
        Reason.ONLY_PLAYERS: _(
            "Only the one whose try this is can do that. You have one of your own with {daily}."
        ),
        Reason.MATCH_OVER: _("This try is over. {daily} shows how it went, or the next code."),
    }
