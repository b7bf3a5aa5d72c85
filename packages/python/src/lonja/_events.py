"""The stream of events, read from bytes that may be cut anywhere."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from ._errors import InvalidReply, LonjaError
from ._exchange import Answer, Policy, backoff
from ._model import read
from ._route import API_PREFIX, Request
from .generated.models import LonjaEvent

PATH = f"{API_PREFIX}/events/stream"
_LINE_END = re.compile(r"\r\n|\n|\r(?!$)")
LONGEST_EVENT = 16 * 1024 * 1024
"""Characters."""


@dataclass
class EventReader:
    """Where the reading of a stream stands: what the next connection goes on from, and when."""

    policy: Policy
    after: str | None = None
    market_id: str | None = None
    retry: float | None = None
    failures: int = 0
    was_reached: bool = False
    _id: str | None = None
    _rest: str = ""
    _data: list[str] = field(default_factory=list[str])
    _decoder: Any = None

    def connect(self) -> Request:
        """The request of the next connection."""
        self._id, self._rest, self._data = self.after, "", []
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        headers = {"Accept": "text/event-stream, application/problem+json"}
        if self.after is not None:
            headers["Last-Event-ID"] = self.after
        path = PATH if self.market_id is None else f"{PATH}?{urlencode({'market_id': self.market_id})}"
        return Request("GET", path, headers, None, True)

    def feed(self, chunk: bytes) -> list[LonjaEvent]:
        """The events that are complete with these bytes."""
        lines = _LINE_END.split(self._rest + self._decoder.decode(chunk))
        self._rest = lines.pop()
        if len(self._rest) > LONGEST_EVENT:
            raise InvalidReply("An event of the stream has no end.", code="invalid_reply")
        return [event for line in lines if (event := self._read_line(line)) is not None]

    def wait_after(self, error: LonjaError | None) -> float:
        """Seconds until the next connection. Raises the error where another one is of no use."""
        failures, self.failures = self.failures, self.failures + 1
        if error is not None:
            first_tries = 1 + self.policy.retries
            if not error.may_pass or (not self.was_reached and failures + 1 >= first_tries):
                raise error
            if error.retry_after is not None:
                return error.retry_after
        return backoff(self.policy.backoff if self.retry is None else self.retry, failures)

    def _read_line(self, line: str) -> LonjaEvent | None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            self.was_reached = True
            self.failures = 0
            # Not before: an event that is cut off after its id is asked for again.
            self.after = self._id
            data, self._data = "\n".join(self._data), []
            return None if data == "" else self._event_of(data)
        if name == "data":
            self._data.append(value)
        elif name == "id":
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry = int(value) / 1000
        return None

    def _event_of(self, data: str) -> LonjaEvent:
        try:
            said: Any = {"id": self.after or "", **json.loads(data)}
            event: LonjaEvent = read(LonjaEvent, json.dumps(said).encode())
        except (ValueError, TypeError) as fault:
            raise InvalidReply("An event of the stream cannot be read.", code="invalid_reply") from fault
        return event


def check_stream(answer: Answer, base_url: str) -> None:
    """Raises where what answers is no stream of events."""
    if not answer.headers.get("content-type", "").startswith("text/event-stream"):
        told = f"The answer is not a stream of events; is {base_url} a Lonja service?"
        raise InvalidReply(told, code="invalid_reply")
