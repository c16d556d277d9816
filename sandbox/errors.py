"""Discord's refusals, as the sandbox answers them."""

from collections.abc import Sequence
from typing import Any


class DiscordError(Exception):
    """An error answer: HTTP status, Discord's JSON code, its sentence and, for 50035, the details.

    Codes and sentences: Discord's documentation, "Opcodes and Status Codes".
    """

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        """The JSON of the answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class BrokenLimitsError(DiscordError):
    """50035 for a payload that breaks documented limits, each named by a sentence."""

    def __init__(self, findings: Sequence[str]) -> None:
        reasons = {str(index): finding for index, finding in enumerate(findings)}
        super().__init__(400, 50035, "Invalid Form Body", field_errors(reasons))
        self.findings = findings


class NotCoveredError(Exception):
    """The bot used a part of Discord that the sandbox does not have."""


KNOWN = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30008: (400, "Maximum number of emojis reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (400, "You are opening direct messages too fast"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}


def refusal(code: int) -> DiscordError:
    """The error of that code, with the status and sentence that Discord gives it."""
    status, message = KNOWN[code]
    return DiscordError(status, code, message)


def invalid_form(reasons: dict[str, str]) -> DiscordError:
    """50035 with one reason for each field."""
    return DiscordError(400, 50035, "Invalid Form Body", field_errors(reasons))


def field_errors(reasons: dict[str, str]) -> dict[str, Any]:
    """The `errors` of a 50035, as Discord nests them."""
    return {
        field: {"_errors": [{"code": 50035, "message": reason}]}
        for field, reason in reasons.items()
    }
