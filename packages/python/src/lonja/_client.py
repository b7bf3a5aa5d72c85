"""The two clients. They differ in how they wait, and in nothing else."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar
from uuid import uuid4

import anyio
import anyio.to_thread
import httpx

from ._errors import LonjaError, NoAnswer, error_of
from ._events import EventReader, check_stream
from ._exchange import Answer, Outcome, Pause, Policy, RateLimit, Step, exchange, rate_limit_of, wait_after
from ._exports import ExportDownload, FileFormat, downloads
from ._route import Request, Route, prepare
from .generated.models import ExportManifest, LonjaEvent
from .generated.operations import AsyncOperations, Operations

T = TypeVar("T")
Credential = str | Callable[[], str]
SILENCE_S = 60.0
# The service makes a file before it sends it.
FILE_SILENCE_S = 600.0


class _Connection:
    """What both clients know of the service."""

    def __init__(self, base_url: str | None, api_key: Credential | None, policy: Policy) -> None:
        address = base_url if base_url is not None else os.environ.get("LONJA_URL", "")
        if not address.startswith(("http://", "https://")):
            raise ValueError("Give base_url, or set LONJA_URL: the service's address, such as https://lonja.example.com.")
        self.base_url = address.rstrip("/")
        self._credential = api_key if api_key is not None else os.environ.get("LONJA_API_KEY", "")
        self._policy = policy
        self._rate_limit: RateLimit | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    @property
    def rate_limit(self) -> RateLimit | None:
        """How many requests are left, as the last answer said; None before it."""
        return self._rate_limit

    def _begin(
        self, route: Route[Any], values: Mapping[str, object], idempotency_key: str | None
    ) -> Generator[Step, Outcome, Any]:
        key = idempotency_key or str(uuid4()) if route.is_once else None
        return exchange(prepare(route, values, key), route, self._policy, self.base_url)

    def _signed(self, request: Request) -> dict[str, Any]:
        """What httpx takes."""
        credential = self._credential() if callable(self._credential) else self._credential
        signed = request.with_headers({"Authorization": f"Bearer {credential}"}) if credential else request
        url = f"{self.base_url}{request.path}"
        return {"method": request.method, "url": url, "headers": dict(signed.headers), "content": request.body}

    def _refusal(self, response: httpx.Response, body: bytes) -> LonjaError:
        answer = _answer_of(response, body)
        return error_of(answer.status, answer.headers, answer.body, self.base_url)

    def _hold_to(self, deadline: float) -> None:
        """httpx bounds the wait for each part of an answer, not that for the whole."""
        if time.monotonic() > deadline:
            raise httpx.ReadTimeout("The answer takes too long.")

    def _note(self, answer: Answer) -> Answer:
        self._rate_limit = rate_limit_of(answer.headers) or self._rate_limit
        return answer

    def _changed_policy(self, timeout: float | None, retries: int | None, max_wait: float | None) -> Policy:
        changes = {"timeout": timeout, "retries": retries, "max_wait": max_wait}
        return replace(self._policy, **{name: value for name, value in changes.items() if value is not None})

    def _fault(self, error: Exception, timeout: float) -> NoAnswer:
        if isinstance(error, httpx.TimeoutException):
            return NoAnswer(f"{self.base_url} did not answer within {timeout:g} s.", code="timeout")
        return NoAnswer(f"{self.base_url} could not be reached: {error or type(error).__name__}.", code="network_error")


class Lonja(_Connection, Operations):
    """A service, asked one request after the other: `Lonja().forecasts.latest(market_id="es", product="da")`.

    base_url: the service's address; absent: the environment variable LONJA_URL
    api_key: an API key or session token, or what gives the current one; absent: LONJA_API_KEY
    timeout: seconds for one attempt, its answer included
    retries: further attempts after a first one that failed
    backoff: seconds before the first of them; each one after doubles it
    max_wait: a longer wait is left to the caller; the error says how long
    transport: how httpx sends, such as through a proxy of its own
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: Credential | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 3,
        backoff: float = 0.5,
        max_wait: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        _Connection.__init__(self, base_url, api_key, Policy(timeout, retries, backoff, max_wait))
        Operations.__init__(self, self._send)
        self._http = httpx.Client(transport=transport)

    def __enter__(self) -> Lonja:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes its connections."""
        self._http.close()

    def with_options(
        self, *, timeout: float | None = None, retries: int | None = None, max_wait: float | None = None
    ) -> Lonja:
        """The same service over the same connections, with another patience."""
        other = copy.copy(self)
        other._policy = self._changed_policy(timeout, retries, max_wait)
        Operations.__init__(other, other._send)
        return other

    def stream_events(
        self,
        *,
        after: str | None = None,
        market_id: Literal["es", "pt", "all"] | None = None,
        silence: float = SILENCE_S,
    ) -> Iterator[LonjaEvent]:
        """Events as the service writes them, for as long as the caller reads.

        A lost connection is taken up again after the last event. Raises LonjaError where trying again is of no
        use: when the service refuses, or was never reached.

        after: id of the last event that was handled; absent: begin with what is written next
        market_id: market of the events, or `all`; absent: Spain's
        silence: a connection that is silent for so many seconds is given up; the service writes every few
        """
        reader = EventReader(self._policy, after, market_id)
        while True:
            error = None
            try:
                with self._open(reader.connect(), silence) as response:
                    if not response.is_success:
                        raise self._refusal(response, response.read())
                    check_stream(_answer_of(response), self.base_url)
                    for chunk in response.iter_bytes():
                        yield from reader.feed(chunk)
            except LonjaError as fault:
                error = fault
            time.sleep(reader.wait_after(error))

    def download_export(
        self,
        manifest: ExportManifest,
        folder: str | os.PathLike[str],
        *,
        format: FileFormat = "parquet",
        timeout: float = FILE_SILENCE_S,
    ) -> list[Path]:
        """Fetches the files of a manifest into a folder, and gives their paths, a calendar year each.

        A file is put in place once its length, its SHA-256 and, of CSV, its rows are those of the manifest. What is there
        and right is kept, so after a break the same call goes on. Raises InvalidReply where the data have
        changed since the manifest was made.

        manifest: what `exports.prices` and the others give
        folder: where the files are put; it is made where it is not there
        format: `parquet`, or `csv.gz`
        timeout: seconds that the service may be silent
        """
        places: list[Path] = []
        for download in downloads(manifest, folder, format):
            attempt = 0
            while not download.is_there():
                try:
                    self._fetch(download, timeout)
                except LonjaError as error:
                    time.sleep(wait_after(error, attempt, download.request, self._policy))
                    attempt += 1
                finally:
                    download.give_up()
            places.append(download.place)
        return places

    def _fetch(self, download: ExportDownload, timeout: float) -> None:
        with self._open(download.request, timeout) as response:
            if not response.is_success:
                raise self._refusal(response, response.read())
            download.begin()
            for chunk in response.iter_bytes():
                download.feed(chunk)
        download.finish()

    def _send(self, route: Route[T], values: Mapping[str, object], idempotency_key: str | None = None, /) -> T:
        steps = self._begin(route, values, idempotency_key)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                reply: T = end.value
                return reply
            if isinstance(step, Pause):
                outcome = None
                time.sleep(step.seconds)
            else:
                outcome = self._attempt(step)

    def _attempt(self, request: Request) -> Answer | NoAnswer:
        deadline = time.monotonic() + self._policy.timeout
        try:
            with self._open(request, self._policy.timeout) as response:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    self._hold_to(deadline)
                return self._note(_answer_of(response, bytes(body)))
        except NoAnswer as error:
            return error

    @contextmanager
    def _open(self, request: Request, timeout: float) -> Generator[httpx.Response, None, None]:
        try:
            with self._http.stream(**self._signed(request), timeout=timeout) as response:
                yield response
        except httpx.RequestError as error:
            raise self._fault(error, timeout) from error


class AsyncLonja(_Connection, AsyncOperations):
    """A service whose answers are awaited: `await AsyncLonja().forecasts.latest(market_id="es", product="da")`.

    base_url: the service's address; absent: the environment variable LONJA_URL
    api_key: an API key or session token, or what gives the current one; absent: LONJA_API_KEY
    timeout: seconds for one attempt, its answer included
    retries: further attempts after a first one that failed
    backoff: seconds before the first of them; each one after doubles it
    max_wait: a longer wait is left to the caller; the error says how long
    transport: how httpx sends, such as through a proxy of its own
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: Credential | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 3,
        backoff: float = 0.5,
        max_wait: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        _Connection.__init__(self, base_url, api_key, Policy(timeout, retries, backoff, max_wait))
        AsyncOperations.__init__(self, self._send)
        self._http = httpx.AsyncClient(transport=transport)

    async def __aenter__(self) -> AsyncLonja:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes its connections."""
        await self._http.aclose()

    def with_options(
        self, *, timeout: float | None = None, retries: int | None = None, max_wait: float | None = None
    ) -> AsyncLonja:
        """The same service over the same connections, with another patience."""
        other = copy.copy(self)
        other._policy = self._changed_policy(timeout, retries, max_wait)
        AsyncOperations.__init__(other, other._send)
        return other

    async def stream_events(
        self,
        *,
        after: str | None = None,
        market_id: Literal["es", "pt", "all"] | None = None,
        silence: float = SILENCE_S,
    ) -> AsyncIterator[LonjaEvent]:
        """Events as the service writes them, for as long as the caller reads, as `Lonja.stream_events` has them."""
        reader = EventReader(self._policy, after, market_id)
        while True:
            error = None
            try:
                async with self._open(reader.connect(), silence) as response:
                    if not response.is_success:
                        raise self._refusal(response, await response.aread())
                    check_stream(_answer_of(response), self.base_url)
                    async for chunk in response.aiter_bytes():
                        for event in reader.feed(chunk):
                            yield event
            except LonjaError as fault:
                error = fault
            await anyio.sleep(reader.wait_after(error))

    async def download_export(
        self,
        manifest: ExportManifest,
        folder: str | os.PathLike[str],
        *,
        format: FileFormat = "parquet",
        timeout: float = FILE_SILENCE_S,
    ) -> list[Path]:
        """Fetches the files of a manifest into a folder, as `Lonja.download_export` does."""
        places: list[Path] = []
        for download in downloads(manifest, folder, format):
            attempt = 0
            while not await anyio.to_thread.run_sync(download.is_there):
                try:
                    await self._fetch(download, timeout)
                except LonjaError as error:
                    await anyio.sleep(wait_after(error, attempt, download.request, self._policy))
                    attempt += 1
                finally:
                    download.give_up()
            places.append(download.place)
        return places

    async def _fetch(self, download: ExportDownload, timeout: float) -> None:
        async with self._open(download.request, timeout) as response:
            if not response.is_success:
                raise self._refusal(response, await response.aread())
            download.begin()
            async for chunk in response.aiter_bytes():
                download.feed(chunk)
        await anyio.to_thread.run_sync(download.finish)

    async def _send(
        self, route: Route[T], values: Mapping[str, object], idempotency_key: str | None = None, /
    ) -> T:
        steps = self._begin(route, values, idempotency_key)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                reply: T = end.value
                return reply
            if isinstance(step, Pause):
                outcome = None
                await anyio.sleep(step.seconds)
            else:
                outcome = await self._attempt(step)

    async def _attempt(self, request: Request) -> Answer | NoAnswer:
        deadline = time.monotonic() + self._policy.timeout
        try:
            async with self._open(request, self._policy.timeout) as response:
                body = bytearray()
                async for chunk in response.aiter_bytes():
                    body += chunk
                    self._hold_to(deadline)
                return self._note(_answer_of(response, bytes(body)))
        except NoAnswer as error:
            return error

    @asynccontextmanager
    async def _open(self, request: Request, timeout: float) -> AsyncGenerator[httpx.Response, None]:
        try:
            async with self._http.stream(**self._signed(request), timeout=timeout) as response:
                yield response
        except httpx.RequestError as error:
            raise self._fault(error, timeout) from error


def _answer_of(response: httpx.Response, body: bytes = b"") -> Answer:
    # httpx's headers are found in any case, which a plain dict's are not.
    return Answer(response.status_code, {name.lower(): value for name, value in response.headers.items()}, body)
