"""How an operation becomes a request."""

from __future__ import annotations

import datetime as dt
import enum
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeVar
from urllib.parse import quote, urlencode

T = TypeVar("T")
API_PREFIX = "/api/v1"
_IDEMPOTENT = ("GET", "PUT", "DELETE")


class Unset(enum.Enum):
    """The type of `UNSET`."""

    UNSET = "UNSET"

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Literal[Unset.UNSET] = Unset.UNSET
"""What is left out, where None means something of its own."""


@dataclass(frozen=True)
class Route(Generic[T]):
    """An operation of the service."""

    method: str
    path: str
    reply: Any
    """The type of the answer; None where it is empty."""
    encoding: Literal["json", "form"] | None = None
    is_once: bool = False
    """Whether it creates something, once for a key."""
    nullable: frozenset[str] = frozenset()
    """Fields of the body of which null means something else than their absence."""

    def as_csv(self) -> Route[str]:
        """The same with text as its answer."""
        return Route(self.method, self.path, str)


class Send(Protocol):
    """Sends a request and gives the answer."""

    def __call__(
        self, route: Route[T], values: Mapping[str, object], idempotency_key: str | None = None, /
    ) -> T: ...


class AsyncSend(Protocol):
    """The same, to be awaited."""

    async def __call__(
        self, route: Route[T], values: Mapping[str, object], idempotency_key: str | None = None, /
    ) -> T: ...


@dataclass(frozen=True)
class Request:
    """A request as it is sent, without its credential."""

    method: str
    path: str
    """With its query."""
    headers: Mapping[str, str]
    body: bytes | None = None
    may_repeat: bool = False
    """Whether a second arrival does no harm."""

    def with_headers(self, headers: Mapping[str, str]) -> Request:
        """The same with further headers."""
        return replace(self, headers={**self.headers, **headers})


def prepare(route: Route[Any], values: Mapping[str, object], idempotency_key: str | None) -> Request:
    """Fields of the path go there; the rest is the query of a read and the body of a change."""
    rest = {
        name: _plain(value)
        for name, value in values.items()
        if value is not UNSET and (value is not None or name in route.nullable)
    }
    path = API_PREFIX + re.sub(r"\{(\w+)\}", lambda match: _path_part(rest, str(match[1])), route.path)
    accept = "text/csv" if route.reply is str else "application/json"
    headers = {"Accept": f"{accept}, application/problem+json"}
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    may_repeat = route.method in _IDEMPOTENT or idempotency_key is not None
    if route.encoding == "json":
        headers["Content-Type"] = "application/json"
        body = json.dumps(rest, allow_nan=False).encode()
        return Request(route.method, path, headers, body, may_repeat)
    fields = urlencode({name: _text(value) for name, value in rest.items()})
    if route.encoding == "form":
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return Request(route.method, path, headers, fields.encode(), may_repeat)
    return Request(route.method, f"{path}?{fields}" if fields else path, headers, None, may_repeat)


def _path_part(rest: dict[str, object], name: str) -> str:
    value = rest.pop(name, None)
    if value is None or value == "":
        raise ValueError(f"Give {name}: it is empty.")
    return quote(_text(value), safe="")


def _plain(value: object) -> object:
    """A value as JSON has it: days and instants as text."""
    if isinstance(value, dt.datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no time zone: give one, such as tzinfo=datetime.timezone.utc.")
        return value.isoformat()
    return value.isoformat() if isinstance(value, dt.date) else value


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False)
