"""The rules of packages/client/src/webhooks, by the same signatures, which openssl made."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from pathlib import Path
from typing import Any

from lonja import UnknownEvent, WebhookVerificationError, models, read_webhook, verify_webhook

VECTORS = Path(__file__).parents[2] / "client" / "src" / "webhooks" / "test-vectors.json"
NOW = 1_774_865_100
SECRET = "whsec_test"
BODY = '{"event":"ping"}'


def sign(body: str | bytes = BODY, time: int = NOW, secret: str = SECRET) -> str:
    signed = f"{time}.".encode() + (body.encode() if isinstance(body, str) else body)
    return f"t={time},v1={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"


class Signatures(unittest.TestCase):
    def refused(self, fault: str, **changes: Any) -> None:
        given = {"body": BODY, "signature": sign(), "secret": SECRET, "now": NOW, **changes}
        with self.assertRaises(WebhookVerificationError) as caught:
            verify_webhook(given.pop("body"), **given)
        self.assertEqual(caught.exception.fault, fault)

    def test_signatures_of_another_program_fit(self) -> None:
        vectors = json.loads(VECTORS.read_text())["vectors"]
        self.assertGreater(len(vectors), 0)
        for vector in vectors:
            with self.subTest(vector["name"]):
                body = base64.b64decode(vector["body_base64"])
                given = {"signature": vector["signature"], "secret": vector["secret"], "now": vector["timestamp"]}
                self.assertEqual(verify_webhook(body, **given), vector["timestamp"])
                with self.assertRaises(WebhookVerificationError):
                    verify_webhook(body + b" ", **given)

    def test_bytes_are_verified_as_they_are(self) -> None:
        binary = bytes([0x7B, 0xFF, 0xC3, 0x28, 0x00, 0xED, 0xA0, 0x80, 0x7D])
        self.assertEqual(verify_webhook(binary, signature=sign(binary), secret=SECRET, now=NOW), NOW)
        self.refused("wrong_signature", body=binary.decode("utf-8", "replace"), signature=sign(binary))

    def test_headers_are_found_in_any_case_and_as_lists(self) -> None:
        other = sign(secret="whsec_other").split(",")[1]
        for headers in (
            {"Svc-Webhook-Signature": sign()},
            {"svc-webhook-signature": sign(), "accept": None},
            {"SVC-WEBHOOK-SIGNATURE": [f"t={NOW},{other}", sign().split(",")[1]]},
        ):
            self.assertEqual(verify_webhook(BODY, headers=headers, secret=SECRET, now=NOW), NOW)
        self.refused("malformed_header", signature=None, headers={})

    def test_one_of_several_secrets_is_enough(self) -> None:
        self.assertEqual(verify_webhook(BODY, signature=sign(), secret=["whsec_other", None, SECRET], now=NOW), NOW)
        for secret in (None, "", [], [None, ""]):
            self.refused("no_secret", secret=secret)

    def test_a_signature_is_good_for_300_seconds_either_way(self) -> None:
        for offset in (-300, 300):
            self.assertEqual(verify_webhook(BODY, signature=sign(), secret=SECRET, now=NOW + offset), NOW)
            self.refused("expired", now=NOW + offset + offset // 300)
        self.refused("expired", now=NOW + 11, tolerance_s=10)

    def test_malformed_headers_are_refused(self) -> None:
        v1 = sign().split(",")[1]
        for header in ("", v1, f"t={NOW}", f"t=,{v1}", f"t=-1,{v1}", f"t=1e9,{v1}", f"t=٣,{v1}", f"t={NOW},{v1}00", f"t={NOW},{v1.upper()}", f"t={NOW},v1=é"):
            self.refused("malformed_header", signature=header)
        padding = ",".join(["v1=" + "0" * 64] * 10)
        self.refused("wrong_signature", signature=f"t={NOW},{padding},{v1}")


class Bodies(unittest.TestCase):
    def read(self, body: str) -> Any:
        return read_webhook(body, signature=sign(body), secret=SECRET, now=NOW)

    def test_an_event_is_what_was_signed(self) -> None:
        data = {"endpoint_id": "0b0c8b9e-3f4e-4d5a-9d0c-1c2d3e4f5a6b", "name": "Desk"}
        said = {"id": "8d7c0a52", "event": "ping", "occurred_at": "2026-03-30T10:05:00Z", "data": data}
        read = self.read(json.dumps(said))
        self.assertIsInstance(read.event, models.Ping)
        self.assertEqual((read.id, read.signed_at, read.event.data.name), ("8d7c0a52", NOW, "Desk"))
        later = self.read(json.dumps({**said, "event": "plan.made"}))
        self.assertIsInstance(later.event, UnknownEvent)

    def test_a_body_that_is_no_event_has_none(self) -> None:
        for body in ("", "null", "[]", '{"id":7}', "\u0000", BODY):
            read = self.read(body)
            self.assertEqual((read.id, read.event), (None, None))


if __name__ == "__main__":
    unittest.main()
