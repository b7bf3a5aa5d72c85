"""Lists that the service answers page by page."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
Item_co = TypeVar("Item_co", covariant=True)
Item = TypeVar("Item")


class PageOf(Protocol[Item_co]):
    """A page of a list."""

    @property
    def items(self) -> Sequence[Item_co]:
        """Its records."""
        ...

    @property
    def total(self) -> int:
        """How many records all pages have."""
        ...


PageT = TypeVar("PageT", bound=PageOf[Any])


def pages(call: Callable[P, PageT], *args: P.args, **kwargs: P.kwargs) -> Iterator[PageT]:
    """Every page of a list: `for page in pages(lonja.market_data.prices, date_from="2026-03-01", ...)`."""
    seen = 0
    ask = cast(Callable[..., PageT], call)
    for given in _pages_of(cast(dict[str, Any], kwargs)):
        page = ask(*args, **given)
        seen += len(page.items)
        yield page
        if not page.items or seen >= page.total:
            return


def items(call: Callable[P, PageOf[Item]], *args: P.args, **kwargs: P.kwargs) -> Iterator[Item]:
    """Every record of a list, a page asked for when it is needed."""
    for page in pages(call, *args, **kwargs):
        yield from page.items


async def async_pages(
    call: Callable[P, Awaitable[PageT]], *args: P.args, **kwargs: P.kwargs
) -> AsyncIterator[PageT]:
    """Every page of a list of `AsyncLonja`."""
    seen = 0
    ask = cast(Callable[..., Awaitable[PageT]], call)
    for given in _pages_of(cast(dict[str, Any], kwargs)):
        page = await ask(*args, **given)
        seen += len(page.items)
        yield page
        if not page.items or seen >= page.total:
            return


async def async_items(
    call: Callable[P, Awaitable[PageOf[Item]]], *args: P.args, **kwargs: P.kwargs
) -> AsyncIterator[Item]:
    """Every record of a list of `AsyncLonja`, a page asked for when it is needed."""
    async for page in async_pages(call, *args, **kwargs):
        for item in page.items:
            yield item


def _pages_of(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if given.get("page") is not None:
        raise ValueError("Leave out page: every page is asked for in turn.")
    for number in itertools.count(1):
        yield {**given, "page": number}
