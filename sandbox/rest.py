"""The REST API, version 10: reading a request, judging it, answering as Discord does."""

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from aiohttp import BodyPartReader, web

from sandbox.attachments import Upload
from sandbox.contract import Contract
from sandbox.errors import BrokenLimitsError, DiscordError, NotCoveredError, invalid_form, refusal
from sandbox.faults import Faults, RestFault
from sandbox.ratelimits import RateLimits
from sandbox.record import UNANSWERED, Record, RestCall
from sandbox.routes import Call, Reply, Route, find
from sandbox.world import World, made_at

FILE_FIELD = re.compile(r"files\[(\d+)\]")
OLD = 3600.0
"""Seconds after which a message's edits are limited."""
LOOK_AFTER = 0.01
MAJOR = ("channel_id", "guild_id", "webhook_token", "interaction_token")


class Rest:
    """One aiohttp handler for every path under `/api/v10`."""

    def __init__(
        self,
        *,
        world: World,
        record: Record,
        faults: Faults,
        limits: RateLimits,
        routes: Sequence[Route],
        token: str,
        contract: Contract | None,
    ) -> None:
        self._world = world
        self._record = record
        self._faults = faults
        self._limits = limits
        self._routes = routes
        self._token = token
        self._contract = contract

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one request, with whatever fault is due."""
        path = "/" + request.match_info["tail"]
        fault = self._faults.for_request(request.method, path)
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        try:
            call = await _read(request, path)
        except ValueError:
            self._world.violate(f"{request.method} {path}: the body is not JSON")
            return _response(400, refusal(50109).body(), {})
        if fault is not None and fault.status is not None and not fault.after:
            self._note(call, fault.status, fault.body)
            return _response(fault.status, fault.body, fault.headers)
        if fault is not None and fault.hangs and not fault.after:
            self._note(call, UNANSWERED, None)
            return await _held(request)
        (status, body), headers = self._answer(call, request.headers.get("Authorization"))
        self._note(call, status, body)
        if fault is not None and fault.hangs:
            return await _held(request)
        if fault is not None and fault.after:
            return _lost(request, fault)
        return _response(status, body, headers)

    def _answer(self, call: Call, authorization: str | None) -> tuple[Reply, dict[str, str]]:
        found = find(self._routes, call.method, call.path)
        if found is None:
            return self._unknown(call, "no such route"), {}
        route, names = found
        if not route.open and authorization != f"Bot {self._token}":
            return _refused(refusal(0)), {}
        call = Call(call.method, call.path, call.query, call.body, call.uploads, names)
        major = next((names[key] for key in MAJOR if key in names), "")
        bucket = f"{route.method} {route.template}"
        verdict = self._limits.check(bucket, major, route.limit, exempt=route.open)
        limited = verdict.refusal or self._inner_refusal(call)
        if limited is not None:
            return (429, limited), verdict.headers | {"Via": "1.1 google"}
        self._check_request(call)
        reply = self._run(route, call)
        self._check_response(call, reply)
        return reply, verdict.headers

    def _run(self, route: Route, call: Call) -> Reply:
        try:
            return route.handler(call)
        except BrokenLimitsError as error:
            for finding in error.findings:
                self._world.violate(f"limits: {call.method} {call.path}: {finding}")
            return _refused(error)
        except DiscordError as error:
            return _refused(error)
        except NotCoveredError as gap:
            return self._unknown(call, str(gap))
        except Exception as error:  # noqa: BLE001 - whatever breaks must fail the test, once
            self._world.violate(f"{call.method} {call.path}: malformed body ({error!r})")
            return _refused(invalid_form({"body": "Malformed"}))

    def _inner_refusal(self, call: Call) -> dict[str, Any] | None:
        """The 429's body of the limits that lie inside another bucket."""
        if call.method != "PATCH" or not isinstance(call.body, dict):
            return None
        if call.names.keys() == {"channel_id"} and "name" in call.body:
            return self._limits.check_rename(call.names["channel_id"])
        if call.names.keys() == {"channel_id", "message_id"} and self._is_old(call):
            return self._limits.check_old_edit(call.names["channel_id"])
        return None

    def _is_old(self, call: Call) -> bool:
        return self._world.clock.now() - made_at(call.id("message_id")) > OLD

    def _unknown(self, call: Call, what: str) -> Reply:
        self._world.violate(f"not implemented: {call.method} {call.path} ({what})")
        return 501, {"message": "Not implemented by this sandbox", "code": 0}

    def _check_request(self, call: Call) -> None:
        if self._contract is not None:
            for finding in self._contract.check_request(call.method, _full(call), call.body):
                self._world.violate(f"request: {finding}")

    def _check_response(self, call: Call, reply: Reply) -> None:
        if self._contract is not None:
            status, body = reply
            for finding in self._contract.check_response(call.method, _full(call), status, body):
                self._world.violate(f"response: {finding}")

    def _note(self, call: Call, status: int, body: object) -> None:
        now = self._world.clock.now()
        one = RestCall(now, call.method, call.path, call.query, call.body, status, body)
        self._record.note(one)
        self._world.signal.notify()


def _full(call: Call) -> str:
    return f"{call.path}?{urlencode(call.query)}" if call.query else call.path


def _refused(error: DiscordError) -> Reply:
    return error.status, error.body()


def _response(status: int, body: object, headers: dict[str, str]) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    text = json.dumps(body).encode()
    return web.Response(status=status, body=text, content_type="application/json", headers=headers)


async def _held(request: web.Request) -> web.Response:
    """Keep a request until its client has had enough, of which aiohttp tells nobody."""
    while request.transport is not None and not request.transport.is_closing():  # noqa: ASYNC110
        await asyncio.sleep(LOOK_AFTER)
    return web.Response(status=504)


def _lost(request: web.Request, fault: RestFault) -> web.Response:
    if fault.cut and request.transport is not None:
        request.transport.abort()
    return _response(fault.status or 503, fault.body, {})


async def _read(request: web.Request, path: str) -> Call:
    body: Any = None
    uploads: list[Upload] = []
    if request.content_type == "multipart/form-data":
        body, uploads = await _read_multipart(request)
    elif request.can_read_body:
        body = json.loads(await request.read())
    return Call(request.method, path, dict(request.query), body, uploads)


async def _read_multipart(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = None
    uploads = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            body = json.loads(content)
        elif found := FILE_FIELD.fullmatch(part.name or ""):
            uploads.append(Upload(int(found[1]), part.filename or "unknown", content))
    return body, uploads
