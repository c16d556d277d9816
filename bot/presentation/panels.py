"""What admins and people read where they set things."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.engine import Preset
from bot.matches.days import zones_like
from bot.matches.ports import AuditLine
from bot.matches.settings import CodePlace, Preferences, ServerSettings, Setting
from bot.presentation.choosing import (
    AS_SERVER,
    CHOICES,
    MOST_PLACES,
    NOTHING,
    PLACES,
    Preference,
    Switch,
    Topic,
    length_of,
    places_of,
    value_of,
)
from bot.presentation.failures import permission
from bot.presentation.i18n import Language
from bot.presentation.markup import escape, mention, relative, shortened, text_length
from bot.presentation.scene import Choice, Scene
from bot.presentation.terms import preset_name

MESSAGE_LIMIT = 2000
ROOM_FOR_AUDIT = 400
"""What long lists of channels and roles have to leave; a usual line takes some 70 characters."""
SHOWN_ZONE = 50
"""Characters of a time zone's name that is none."""
FEW_PLACES = 10
"""How many channels, and how many roles, are named where there is no room for all."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel of a server's settings shows."""

    settings: ServerSettings
    audit: Sequence[AuditLine] = ()
    """Newest first."""
    gone: frozenset[int] = frozenset()
    """Those of the settings' channels and roles that were deleted."""
    topic: Topic | None = None
    """What is being changed; None asks what."""
    missing: Sequence[str] = ()
    """Flags of discord.py's `Permissions` that the bot lacks in the channel for results."""


def panel_text(panel: Panel, scene: Scene) -> str:
    """All settings, what is to know of those being changed, and what was done last."""
    _ = scene.words.gettext
    title = _("**Settings of this server**")
    hint = [_hint(panel.topic, scene)] if panel.topic else []
    hint += _unable_to_post(panel, scene)
    for most in (MOST_PLACES, FEW_PLACES):
        lines = [_line(panel, which, most, scene) for which in Setting]
        text = "\n".join((title, *lines, *hint))
        if text_length(text) <= MESSAGE_LIMIT - ROOM_FOR_AUDIT:
            break
    return _with_as_many_as_fit(text, [_audited(line, scene) for line in panel.audit], scene)


def _unable_to_post(panel: Panel, scene: Scene) -> list[str]:
    """Where results would not be posted, on the first page and on that of the daily."""
    if not panel.missing or panel.topic not in {None, Topic.DAILY}:
        return []
    text = scene.words.ngettext(
        "⚠️ I cannot post in {channel}, since I lack a permission there: {names}. "
        "Please grant it to me.",
        "⚠️ I cannot post in {channel}, since I lack permissions there: {names}. "
        "Please grant them to me.",
        len(panel.missing),
    )
    names = ", ".join(f"**{permission(name, scene)}**" for name in panel.missing)
    return [text.format(channel=f"<#{panel.settings.daily_channel}>", names=names)]


def _with_as_many_as_fit(text: str, lines: Iterable[str], scene: Scene) -> str:
    title = scene.words.gettext("**Last changes**")
    head = f"\n{title}"
    for line in lines:
        longer = "\n".join((text, *([head] if head else []), line))
        if text_length(longer) > MESSAGE_LIMIT:
            break
        text, head = longer, ""
    return text


def _audited(line: AuditLine, scene: Scene) -> str:
    _ = scene.words.gettext
    if line.action == "settings":
        changed = {part.partition(": ")[0] for part in line.detail.split("; ")}
        what = ", ".join(name(which, scene) for which in Setting if which in changed)
    elif line.action == "end match":
        what = _("ended the match `{match}`").format(match=line.detail)
    else:
        what = f"`{line.action}`"
    return f"- {relative(line.at)} · {mention(line.actor, scene)} · {what}"


def name(which: Setting, scene: Scene) -> str:
    """What a setting is called."""
    _ = scene.words.gettext
    names = {
        Setting.LANGUAGE: _("Language"),
        Setting.CHANNELS: _("Channels for challenges"),
        Setting.ROLES: _("Roles that may challenge"),
        Setting.PRESET: _("Usual game"),
        Setting.ROUNDS: _("Usual number of rounds"),
        Setting.CHALLENGE_LIFE: _("Time to answer a challenge"),
        Setting.TURN: _("Time for a move"),
        Setting.REMINDER: _("Reminder"),
        Setting.CHALLENGES_EACH: _("Open challenges of one person"),
        Setting.MATCHES_EACH: _("Running matches of one person"),
        Setting.MATCHES_HERE: _("Running matches in this server"),
        Setting.PAUSE: _("Pause between two challenges of one person"),
        Setting.ZONE: _("Time zone of the daily"),
        Setting.DAILY_CHANNEL: _("Channel for the results of the daily"),
    }
    return names[which]


