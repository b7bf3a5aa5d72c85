"""What every record of the service has in common, whichever pydantic is installed."""

# Without pandas or polars a checker knows nothing of their frames.
# pyright: reportUnknownMemberType=false, reportUnknownParameterType=false, reportUnknownVariableType=false

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import pydantic

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

IS_PYDANTIC_1 = pydantic.VERSION.startswith("1.")
# Classes are completed when they are first needed, and may have fields such as `model_version`.
_OPTIONS: dict[str, Any] = {
    "extra": "allow",
    "frozen": True,
    **({} if IS_PYDANTIC_1 else {"defer_build": True, "protected_namespaces": ()}),
}


class Model(pydantic.BaseModel, **_OPTIONS):
    """A record as the service answered it. Fields that this version does not know are kept."""

    UNITS: ClassVar[Mapping[str, str]] = {}
    """What numbers are measured in, where that is known."""


class Table(Model):
    """An answer whose records are the rows of a table."""

    ROWS: ClassVar[str] = ""
    """The field that has the records."""

    def to_pandas(self, tz: str = "Europe/Madrid") -> pd.DataFrame:
        """A row for each record, indexed by its start in the time zone `tz`; needs pandas.

        Every instant is in that zone. `frame.attrs` has `tz` and, by column, `units`.
        """
        from ._frames import Columns, pandas_of

        return pandas_of(Columns.of_table(self), tz)

    def to_polars(self, tz: str = "Europe/Madrid", *, units: bool = True) -> pl.DataFrame:
        """A row for each record, instants in the time zone `tz`; needs polars.

        polars keeps no attributes: names of columns say the unit, `value (EUR/MWh)`, unless `units` is False.
        """
        from ._frames import Columns, polars_of

        return polars_of(Columns.of_table(self), tz, units=units)


class UnknownEvent(Model):
    """An event of a kind that this version does not know."""

    id: str
    """Identifier of the event"""
    event: str
    """Its kind"""
    occurred_at: dt.datetime
    """When the event was recorded"""


class OneOf:
    """Words that the service writes. While a program runs any of their type will do: a later service may know more of them."""

    def __class_getitem__(cls, words: object) -> type:
        return type(words[0] if isinstance(words, tuple) else words)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def read(kind: Any, text: bytes) -> Any:
    """JSON as a `kind`. Raises ValueError."""
    if IS_PYDANTIC_1:
        return _parse_as()(kind, text)
    return _adapter(kind).validate_json(text)


def _parse_as() -> Any:
    return getattr(pydantic, "parse_raw_as")  # noqa: B009


@lru_cache(maxsize=None)
def _adapter(kind: Any) -> Any:
    return getattr(pydantic, "TypeAdapter")(kind)  # noqa: B009
