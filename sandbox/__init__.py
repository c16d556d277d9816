"""A Discord on localhost, for trying the bot without an account and for its tests."""

from sandbox.commands import ClientRefusalError
from sandbox.driver import Answer, AnswerKind, InteractionFailedError, Modal, Person
from sandbox.faults import EventFault
from sandbox.model import ApplicationFlag, Channel, Guild, Message
from sandbox.permissions import Permission
from sandbox.ratelimits import RateLimits
from sandbox.server import Sandbox, ViolationsError
from sandbox.waiting import NothingHappenedError

__all__ = [
    "Answer",
    "AnswerKind",
    "ApplicationFlag",
    "Channel",
    "ClientRefusalError",
    "EventFault",
    "Guild",
    "InteractionFailedError",
    "Message",
    "Modal",
    "NothingHappenedError",
    "Permission",
    "Person",
    "RateLimits",
    "Sandbox",
    "ViolationsError",
]