def _line(panel: Panel, which: Setting, most: int, scene: Scene) -> str:
    _ = scene.words.gettext
    return _("- **{setting}**: {value}").format(
        setting=name(which, scene), value=_shown(panel, which, most, scene)
    )


def _shown(panel: Panel, which: Setting, most: int, scene: Scene) -> str:
    if which not in PLACES:
        return value_in_words(which, value_of(panel.settings, which), scene)
    ids = places_of(panel.settings, which)
    if not ids:
        return _unbound(which, scene)
    ngettext = scene.words.ngettext
    there, gone = sorted(ids - panel.gone), len(ids & panel.gone)
    mark = "@&" if which is Setting.ROLES else "#"
    parts = [f"<{mark}{place}>" for place in there[:most]]
    if more := len(there[most:]):
        parts.append(ngettext("… and {count} more", "… and {count} more", more).format(count=more))
    if gone:
        deleted = ngettext("({count} that was deleted)", "({count} that were deleted)", gone)
        parts.append(deleted.format(count=gone))
    return " ".join(parts)


def _unbound(which: Setting, scene: Scene) -> str:
    _ = scene.words.gettext
    if which is Setting.DAILY_CHANNEL:
        return _("nowhere")
    return _("everywhere") if which is Setting.CHANNELS else _("everybody")


def value_in_words(  # noqa: PLR0911  # one case for each kind of setting
    which: Setting, value: str, scene: Scene
) -> str:
    """One of the values that this setting, none of `PLACES`, can have."""
    _ = scene.words.gettext
    match which:
        case Setting.LANGUAGE:
            return _language(value, scene)
        case Setting.PRESET:
            return preset_name(Preset(value), scene)
        case Setting.REMINDER if value == NOTHING:
            return _("never")
        case Setting.PAUSE if value == NOTHING:
            return _("none")
        case Setting.REMINDER:
            return _("after {time}").format(time=length_in_words(length_of(value), scene))
        case Setting.CHALLENGE_LIFE | Setting.TURN | Setting.PAUSE:
            return length_in_words(length_of(value), scene)
        case _:
            return value


def _language(value: str, scene: Scene) -> str:
    _ = scene.words.gettext
    names = {
        AS_SERVER: _("as set for the server in Discord"),
        Language.EN: _("English"),
        Language.FR: _("French"),
        Language.NL: _("Dutch"),
    }
    return names[value]


def length_in_words(length: timedelta, scene: Scene) -> str:
    """A length of time in the largest unit of which it is a whole number."""
    ngettext = scene.words.ngettext
    seconds = int(length.total_seconds())
    minutes, hours, days = seconds // 60, seconds // 3_600, seconds // 86_400
    if days * 86_400 == seconds:
        return ngettext("{count} day", "{count} days", days).format(count=days)
    if hours * 3_600 == seconds:
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    if minutes * 60 == seconds:
        return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)


def _hint(topic: Topic, scene: Scene) -> str:
    _ = scene.words.gettext
    hints = {
        Topic.LANGUAGE: _(
            "Everybody reads my public messages in this language. "
            "Private answers are in the language of each person's own Discord."
        ),
        Topic.CHANNELS: _(
            "Choose up to {most} channels. With none chosen, challenges can be made everywhere."
        ),
        Topic.ROLES: _("Choose up to {most} roles. With none chosen, everybody may challenge."),
        Topic.GAME: _(
            "This holds for a challenge that does not say otherwise. The game also holds for "
            "such a solo, and for each daily that nobody has tried yet."
        ),
        Topic.TIMES: _(
            "New times hold for challenges made from now on; "
            "challenges and matches from before keep theirs."
        ),
        Topic.CAPS: _(
            "New limits hold for challenges made from now on. Somebody who did not accept a "
            "challenge can be challenged again by the same person after 20 such pauses."
        ),
        Topic.DAILY: _(
            "A new code comes at midnight in this time zone. In the channel that you choose, "
            "I then post how everybody did with the last one; I ping nobody. "
            "A time zone further east ends the day that runs sooner, or at once; one further west "
            "ends it later."
        ),
    }
    return f"\n{hints[topic].format(most=MOST_PLACES)}"


def what_to_change(scene: Scene) -> str:
    """What stands on the list of topics."""
    return scene.words.gettext("What do you want to change?")


def topics(scene: Scene) -> tuple[Choice, ...]:
    """The pages of the panel."""
    _ = scene.words.gettext
    names = {
        Topic.LANGUAGE: name(Setting.LANGUAGE, scene),
        Topic.CHANNELS: name(Setting.CHANNELS, scene),
        Topic.ROLES: name(Setting.ROLES, scene),
        Topic.GAME: name(Setting.PRESET, scene),
        Topic.TIMES: _("Times"),
        Topic.CAPS: _("Limits on challenges and matches"),
        Topic.DAILY: _("The daily: results and time zone"),
    }
    return tuple(Choice(topic.value, names[topic]) for topic in Topic)


