"""Everything that can go wrong, as exceptions."""

from __future__ import annotations

import datetime as dt
import email.utils
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True)
class FieldFault:
    """What is wrong with one field of a request."""

    loc: tuple[str, ...]
    """Where the fault is, such as `("query", "date")`"""
    msg: str
    """What is wrong and what to do"""
    type: str
    """Kind of fault"""


class LonjaError(Exception):
    """A request that failed: `str(error)` says what is wrong and what to do."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str,
        title: str = "",
        faults: tuple[FieldFault, ...] = (),
        request_id: str = "",
        retry_after: float | None = None,
        help_url: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        """What is wrong and what to do"""
        self.status = status
        """The HTTP status; 0 where no answer came that could be read"""
        self.code = code
        """The service's code; with status 0 `network_error`, `timeout` or `invalid_reply`"""
        self.title = title
        """What the code means"""
        self.faults = faults
        """For 422 one entry for each faulty field"""
        self.request_id = request_id
        """To name when you report a problem; empty where no answer came"""
        self.retry_after = retry_after
        """How many seconds the service asked to wait"""
        self.help_url = help_url
        """Cause and remedy of this code, in the service's documentation"""

    def __str__(self) -> str:
        where = f"{self.status} {self.code}" if self.status else self.code
        return f"{self.message} ({where})"

    @property
    def may_pass(self) -> bool:
        """Whether the same request may be answered later."""
        return self.status == 429 or self.status >= 500 or self.code == "idempotency_key_in_use"


class InvalidRequest(LonjaError):
    """The request is malformed, or a field is missing, mistyped or out of range: 400, 405, 413, 422."""


class NotAuthenticated(LonjaError):
    """The credential is missing, malformed, revoked or expired: 401."""


class NotAllowed(LonjaError):
    """A valid credential that may not do this, by role, scope, product or address: 403."""


class NotFound(LonjaError):
    """No such record, or no data yet: 404."""


class Conflict(LonjaError):
    """The state of the record does not allow it: 409."""


class TooManyRequests(LonjaError):
    """Over the limit: 429. `retry_after` says when to come back."""


class ServiceFailed(LonjaError):
    """The service failed, or is overloaded or starting: 5xx."""


class NoAnswer(LonjaError):
    """The service could not be reached, or did not answer in time: `code` is `network_error` or `timeout`."""

    @property
    def may_pass(self) -> bool:
        """Always: nothing is known of the request."""
        return True


class InvalidReply(LonjaError):
    """The answer is not one of a Lonja service that this version of the package can read."""


_BY_STATUS: dict[int, type[LonjaError]] = {
    401: NotAuthenticated,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    429: TooManyRequests,
}


def error_of(status: int, headers: Mapping[str, str], body: bytes, base_url: str) -> LonjaError:
    """The error that an answer stands for, whether the service wrote it or something before it."""
    said = _object_of(body)
    code, detail, title, kind = (said.get(name) for name in ("error", "detail", "title", "type"))
    listed = said.get("errors", detail)
    faults = tuple(map(_fault_of, cast(list[object], listed))) if isinstance(listed, list) else ()
    message = detail if isinstance(detail, str) else "; ".join(f"{'.'.join(f.loc)}: {f.msg}" for f in faults)
    exception = _BY_STATUS.get(status, ServiceFailed if status >= 500 else InvalidRequest)
    if status < 400:
        exception = InvalidReply
    return exception(
        message or f"The answer was {status}; is {base_url} a Lonja service?",
        status=status,
        code=code if isinstance(code, str) else f"http_{status}",
        title=title if isinstance(title, str) else "",
        faults=faults,
        request_id=headers.get("x-request-id", ""),
        retry_after=_seconds_of(headers.get("retry-after")),
        help_url=f"{base_url}{kind}" if isinstance(kind, str) and kind.startswith("/") else "",
    )


def _object_of(body: bytes) -> dict[str, Any]:
    try:
        said: object = json.loads(body)
    except ValueError:
        return {}
    return cast(dict[str, Any], said) if isinstance(said, dict) else {}


def _fault_of(entry: object) -> FieldFault:
    fault = cast(dict[str, Any], entry) if isinstance(entry, dict) else {}
    loc = fault.get("loc")
    parts = tuple(str(part) for part in cast(list[object], loc)) if isinstance(loc, list) else ()
    return FieldFault(parts, str(fault.get("msg", "")), str(fault.get("type", "")))


def _seconds_of(header: str | None) -> float | None:
    """`Retry-After` is seconds or a date."""
    if header is None:
        return None
    try:
        if header.strip().isdigit():
            return float(header)
        until = email.utils.parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return None
    now = dt.datetime.now(dt.timezone.utc)
    return max(0.0, (until.replace(tzinfo=until.tzinfo or dt.timezone.utc) - now).total_seconds())
