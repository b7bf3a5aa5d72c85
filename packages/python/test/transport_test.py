"""Against a server that misbehaves."""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import json
import logging
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, get_type_hints

import lonja
from lonja import AsyncLonja, Lonja, models

MARKETS = {"items": [], "total": 0}
SECRET = "svc_secret_of_a_test"
Reply = tuple[int, dict[str, str], bytes]
Script = Callable[[BaseHTTPRequestHandler], None]


def reply(status: int, body: object = None, headers: dict[str, str] | None = None) -> Script:
    """An answer in JSON."""

    def send(request: BaseHTTPRequestHandler) -> None:
        content = json.dumps(body).encode()
        request.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    return send


def hang_up(request: BaseHTTPRequestHandler) -> None:
    """No answer at all."""
    request.close_connection = True


def drip(request: BaseHTTPRequestHandler) -> None:
    """An answer that never ends."""
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", "1000")
    request.end_headers()
    for _ in range(40):
        request.wfile.write(b" ")
        request.wfile.flush()
        time.sleep(0.05)


def stream(*parts: bytes, silent_s: float = 0) -> Script:
    """A stream of events in these pieces, after which the connection ends."""

    def send(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Connection", "close")
        request.end_headers()
        for part in parts:
            request.wfile.write(part)
            request.wfile.flush()
            time.sleep(0.01)
        time.sleep(silent_s)
        request.close_connection = True

    return send


def event(number: int, kind: str = "price.guessed") -> bytes:
    """An event, of a kind that nobody knows."""
    said = {"event": kind, "occurred_at": "2026-03-30T10:05:00Z", "data": {"number": number}}
    return f"id: {number}\ndata: {json.dumps(said)}\n\n".encode()


class Case(unittest.TestCase):
    """With a server that answers by a script, one entry a request."""

    def setUp(self) -> None:
        self.seen: list[tuple[str, dict[str, str], bytes]] = []
        self.script: list[Script] = []
        case = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                case.seen.append((f"{self.command} {self.path}", headers, body))
                try:
                    case.script.pop(0)(self)
                except OSError:
                    self.close_connection = True

            do_GET = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        self.addCleanup(lambda: (server.shutdown(), server.server_close(), thread.join()))
        self.url = f"http://127.0.0.1:{server.server_address[1]}"

    def api(self, **options: Any) -> Lonja:
        api = Lonja(self.url, SECRET, **{"backoff": 0.01, **options})
        self.addCleanup(api.close)
        return api


class Retries(Case):
    def test_a_read_is_sent_again_until_it_is_answered(self) -> None:
        self.script = [hang_up, reply(503, {}, {"Retry-After": "0"}), reply(500), reply(200, MARKETS)]
        self.assertEqual(self.api().markets.list().items, [])
        self.assertEqual(len(self.seen), 4)

    def test_after_its_retries_the_last_failure_is_the_error(self) -> None:
        self.script = [reply(500)] * 2
        with self.assertRaises(lonja.ServiceFailed):
            self.api(retries=1).markets.list()
        self.assertEqual(len(self.seen), 2)
        self.script = [hang_up]
        with self.assertRaises(lonja.NoAnswer) as caught:
            self.api().with_options(retries=0).markets.list()
        self.assertEqual((caught.exception.code, caught.exception.status), ("network_error", 0))

    def test_it_waits_as_long_as_it_is_asked_to_and_no_longer_than_it_may(self) -> None:
        self.script = [reply(429, {}, {"Retry-After": "1"}), reply(200, MARKETS)]
        before = time.monotonic()
        self.api().markets.list()
        self.assertGreaterEqual(time.monotonic() - before, 1)
        for header, seconds in (("120", 120), ("Mon, 30 Mar 2026 10:05:00 GMT", 0)):
            self.script = [reply(429, {}, {"Retry-After": header})]
            with self.assertRaises(lonja.TooManyRequests) as caught:
                self.api(retries=1 if seconds else 0).markets.list()
            self.assertEqual(caught.exception.retry_after, seconds)

    def test_what_is_created_is_sent_again_under_the_same_key(self) -> None:
        site = {"type": "x"}
        self.script = [hang_up, reply(503), reply(404, site)]
        with self.assertRaises(lonja.NotFound):
            self.api().portfolio.create_site(name="Mill", kind="wind", capacity_mw=30)
        keys = {headers["idempotency-key"] for _, headers, _ in self.seen}
        self.assertEqual((len(self.seen), len(keys)), (3, 1))
        self.script = [reply(404)] * 2
        for _ in range(2):
            with self.assertRaises(lonja.NotFound):
                self.api().portfolio.create_site(name="Mill", kind="wind", capacity_mw=30)
        self.assertEqual(len({headers["idempotency-key"] for _, headers, _ in self.seen}), 3)

    def test_what_may_do_harm_twice_is_not_sent_again(self) -> None:
        self.script = [hang_up]
        with self.assertRaises(lonja.NoAnswer):
            self.api().authentication.create_token(username="ana@example.com", password="secret of Ana")
        self.script = [reply(503)]
        with self.assertRaises(lonja.ServiceFailed):
            self.api().portfolio.change_site("1", notes=None)
        self.assertEqual([request for request, _, _ in self.seen], ["POST /api/v1/auth/token", "PATCH /api/v1/portfolio/sites/1"])
        self.assertEqual([body for _, _, body in self.seen], [b"username=ana%40example.com&password=secret+of+Ana", b'{"notes": null}'])

    def test_an_answer_that_does_not_end_is_given_up(self) -> None:
        self.script = [drip]
        before = time.monotonic()
        with self.assertRaises(lonja.NoAnswer) as caught:
            self.api(timeout=0.3, retries=0).markets.list()
        self.assertEqual(caught.exception.code, "timeout")
        self.assertLess(time.monotonic() - before, 1.5)

    def test_the_asynchronous_client_does_the_same(self) -> None:
        import asyncio

        async def ask() -> None:
            async with AsyncLonja(self.url, SECRET, backoff=0.01, timeout=0.3) as api:
                self.assertEqual((await api.markets.list()).items, [])
                with self.assertRaises(lonja.NoAnswer):
                    await api.with_options(retries=0).markets.list()

        self.script = [hang_up, reply(429, {}, {"Retry-After": "0"}), reply(200, MARKETS), drip]
        asyncio.run(ask())
        self.assertEqual(len(self.seen), 4)


def part(content: bytes, **changes: Any) -> dict[str, Any]:
    """A manifest's part of one file with this content."""
    file = {
        "format": "csv.gz",
        "name": "lonja-prices-da-PT1H-2026.csv.gz",
        "url": "/api/v1/exports/prices?year=2026",
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return {"date_from": "2026-01-01", "date_to": "2026-01-01", "rows": 24, "files": [{**file, **changes}]}


def manifest_of(*parts: dict[str, Any]) -> dict[str, Any]:
    """As the service answers it."""
    days = {"date_from": "2026-01-01", "date_to": "2026-01-01", "as_of": "2026-03-30T10:05:00Z"}
    said = {"dataset": "prices", "market_id": "es", "simulated": False, "columns": [], "rows": 24}
    return {**said, **days, "parts": parts}


def content(body: bytes, promised: int | None = None) -> Script:
    """A file, which ends before what it promised."""

    def send(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "application/gzip")
        request.send_header("Content-Length", str(len(body) if promised is None else promised))
        request.end_headers()
        request.wfile.write(body)
        request.close_connection = promised is not None

    return send


WHOLE = gzip.compress(b"delivery_day,price\n" + b"2026-01-01,50.00\n" * 24)


class Files(Case):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def manifest(self, **changes: Any) -> models.ExportManifest:
        self.script = [reply(200, manifest_of(part(WHOLE, **changes)))]
        return self.api().exports.prices(date_from="2026-01-01", date_to="2026-01-01")

    def fetch(self, manifest: models.ExportManifest, **options: Any) -> bytes:
        [place] = self.api(**options).download_export(manifest, self.folder, format="csv.gz")
        return place.read_bytes()

    def test_a_file_that_breaks_off_is_asked_for_again(self) -> None:
        manifest = self.manifest()
        self.script = [hang_up, content(WHOLE[:40], len(WHOLE)), reply(503, {}, {"Retry-After": "0"}), content(WHOLE)]
        self.assertEqual(self.fetch(manifest), WHOLE)
        self.assertEqual(self.seen[-1][0], "GET /api/v1/exports/prices?year=2026")
        self.assertEqual(self.seen[-1][1]["authorization"], f"Bearer {SECRET}")

    def test_another_file_than_that_of_the_manifest_is_not_put_in_place(self) -> None:
        manifest = self.manifest()
        other = gzip.compress(b"delivery_day,price\n" + b"2026-01-01,51.00\n" * 24)
        for wrong in (other, WHOLE[:40], WHOLE + b"x"):
            self.script = [content(wrong)]
            with self.assertRaisesRegex(lonja.InvalidReply, "ask for the manifest again"):
                self.fetch(manifest)
            self.assertEqual(list(self.folder.iterdir()), [])
        few = gzip.compress(b"delivery_day,price\n" + b"2026-01-01,50.00\n" * 23)
        short = self.manifest(bytes=len(few), sha256=hashlib.sha256(few).hexdigest())
        self.script = [content(few)]
        with self.assertRaisesRegex(lonja.InvalidReply, "24 rows"):
            self.fetch(short)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_refusal_ends_it_and_no_attempt_more_than_allowed_is_made(self) -> None:
        manifest = self.manifest()
        self.script = [reply(403, {"error": "scope_missing", "detail": "Needs market:read."})]
        with self.assertRaises(lonja.NotAllowed):
            self.fetch(manifest)
        self.script = [hang_up] * 2
        with self.assertRaises(lonja.NoAnswer):
            self.fetch(manifest, retries=1)
        self.assertEqual((self.script, list(self.folder.iterdir())), ([], []))

    def test_names_and_addresses_that_lead_elsewhere_are_refused(self) -> None:
        for changes in (
            {"name": "../x.csv.gz"},
            {"name": "/etc/x"},
            {"name": ".x"},
            {"url": "https://elsewhere.example.com/api/v1/exports/prices"},
            {"url": "//elsewhere.example.com/api/v1/exports/prices"},
            {"url": "/api/v1/keys"},
        ):
            manifest = self.manifest(**changes)
            asked = len(self.seen)
            with self.assertRaisesRegex(lonja.InvalidReply, "no file of an export"):
                self.fetch(manifest)
            self.assertEqual(len(self.seen), asked)

    def test_the_asynchronous_client_does_the_same(self) -> None:
        import asyncio

        manifest = self.manifest()

        async def fetch() -> bytes:
            async with AsyncLonja(self.url, SECRET, backoff=0.01) as api:
                [place] = await api.download_export(manifest, self.folder, format="csv.gz")
                return place.read_bytes()

        self.script = [hang_up, content(WHOLE[:40], len(WHOLE)), content(WHOLE)]
        self.assertEqual(asyncio.run(fetch()), WHOLE)


class Answers(Case):
    def test_another_program_is_told_from_a_service(self) -> None:
        for script in (reply(200, "<html>", {"Content-Type": "text/html"}), reply(200, {"other": 1}), reply(302, {})):
            self.script = [script]
            with self.assertRaises(lonja.InvalidReply):
                self.api().markets.list()
        self.assertEqual(len(self.seen), 3)

    def test_an_error_of_something_before_the_service_is_an_error(self) -> None:
        self.script = [reply(403, "Forbidden", {"Content-Type": "text/html"})]
        with self.assertRaises(lonja.NotAllowed) as caught:
            self.api().markets.list()
        self.assertEqual(caught.exception.code, "http_403")

    def test_words_and_fields_that_a_later_service_knows_are_kept(self) -> None:
        market = {
            "market_id": "es", "name": "Spain", "country": "ES", "bidding_zone": "10YES-REE------0",
            "timezone": "Europe/Madrid", "currency": "EUR", "unit": "EUR/MWh", "colour": "green",
        }  # fmt: skip
        self.script = [reply(200, {"items": [market], "total": 1})]
        (found,) = self.api().markets.list().items
        self.assertEqual(getattr(found, "colour"), "green")
        later = {"status": "dreaming", "version": "9.0.0", "uptime_s": 1, "now": "2026-03-30T10:05:00Z"}
        self.script = [reply(200, later)]
        self.assertEqual(self.api().health.get().status, "dreaming")

    def test_a_date_may_be_null_where_the_document_says_so(self) -> None:
        self.assertEqual(get_type_hints(models.DegradedReason)["day"], dt.date | None)

    def test_a_field_that_is_missing_is_named_and_no_value_is_told(self) -> None:
        self.script = [reply(200, {"access_token": ["svc_of_somebody"]})]
        with self.assertRaises(lonja.InvalidReply) as caught:
            self.api().authentication.create_token(username="a", password="b")
        self.assertIn("token_type", str(caught.exception))
        self.assertNotIn("svc_of_somebody", str(caught.exception))

    def test_parts_of_a_path_stay_parts(self) -> None:
        self.script = [reply(404)]
        with self.assertRaises(lonja.NotFound):
            self.api().portfolio.site("../../admin?x=1")
        self.assertEqual(self.seen[0][0], "GET /api/v1/portfolio/sites/..%2F..%2Fadmin%3Fx%3D1")
        with self.assertRaisesRegex(ValueError, "Give id"):
            self.api().portfolio.site("")

    def test_the_credential_is_in_its_header_and_nowhere_else(self) -> None:
        records: list[str] = []
        handler = logging.Handler()
        handler.emit = lambda record: records.append(record.getMessage())  # type: ignore[method-assign]
        root = logging.getLogger()
        root.addHandler(handler)
        level = root.level
        root.setLevel(logging.DEBUG)
        self.addCleanup(lambda: (root.removeHandler(handler), root.setLevel(level)))
        self.script = [reply(200, MARKETS), reply(401)]
        api = self.api()
        api.markets.list()
        with self.assertRaises(lonja.NotAuthenticated) as caught:
            api.markets.list()
        self.assertEqual(self.seen[0][1]["authorization"], f"Bearer {SECRET}")
        for said in (repr(api), str(caught.exception), repr(caught.exception), *records):
            self.assertNotIn(SECRET, said)

    def test_a_credential_may_be_asked_for_at_each_request(self) -> None:
        tokens = iter(["first", "second"])
        self.script = [reply(200, MARKETS)] * 2
        api = Lonja(self.url, lambda: next(tokens))
        api.markets.list()
        api.markets.list()
        self.assertEqual([headers["authorization"] for _, headers, _ in self.seen], ["Bearer first", "Bearer second"])

    def test_an_address_is_needed(self) -> None:
        with self.assertRaisesRegex(ValueError, "LONJA_URL"):
            Lonja("lonja.example.com")


class Streams(Case):
    def numbers(self, count: int, **options: Any) -> list[int]:
        found: list[int] = []
        for each in self.api(**options).stream_events(after="0", silence=0.5):
            assert isinstance(each, lonja.UnknownEvent)
            found.append(getattr(each, "data")["number"])
            if len(found) == count:
                return found
        return found

    def test_a_lost_stream_goes_on_after_its_last_event(self) -> None:
        self.script = [stream(b"retry: 10\n\n", event(1), event(2)[:20]), hang_up, stream(event(2), event(3))]
        self.assertEqual(self.numbers(3), [1, 2, 3])
        self.assertEqual([headers["last-event-id"] for _, headers, _ in self.seen], ["0", "1", "1"])

    def test_the_market_is_asked_for_at_every_connection(self) -> None:
        self.script = [stream(b"retry: 10\n\n", event(1)), stream(event(2))]
        events = self.api().stream_events(after="0", market_id="all", silence=0.5)
        self.assertEqual([getattr(next(events), "data")["number"] for _ in range(2)], [1, 2])
        self.assertEqual({path for path, _, _ in self.seen}, {"GET /api/v1/events/stream?market_id=all"})

    def test_pieces_may_be_cut_anywhere(self) -> None:
        whole = (b": hello\r\n\r\n" + event(1).replace(b"\n", b"\r\n") + event(2)).replace(b"guessed", "año".encode())
        self.script = [stream(*[bytes([byte]) for byte in whole])]
        self.assertEqual(self.numbers(2), [1, 2])

    def test_a_silent_stream_is_given_up_and_taken_up_again(self) -> None:
        self.script = [stream(b"retry: 10\n\n", event(1), silent_s=2), stream(event(2))]
        before = time.monotonic()
        self.assertEqual(self.numbers(2), [1, 2])
        self.assertLess(time.monotonic() - before, 1.9)

    def test_a_refusal_ends_it_and_so_does_a_service_that_was_never_reached(self) -> None:
        self.script = [reply(401)]
        with self.assertRaises(lonja.NotAuthenticated):
            self.numbers(1)
        self.script = [hang_up] * 2
        with self.assertRaises(lonja.NoAnswer):
            self.numbers(1, retries=1)
        self.script = [reply(200, {})]
        with self.assertRaises(lonja.InvalidReply):
            self.numbers(1)

    def test_known_events_have_their_types(self) -> None:
        point = {"time": "2026-03-30T22:00:00Z", "value": 61.2}
        data = {
            "market_id": "es", "market_product_id": "es-da", "product": "da", "delivery_date": "2026-03-31", "unit": "EUR/MWh",
            "resolution": "PT1H", "points": [point], "correction": False, "simulated": False,
        }  # fmt: skip
        said = {"event": "prices.published", "occurred_at": "2026-03-30T11:00:04Z", "data": data}
        self.script = [stream(f"id: 7\ndata: {json.dumps(said)}\n\n".encode())]
        first = next(iter(self.api().stream_events()))
        assert isinstance(first, models.PricesPublishedEvent)
        self.assertEqual((first.id, first.data.points[0].value), ("7", 61.2))


if __name__ == "__main__":
    unittest.main()