def labelled(which: Setting, value: str, scene: Scene) -> str:
    """A setting with one of its values: a closed list shows nothing else of itself."""
    return scene.words.gettext("{setting}: {value}").format(
        setting=name(which, scene), value=value_in_words(which, value, scene)
    )


def values(which: Setting, scene: Scene) -> tuple[Choice, ...]:
    """What is offered for this setting, none of `PLACES`."""
    return tuple(Choice(value, labelled(which, value, scene)) for value in CHOICES[which])


def all_places(which: Setting, scene: Scene) -> str:
    """What stands on the button that takes away all bounds."""
    _ = scene.words.gettext
    if which is Setting.DAILY_CHANNEL:
        return _("No results")
    return _("Everywhere") if which is Setting.CHANNELS else _("Everybody")


def choose_places(which: Setting, scene: Scene) -> str:
    """What stands on the list of channels or roles while none is chosen."""
    _ = scene.words.gettext
    if which is Setting.DAILY_CHANNEL:
        return _("Choose a channel")
    return _("Choose channels") if which is Setting.CHANNELS else _("Choose roles")


def change_zone(scene: Scene) -> str:
    """What stands on the button that opens the box, and above it."""
    return scene.words.gettext("Change the time zone")


def zone_label(scene: Scene) -> str:
    """What stands above the text field of that box; at most 45 characters."""
    return scene.words.gettext("Time zone")


def zone_hint(scene: Scene) -> str:
    """What stands below that."""
    return scene.words.gettext("Continent and city, such as Europe/Brussels, or UTC")


def unknown_zone(typed: str, scene: Scene) -> str:
    """The refusal of what is no time zone, with some that may be meant."""
    _ = scene.words.gettext
    sentence = _("I know no time zone called “{typed}”.").format(
        typed=escape(shortened(typed, SHOWN_ZONE))
    )
    if like := zones_like(typed):
        return (
            sentence
            + " "
            + _("Do you mean one of these? {zones}").format(
                zones=" ".join(f"`{one}`" for one in like)
            )
        )
    return (
        sentence
        + " "
        + _(
            "Write it as a continent and a large city, such as `Europe/Brussels` or "
            "`America/New_York`, or as `UTC`."
        )
    )


def drop_deleted(scene: Scene) -> str:
    """What stands on the button that takes out what was deleted."""
    return scene.words.gettext("Remove what was deleted")


def back(scene: Scene) -> str:
    """What stands on the button that leads to the first page."""
    return scene.words.gettext("Back")


def preferences_text(preferences: Preferences, scene: Scene) -> str:
    """What one person has chosen."""
    _ = scene.words.gettext
    lines = (
        _("**Your preferences**, for all servers"),
        _("- **Reminders**: on. When a move of yours is late, I remind you once.")
        if preferences.reminders
        else _("- **Reminders**: off. I do not remind you of your moves."),
        _("- **Challenges**: on. Others may challenge you.")
        if preferences.challengeable
        else _("- **Challenges**: off. Nobody can challenge you; you can still challenge others."),
        _("- **Codes**: I ask you for yours by private message and in the thread.")
        if preferences.code_place is CodePlace.PRIVATE
        else _("- **Codes**: I ask you for yours in the thread only; nobody else sees them."),
    )
    return "\n".join(lines)


def preference_changes(preferences: Preferences, scene: Scene) -> tuple[Choice, ...]:
    """What can be chosen instead, a button each; the value is a `Preference` and its value."""
    return tuple(
        Choice(f"{which}:{value}", label)
        for which, value, label in (
            _reminders(preferences, scene),
            _challenges(preferences, scene),
            _codes(preferences, scene),
        )
    )


def _reminders(preferences: Preferences, scene: Scene) -> tuple[Preference, str, str]:
    _ = scene.words.gettext
    if preferences.reminders:
        return Preference.REMINDERS, Switch.OFF, _("No reminders")
    return Preference.REMINDERS, Switch.ON, _("Remind me")


def _challenges(preferences: Preferences, scene: Scene) -> tuple[Preference, str, str]:
    _ = scene.words.gettext
    if preferences.challengeable:
        return Preference.CHALLENGEABLE, Switch.OFF, _("Take no challenges")
    return Preference.CHALLENGEABLE, Switch.ON, _("Take challenges")


def _codes(preferences: Preferences, scene: Scene) -> tuple[Preference, str, str]:
    _ = scene.words.gettext
    if preferences.code_place is CodePlace.PRIVATE:
        return Preference.CODE_PLACE, CodePlace.THREAD, _("Ask in the thread only")
    return Preference.CODE_PLACE, CodePlace.PRIVATE, _("Ask by private message too")
