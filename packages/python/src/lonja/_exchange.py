"""When a request is sent, when it is sent again and what becomes of the answer, without any input or output."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

import pydantic

from ._errors import InvalidReply, LonjaError, error_of
from ._model import read
from ._route import Request, Route

LONGEST_BACKOFF_S = 8.0


@dataclass(frozen=True)
class Policy:
    """How patient a client is."""

    timeout: float
    retries: int
    backoff: float
    max_wait: float


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Pause:
    """Wait before the next attempt."""

    seconds: float


@dataclass(frozen=True)
class RateLimit:
    """Where a credential stands, as the last answer said."""

    limit: int
    """Requests in a minute"""
    remaining: int
    """How many of them are left"""
    resets_at: dt.datetime
    """When the next one becomes free"""


Step = Request | Pause
Outcome = Answer | LonjaError | None


def exchange(
    request: Request, route: Route[Any], policy: Policy, base_url: str
) -> Generator[Step, Outcome, Any]:
    """Asks for requests and pauses until there is an answer, and gives it as what the route says.

    A request over the limit is sent again always, after any other failure that may pass only one whose second
    arrival does no harm.
    """
    attempt = 0
    while True:
        outcome = yield request
        if isinstance(outcome, Answer) and 200 <= outcome.status < 300:
            return _reply_of(outcome, route, base_url)
        if isinstance(outcome, Answer):
            error = error_of(outcome.status, outcome.headers, outcome.body, base_url)
        elif outcome is not None:
            error = outcome
        else:
            raise AssertionError("A request has an outcome.")
        yield Pause(wait_after(error, attempt, request, policy))
        attempt += 1


def wait_after(error: LonjaError, attempt: int, request: Request, policy: Policy) -> float:
    """How many seconds to wait before a further attempt; raises the error where there is none."""
    may_repeat = error.may_pass and (error.status == 429 or request.may_repeat)
    wait = backoff(policy.backoff, attempt) if error.retry_after is None else error.retry_after
    if attempt >= policy.retries or not may_repeat or wait > policy.max_wait:
        raise error
    return wait


def backoff(first: float, attempt: int) -> float:
    """Doubles with every attempt, and is spread so that many callers do not come back at once."""
    return min(LONGEST_BACKOFF_S, first * 2.0 ** min(attempt, 30)) * random.uniform(0.5, 1.0)


def rate_limit_of(headers: Mapping[str, str]) -> RateLimit | None:
    """What an answer says of the limit; None where it says nothing."""
    try:
        limit, remaining, reset = (int(headers[f"x-ratelimit-{name}"]) for name in ("limit", "remaining", "reset"))
        return RateLimit(limit, remaining, dt.datetime.fromtimestamp(reset, dt.timezone.utc))
    except (KeyError, ValueError, OverflowError, OSError):
        return None


def _reply_of(answer: Answer, route: Route[Any], base_url: str) -> Any:
    if route.reply is None or answer.status == 204:
        return None
    kind = answer.headers.get("content-type", "")
    wanted = "text/csv" if route.reply is str else "application/json"
    if not kind.startswith(wanted):
        raise _invalid(f"The answer is {kind or 'of no type'}; is {base_url} a Lonja service?", answer)
    if route.reply is str:
        # The mark at its beginning is for spreadsheets.
        return answer.body.decode("utf-8-sig")
    try:
        return read(route.reply, answer.body)
    except ValueError as fault:
        told = f"{route.method} {route.path} is not answered as this version expects; is the service older than it?"
        raise _invalid(f"{told} {_summary(fault)}", answer) from None


def _summary(fault: ValueError) -> str:
    """The first faults, by field: never a value, which may be a secret."""
    errors: list[Any] = fault.errors() if isinstance(fault, pydantic.ValidationError) else []
    return "; ".join(f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in errors[:3])


def _invalid(message: str, answer: Answer) -> InvalidReply:
    request_id = answer.headers.get("x-request-id", "")
    return InvalidReply(message, code="invalid_reply", request_id=request_id)
