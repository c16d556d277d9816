"""Which language is spoken, and its plurals."""

import pytest

from bot.engine import Feedback
from bot.presentation.i18n import Language, words
from bot.presentation.wording import reply_in_words
from tests.unit.presentation.samples import scene


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("fr", Language.FR),
        ("nl", Language.NL),
        ("en-GB", Language.EN),
        ("en-US", Language.EN),
        ("de", Language.EN),
        ("", Language.EN),
        (None, Language.EN),
    ],
)
def test_a_locale_gets_its_language_and_unknown_ones_get_english(
    locale: str | None, language: Language
) -> None:
    assert words(locale).language is language


@pytest.mark.parametrize(
    ("language", "feedback", "spoken"),
    [
        (Language.EN, Feedback(2, 1), "2 black, 1 white"),
        (Language.EN, Feedback(1, 0), "1 black, 0 white"),
        (Language.EN, Feedback(0, 0), "0 black, 0 white"),
        (Language.FR, Feedback(2, 1), "2 noirs, 1 blanc"),
        (Language.FR, Feedback(0, 3), "0 noir, 3 blancs"),
        (Language.FR, Feedback(1, 0), "1 noir, 0 blanc"),
        (Language.NL, Feedback(2, 1), "2 zwart, 1 wit"),
        (Language.NL, Feedback(0, 0), "0 zwart, 0 wit"),
    ],
)
def test_the_reply_is_spoken_by_the_plural_rules_of_the_language(
    language: Language, feedback: Feedback, spoken: str
) -> None:
    assert reply_in_words(feedback, scene(language)) == spoken


def test_a_text_without_a_translation_stays_english() -> None:
    assert words("fr").gettext("a text that nobody has translated") == (
        "a text that nobody has translated"
    )
