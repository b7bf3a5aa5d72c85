"""Whether a webhook comes from the service."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from ._model import Model, UnknownEvent, read
from .generated.models import AlertFired, ForecastChanged, ForecastPublished, Ping, PricesPublished

HEADER = "svc-webhook-signature"
TOLERANCE_S = 300
MOST_SIGNATURES = 10
"""More than these are not looked at: a receiver does no unbounded work for a stranger."""
_TIME = re.compile(r"t=([0-9]{1,12})\Z")
_SIGNATURE = re.compile(r"v1=([0-9a-f]{64})\Z")
_EVENTS: dict[str, type[Model]] = {
    "forecast.published": ForecastPublished,
    "forecast.changed": ForecastChanged,
    "prices.published": PricesPublished,
    "alert.fired": AlertFired,
    "ping": Ping,
}

WebhookFault = Literal["malformed_header", "expired", "wrong_signature", "no_secret"]
WebhookEvent = ForecastPublished | ForecastChanged | PricesPublished | AlertFired | Ping | UnknownEvent
Headers = Mapping[str, str] | Mapping[str, str | Iterable[str] | None]


class WebhookVerificationError(Exception):
    """A webhook that is not to be believed: answer it with 400."""

    def __init__(self, fault: WebhookFault, message: str) -> None:
        super().__init__(message)
        self.fault: WebhookFault = fault
        """Why"""


@dataclass(frozen=True)
class VerifiedWebhook:
    """A webhook that was verified."""

    id: str | None
    """The event's id, the same at every endpoint, attempt and replay, and in `/events`: drop what you have."""
    event: WebhookEvent | None
    """None where the body is not an event"""
    signed_at: int
    """Seconds since 1970"""


def verify_webhook(
    body: bytes | str,
    *,
    secret: str | Iterable[str | None] | None,
    headers: Headers | None = None,
    signature: str | None = None,
    tolerance_s: float = TOLERANCE_S,
    now: float | None = None,
) -> int:
    """Checks that a webhook comes from the holder of the secret and was signed just now. Gives when.

    Raises WebhookVerificationError. Signatures are compared in constant time.

    body: as it arrived, not parsed and written again: the signature is over its bytes
    secret: the endpoint's, `whsec_...`, or several while one replaces another; None and empty ones are left out
    headers: those of the request, with names in any case
    signature: in their place the one header `Svc-Webhook-Signature`
    tolerance_s: how far the sender's time may be from this machine's, seconds
    now: seconds since 1970; absent: this machine's time
    """
    secrets = [each for each in ([secret] if isinstance(secret, str) else secret or []) if each]
    if not secrets:
        raise WebhookVerificationError("no_secret", "There is no secret to verify with.")
    signed_at, signatures = _parse(signature if headers is None else _header_of(headers))
    if abs((time.time() if now is None else now) - int(signed_at)) > tolerance_s:
        told = f"The signature is not from the last {tolerance_s:g} seconds; compare the clocks of both sides."
        raise WebhookVerificationError("expired", told)
    signed = signed_at.encode() + b"." + (body.encode() if isinstance(body, str) else bytes(body))
    for each in secrets:
        expected = hmac.new(each.encode(), signed, hashlib.sha256).hexdigest()
        if any([hmac.compare_digest(expected, given) for given in signatures]):
            return int(signed_at)
    told = "No signature fits; check the secret, and that the body is the one that arrived."
    raise WebhookVerificationError("wrong_signature", told)


def read_webhook(
    body: bytes | str,
    *,
    secret: str | Iterable[str | None] | None,
    headers: Headers | None = None,
    signature: str | None = None,
    tolerance_s: float = TOLERANCE_S,
    now: float | None = None,
) -> VerifiedWebhook:
    """Verifies a webhook as `verify_webhook` does, and gives what was signed."""
    signed_at = verify_webhook(
        body, secret=secret, headers=headers, signature=signature, tolerance_s=tolerance_s, now=now
    )
    text = body.encode() if isinstance(body, str) else bytes(body)
    try:
        said: object = json.loads(text)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        return VerifiedWebhook(None, None, signed_at)
    fields = cast(dict[str, Any], said)
    identifier, kind = fields.get("id"), fields.get("event")
    try:
        event: WebhookEvent | None = read(_EVENTS.get(str(kind), UnknownEvent), text)
    except ValueError:
        event = None
    return VerifiedWebhook(identifier if isinstance(identifier, str) else None, event, signed_at)


def _header_of(headers: Headers) -> str | None:
    values = [value for name, value in headers.items() if name.lower() == HEADER and value is not None]
    return ",".join(value if isinstance(value, str) else ",".join(value) for value in values) or None


def _parse(header: str | None) -> tuple[str, list[str]]:
    first, *rest = [part.strip() for part in (header or "").split(",")]
    signed_at = _TIME.match(first)
    signatures = [found[1] for part in rest[:MOST_SIGNATURES] if (found := _SIGNATURE.match(part))]
    if signed_at is None or not signatures:
        told = 'The header Svc-Webhook-Signature must read "t=<unix time>,v1=<hex>".'
        raise WebhookVerificationError("malformed_header", told)
    return signed_at[1], signatures
