"""Prices and price forecasts of the Spanish electricity market, from a Lonja service."""

# pyright: reportUnknownVariableType=false

from ._client import AsyncLonja, Lonja
from ._errors import (
    Conflict,
    FieldFault,
    InvalidReply,
    InvalidRequest,
    LonjaError,
    NoAnswer,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    ServiceFailed,
    TooManyRequests,
)
from ._exchange import RateLimit
from ._frames import to_pandas, to_polars
from ._model import Model, Table, UnknownEvent
from ._paging import async_items, async_pages, items, pages
from ._route import UNSET, Unset
from ._version import __version__
from ._webhooks import VerifiedWebhook, WebhookVerificationError, read_webhook, verify_webhook
from .generated import models

__all__ = [
    "UNSET",
    "AsyncLonja",
    "Conflict",
    "FieldFault",
    "InvalidReply",
    "InvalidRequest",
    "Lonja",
    "LonjaError",
    "Model",
    "NoAnswer",
    "NotAllowed",
    "NotAuthenticated",
    "NotFound",
    "RateLimit",
    "ServiceFailed",
    "Table",
    "TooManyRequests",
    "UnknownEvent",
    "Unset",
    "VerifiedWebhook",
    "WebhookVerificationError",
    "__version__",
    "async_items",
    "async_pages",
    "items",
    "models",
    "pages",
    "read_webhook",
    "to_pandas",
    "to_polars",
    "verify_webhook",
]
