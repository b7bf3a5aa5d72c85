"""Records as tables. Types of columns come from the service's document, never from the first values."""

# Without pandas or polars a checker knows nothing of their frames.
# pyright: reportUnknownMemberType=false, reportUnknownParameterType=false, reportUnknownVariableType=false

from __future__ import annotations

import datetime as dt
import importlib
import itertools
import types
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Union, cast, get_args, get_origin, get_type_hints

from ._model import Model, Table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

MADRID = "Europe/Madrid"
STARTS = ("time", "start")
"""Fields that say when a period begins."""

Kind = Literal["instant", "day", "number", "integer", "truth", "text", "other"]
_KINDS: dict[Any, Kind] = {
    dt.datetime: "instant",
    dt.date: "day",
    float: "number",
    int: "integer",
    bool: "truth",
    str: "text",
}
_PANDAS: dict[Kind, str] = {"number": "float64", "integer": "Int64", "truth": "boolean"}


def to_pandas(records: Iterable[Model], tz: str = MADRID) -> pd.DataFrame:
    """A row for each record, such as those of `items(...)`, indexed by its start in the time zone `tz`; needs pandas.

    Every instant is in that zone. A record in a record has a column for each field, `generation.wind_mw`; one that
    has rows of its own, such as each day of a series, becomes these rows, with its other fields in each. Numbers
    are float64 and None is NaN, whole numbers and truth values that may be None are pandas' own. `frame.attrs` has
    `tz` and, by column, `units`.
    """
    return pandas_of(Columns(records), tz)


def pandas_of(table: Columns, tz: str) -> pd.DataFrame:
    """A frame of pandas."""
    pandas: Any = _import("pandas")
    columns: dict[str, Any] = {}
    for name, (kind, values) in table.columns.items():
        if kind == "instant":
            columns[name] = pandas.Series(pandas.to_datetime(values, utc=True)).dt.tz_convert(tz)
        else:
            columns[name] = pandas.Series(values, dtype=_PANDAS.get(kind, "object"))
    frame = pandas.DataFrame(columns, columns=list(columns))
    start = next((name for name in STARTS if table.kind_of(name) == "instant"), None)
    if start is not None:
        frame = frame.set_index(start)
    frame.attrs.update(tz=tz, units=table.units)
    return cast("pd.DataFrame", frame)


def to_polars(records: Iterable[Model], tz: str = MADRID, *, units: bool = True) -> pl.DataFrame:
    """A row for each record, instants in the time zone `tz`; needs polars.

    polars keeps no attributes: names of columns say the unit, `value (EUR/MWh)`, unless `units` is False.
    """
    return polars_of(Columns(records), tz, units=units)


def polars_of(table: Columns, tz: str, *, units: bool) -> pl.DataFrame:
    """A frame of polars."""
    polars: Any = _import("polars")
    kinds: dict[Kind, Any] = {
        "day": polars.Date,
        "number": polars.Float64,
        "integer": polars.Int64,
        "truth": polars.Boolean,
        "text": polars.String,
    }
    columns: list[Any] = []
    for name, (kind, values) in table.columns.items():
        unit = table.units.get(name) if units else None
        title = name if unit is None else f"{name} ({unit})"
        if kind == "instant":
            naive = [None if value is None else value.astimezone(dt.timezone.utc).replace(tzinfo=None) for value in values]
            series = polars.Series(title, naive, dtype=polars.Datetime("us")).dt.replace_time_zone("UTC")
            columns.append(series.dt.convert_time_zone(tz))
        else:
            columns.append(polars.Series(title, values, dtype=kinds.get(kind, polars.Object)))
    return cast("pl.DataFrame", polars.DataFrame(columns))


class Columns:
    """Values by column, in the order of the document's fields."""

    def __init__(self, records: Iterable[Model], kind: type[Model] | None = None) -> None:
        self.columns: dict[str, tuple[Kind, list[Any]]] = {}
        self.units: dict[str, str] = {}
        self._rows = 0
        self._declared: set[type[Model]] = set()
        if kind is not None:
            self._declare("", kind)
        for parts in itertools.chain.from_iterable(map(_rows_of, records)):
            seen: set[str] = set()
            for part in parts:
                if type(part) not in self._declared:
                    self._declare("", type(part))
            for part in reversed(parts):
                self._add("", part, seen)
                seen.update(name for name, _ in _fields_of(type(part)))
            self._rows += 1
            for _, values in self.columns.values():
                if len(values) < self._rows:
                    values.append(None)

    @classmethod
    def of_table(cls, table: Table) -> Columns:
        """Of the records of an answer, which has the columns of these even where it has none of them."""
        hint = dict(_fields_of(type(table)))[table.ROWS]
        return cls(getattr(table, table.ROWS), get_args(hint)[0])

    def kind_of(self, name: str) -> Kind | None:
        """Of a column, or None where there is none."""
        return self.columns[name][0] if name in self.columns else None

    def _declare(self, prefix: str, model: type[Model]) -> None:
        """Columns are those of the document, whichever of them the records have."""
        self._declared.add(model)
        for name, hint in _fields_of(model):
            if _is_model(hint):
                self._declare(f"{prefix}{name}.", hint)
            elif get_origin(hint) is not dict and not _is_list_of_models(hint):
                self._put(f"{prefix}{name}", _kind_of(hint), model.UNITS.get(name))

    def _add(self, prefix: str, record: Model, seen: Collection[str] = ()) -> None:
        for name, hint in _fields_of(type(record)):
            if name in seen or _is_list_of_models(hint):
                continue
            value: object = getattr(record, name)
            unit = type(record).UNITS.get(name)
            if isinstance(value, Model):
                self._add(f"{prefix}{name}.", value)
            elif get_origin(hint) is dict:
                entries = cast(Mapping[str, object], value or {})
                for key, entry in entries.items():
                    self._put(f"{prefix}{name}.{key}", _kind_of(get_args(hint)[1]), unit).append(entry)
            elif not _is_model(hint):
                self._put(f"{prefix}{name}", _kind_of(hint), unit).append(value)

    def _put(self, name: str, kind: Kind, unit: str | None) -> list[Any]:
        if name not in self.columns:
            self.columns[name] = (kind, [None] * self._rows)
            if unit is not None:
                self.units[name] = unit
        return self.columns[name][1]


def _rows_of(record: Model) -> Iterator[tuple[Model, ...]]:
    """A record that has rows of its own, such as a day of a series, stands before each of them."""
    rows: Iterable[Model] | None = getattr(record, record.ROWS) if isinstance(record, Table) else None
    if rows is None:
        yield (record,)
    else:
        yield from ((record, *parts) for row in rows for parts in _rows_of(row))


@lru_cache(maxsize=None)
def _fields_of(model: type[Model]) -> Sequence[tuple[str, Any]]:
    hints = get_type_hints(model)
    return [(name, _without_none(hints[name])) for name in model.__annotations__ if get_origin(hints[name]) is not ClassVar]


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    kept = [each for each in get_args(hint) if each is not type(None)]
    return kept[0] if len(kept) == 1 else object


def _kind_of(hint: Any) -> Kind:
    if get_origin(hint) is Literal:
        return _KINDS.get(type(get_args(hint)[0]), "other")
    return _KINDS.get(hint, "other")


def _is_list_of_models(hint: Any) -> bool:
    return get_origin(hint) is list and _is_model(get_args(hint)[0])


def _is_model(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Model)


def _import(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"This needs {name}: pip install 'lonja[{name}]'.") from error
