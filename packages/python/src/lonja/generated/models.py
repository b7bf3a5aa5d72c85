# Written by tools/write-client.ts from docs/openapi.json; run "npm run generate" instead of editing it.
"""What the service answers, with the names that it writes, and what it is sent."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, NotRequired, TypedDict, Union

from pydantic import Field

from .._model import Model, Table, UnknownEvent

if TYPE_CHECKING:
    from typing import Literal as OneOf
else:
    from .._model import OneOf


class Health(Model):
    """Health."""

    status: OneOf["ok", "failed"]
    """`failed`, with status 503: a queue was not asked for jobs for a minute though the database answers;
    start the process again
    """
    version: str
    """Version of the program"""
    uptime_s: float
    """Seconds since the start"""
    now: dt.datetime
    """What the service's clock shows as it answers"""


class ReadinessChecksDatabase(Model):
    """Readiness checks database."""

    status: OneOf["ok", "read_only", "failed"]
    """`read_only`: it takes no writes, as on a standby or a full disk. Reads are answered, writes with 503
    `read_only`, and the service stays ready
    """
    lost_connections: int
    """Connections of this process that were given up in the last hour because nothing came back on them,
    1,000 at most
    """


class ReadinessChecksReplica(Model):
    """A replica that market data are read from, where there is one. Unless it is `ok` the primary database
    is read, and the service stays ready
    """

    status: OneOf["ok", "behind", "away"]
    lag_s: float | None
    """Seconds; null while that is not known"""


class ReadinessChecksClock(Model):
    """Compared once a minute; `failed` from a minute on. Absent until it was compared"""

    status: OneOf["ok", "failed"]
    ahead_s: int
    """How far the process's machine is ahead of the database's clock, seconds; negative: behind"""


class ReadinessChecksQueue(Model):
    """Readiness checks queue."""

    status: OneOf["ok", "failed"]
    not_polled: list[str]
    """Queues that this process has not asked for jobs for a minute though the database answers"""


class ReadinessChecksForecasts(Model):
    """Readiness checks forecasts."""

    status: OneOf["ok", "late", "missing"]
    """Of the latest day-ahead run: `late` after 20 hours (the service still answers), `missing` before the
    first one
    """
    issued_at: dt.datetime | None
    """When the latest run was issued"""
    age_s: float | None
    """Seconds since then"""


class ReadinessChecksProduct(Model):
    """Readiness checks product."""

    product: OneOf["da", "ida1", "ida2", "ida3", "pt-da", "pt-ida1", "pt-ida2", "pt-ida3"]
    status: OneOf["ok", "late", "missing"]
    """Of the latest scheduled run: `late` when it is not published 15 minutes after its time, `missing`
    while there is none at all
    """
    issued_at: dt.datetime | None
    """When the latest run was issued"""
    late_since: dt.datetime | None
    """When the first run that is missing was due; null while there is none"""
    late_s: float
    """Seconds since then"""
    degraded: bool
    """Whether the latest run lacked some of its inputs"""


class ReadinessChecks(Model):
    """Readiness checks."""

    database: ReadinessChecksDatabase
    replica: ReadinessChecksReplica | None = None
    """A replica that market data are read from, where there is one. Unless it is `ok` the primary database
    is read, and the service stays ready
    """
    clock: ReadinessChecksClock | None = None
    """Compared once a minute; `failed` from a minute on. Absent until it was compared"""
    queue: ReadinessChecksQueue
    forecasts: ReadinessChecksForecasts
    products: list[ReadinessChecksProduct]
    """Every product that is auctioned; a late one does not make the service unready. Empty while the
    database does not answer
    """


class PreparationStep(Model):
    """Preparation step."""

    step: OneOf["database", "data", "calibration", "forecast", "auctions", "issued_past", "backtest"]
    """`issued_past`, on a simulated market: the runs of the days before; `backtest`, on the real one: past
    forecasts that are scored
    """
    state: OneOf["done", "running", "waiting"]
    done: int
    """Parts that are done"""
    total: int
    """Of how many; 0 where they are not counted"""


class Preparation(Model):
    """How far a first start is; null where everything has been made, or the start was more than a day ago"""

    first_forecast_in_s: int | None
    """About how many seconds the first forecast will take, by the pace so far; null once it is there"""
    steps: list[PreparationStep]


class Readiness(Model):
    """Readiness."""

    status: OneOf["ready", "not_ready", "stopping"]
    """`stopping`: the service is shutting down and takes no new work; ask another one"""
    checks: ReadinessChecks
    preparation: Preparation | None


class TokenResponse(Model):
    """Token response."""

    access_token: str = Field(repr=False)
    """Bearer token for the Authorization header"""
    token_type: Literal["bearer"]
    expires_in: int
    """Seconds until expiry"""


class Registration(Model):
    """Registration."""

    registration_id: str
    """Identifier of the registration"""
    expires_in: int
    """Seconds for which the mailed code is valid"""


class CodeVerified(Model):
    """Code verified."""

    verified: Literal[True]
    """The code is right; it is not used up yet"""


class InvitationLookup(Model):
    """Invitation lookup."""

    email: str
    """E-mail address, lower case"""
    tenant_name: str
    """Name of the tenant"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    identity_provider: OneOf["none", "optional", "required"]
    """Whether the organisation signs in by a provider of its own: then the invited person may, or has to,
    begin at `/auth/openid/start`
    """


class MailSent(Model):
    """Mail sent."""

    expires_in: int
    """Seconds for which the mailed link is valid"""


class SignInStarted(Model):
    """Sign in started."""

    authorization_url: str
    """Page of the provider to open in the same browser within ten minutes"""


class ClientToken(Model):
    """Client token."""

    access_token: str = Field(repr=False)
    """Bearer token for the header Authorization"""
    token_type: Literal["Bearer"]
    expires_in: int
    """Seconds until it ends"""
    scope: str
    """The scopes of the token, separated by blanks"""


class Market(Model):
    """Market."""

    market_id: str
    """Market identifier"""
    name: str
    country: str
    """ISO 3166-1 alpha-2"""
    bidding_zone: str
    """EIC code"""
    timezone: str
    """Zone of delivery days and hours"""
    currency: str
    unit: Literal["EUR/MWh"]
    """Unit of every price"""


class MarketList(Table):
    """Market list."""

    items: list[Market]
    total: int

    ROWS: ClassVar[str] = "items"


class MarketProduct(Model):
    """Market product."""

    market_product_id: str
    """Identifier of the pair"""
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    name: str
    session: int | None
    """Intraday session, null for day-ahead"""
    resolution: OneOf["PT15M", "PT1H"]
    """Resolution that the auction clears in"""
    gate_closure: str
    """Day relative to the delivery day D and local time at which bids close"""
    delivery_from_hour: int
    """First local hour covered"""
    delivery_to_hour: int
    """Local hour at which coverage ends"""
    latest_forecast_id: str | None
    """Identifier of the forecast run"""
    latest_issued_at: dt.datetime | None
    """When the latest run was issued"""


class MarketProductList(Table):
    """Market product list."""

    items: list[MarketProduct]
    total: int
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class BeyondCleared(Model):
    """Only where the point estimate (`value`) or a bound lies below the lowest or above the highest price
    of `cleared_extremes`, and of these only such ones: a price that the auction has never cleared.
    Possible, but rare
    """

    value: OneOf["below", "above"] | None = None
    p10: OneOf["below", "above"] | None = None
    p90: OneOf["below", "above"] | None = None


class ForecastPoint(Model):
    """Forecast point."""

    time: dt.datetime
    """Start of the delivery period"""
    value: float
    """Point estimate, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""
    quantiles: dict[str, float] | None = None
    """The wanted quantiles by percent, EUR/MWh, 2 decimals: the price is at or below the one of `25` with
    a probability of 25 %. Only where `quantiles` was sent
    """
    beyond_cleared: BeyondCleared | None = None

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
        "quantiles": "EUR/MWh",
    }


class DegradedReason(Model):
    """Degraded reason."""

    code: OneOf["prices_late", "auction_prices_late", "auction_late", "auction_empty", "no_auction_known", "input_late", "input_stale", "input_not_renewed", "fundamentals_not_forecast", "no_weather", "not_modelled", "short_history", "model_replaced", "no_past_prices", "few_calibration_days", "bounds_widened", "bounds_of_naive", "bounds_of_day_ahead", "bounds_of_spread", "other"]
    """What it is; `other` for runs of before reasons were kept as data"""
    input: str | None
    """The series or auction that is lacking"""
    day: dt.date | None
    """The delivery day that it is lacking of, or after"""
    stand_in: str | None
    """What is used in its place: an auction, `da.forecast`, `own_forecast`, `weekly_naive`, or the name of
    a source
    """
    known: int | None
    """How many days there are of those that are wanted"""
    wanted: int | None
    """How many days are wanted"""
    text: str
    """The reason in English"""


class PriceExtreme(Model):
    """Price extreme."""

    time: dt.datetime
    """Start of the period"""
    value: float
    """Its price, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
    }


class ForecastRunClearedExtremes(Model):
    """Forecast run cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class ForecastRun(Table):
    """Forecast run."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    range_start: dt.datetime | None
    """Start of the requested range"""
    range_end: dt.datetime | None
    """End of the requested range"""
    points: list[ForecastPoint]
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    model_version: str
    """Model version that produced the forecast"""
    published_at: dt.datetime
    """When the run could be read: `as_of` from then on shows it"""
    data_as_of: dt.datetime
    """Newest input data used"""
    known_until: dt.datetime
    """Up to when cleared prices were known to the run"""
    scheduled_for: dt.datetime
    """The scheduled time that the run answers, or when the input came that it answers"""
    trigger: OneOf["schedule", "input"]
    """`schedule`, or `input` of a run beside the schedule: an input had come or been corrected"""
    before_gate: bool
    """Whether the run could be read before the gate of its first delivery day closed: one could bid with
    it
    """
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: ForecastRunClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


class AvailableDate(Model):
    """Available date."""

    date: dt.date
    """Delivery day"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the newest run for the day was issued"""
    hours: int
    """Delivery hours of the day that the product covers"""


class AvailableDateList(Table):
    """Available date list."""

    items: list[AvailableDate]
    total: int
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class ScenarioSet(Model):
    """Scenario set."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    times: list[dt.datetime]
    """Starts of the delivery periods"""
    paths: list[list[float]]
    """Equally likely paths: one list for each, with a price for each of `times`, EUR/MWh, 2 decimals"""
    distribution: OneOf["forecast", "bounds"]
    """Where the distributions come from: forecast with the run, or, for runs of before they were stored,
    two halves of normal distributions through point forecast and bounds
    """
    dependence: OneOf["past_forecasts", "assumed"]
    """How prices of several periods go together: as the errors of past forecasts did, or by an assumption
    where there are too few of them
    """
    model_version: str
    """Model version that produced the forecast"""
    published_at: dt.datetime
    """When the run could be read"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class PeriodProbabilities(Model):
    """Period probabilities."""

    time: dt.datetime
    """Start of the delivery period"""
    at_most: list[float]
    """Probability of a price at or below the threshold, one for each of `thresholds`"""
    cheapest: float
    """Probability that the period is as cheap as the `hours` cheapest hours of its day, 0 to 1, 4 decimals
    """
    dearest: float
    """Probability that it is as dear as the `hours` dearest ones, 0 to 1, 4 decimals"""


class DayProbabilities(Model):
    """Day probabilities."""

    date: dt.date
    """Delivery day"""
    any: list[float]
    """Probability that any period of the day is at or below the threshold, one for each of `thresholds`"""
    at_least: list[float]
    """Probability that `hours` hours or more are, together or apart, one for each of `thresholds`"""
    consecutive: list[float]
    """Probability that `hours` hours or more in a row are, one for each of `thresholds`"""


class PriceProbabilities(Table):
    """Price probabilities."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    thresholds: list[float]
    """Prices, EUR/MWh"""
    hours: int
    """Hours of a day that are counted"""
    points: list[PeriodProbabilities]
    days: list[DayProbabilities]
    paths: int
    """Paths that the probabilities of days are counted in"""
    distribution: OneOf["forecast", "bounds"]
    """Where the distributions come from: forecast with the run, or, for runs of before they were stored,
    two halves of normal distributions through point forecast and bounds
    """
    dependence: OneOf["past_forecasts", "assumed"]
    """How prices of several periods go together: as the errors of past forecasts did, or by an assumption
    where there are too few of them
    """
    model_version: str
    """Model version that produced the forecast"""
    published_at: dt.datetime
    """When the run could be read"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


class SpreadPoint(Model):
    """Spread point."""

    time: dt.datetime
    """Start of the delivery period"""
    forecast: float
    """Point estimate of the intraday price, EUR/MWh, 2 decimals"""
    reference_price: float
    """Price of the earlier auction, or the point estimate of it, EUR/MWh, 2 decimals"""
    reference: OneOf["cleared", "forecast"]
    """Whether that price is public, or forecast"""
    value: float
    """Median of the spread, the intraday price minus that of the earlier auction, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile of the spread, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile of the spread, EUR/MWh, 2 decimals"""
    probability_positive: float
    """Probability that the intraday price is higher, 0 to 1, 4 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "forecast": "EUR/MWh",
        "reference_price": "EUR/MWh",
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class SpreadSet(Table):
    """Spread set."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    reference_product: OneOf["da", "ida1", "ida2", "ida3"]
    """Earlier auction that the spread is to"""
    reference_market_product_id: str
    """Market and product"""
    reference_forecast_id: str | None
    """The run that stands in for prices that are not public; null where all are"""
    reference_issued_at: dt.datetime | None
    """When that run was issued"""
    points: list[SpreadPoint]
    distribution: OneOf["forecast", "bounds"]
    """Where the distributions come from: forecast with the run, or, for runs of before they were stored,
    two halves of normal distributions through point forecast and bounds
    """
    dependence: OneOf["past_forecasts", "assumed"] | None
    """How the prices of both auctions go together: as the errors of past forecasts did, or by an
    assumption where there are too few of them; null where every price of the earlier auction is public
    """
    model_version: str
    """Model version that produced the forecast"""
    published_at: dt.datetime
    """When the run could be read"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


class ZoneSpreadSetPoint(Model):
    """Zone spread set point."""

    time: dt.datetime
    """Start of the delivery period"""
    probability_split: float
    """Probability that the prices differ, 0 to 1, 4 decimals"""
    probability_below: float
    """Probability of a lower price than in `against`, 0 to 1, 4 decimals"""
    probability_above: float
    """Probability of a higher price than in `against`, 0 to 1, 4 decimals"""
    value: float
    """Expected spread: price less that of `against`, EUR/MWh, 2 decimals"""
    p10: float
    """Its 10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """Its 90th percentile, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class ZoneSpreadSet(Table):
    """Zone spread set."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    against: str
    """Market that the spread is to"""
    against_market_product_id: str
    """Market and product"""
    against_forecast_id: str
    """The run of that market which this one was made from"""
    points: list[ZoneSpreadSetPoint]
    model_version: str
    """Model version that produced the forecast"""
    published_at: dt.datetime
    """When the run could be read"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


class OutlookPoint(Model):
    """Outlook point."""

    time: dt.datetime
    """Start of the delivery period"""
    value: float
    """Median of the price, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile of the price, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile of the price, EUR/MWh, 2 decimals"""
    reference_price: float
    """Price of the earlier auction, or the point estimate of it, EUR/MWh, 2 decimals"""
    spread: float
    """Median of the spread, the price minus that of the earlier auction, EUR/MWh, 2 decimals"""
    spread_p10: float
    """10th percentile of the spread, EUR/MWh, 2 decimals"""
    spread_p90: float
    """90th percentile of the spread, EUR/MWh, 2 decimals"""
    probability_positive: float
    """Probability that the intraday price is higher, 0 to 1, 4 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
        "reference_price": "EUR/MWh",
        "spread": "EUR/MWh",
        "spread_p10": "EUR/MWh",
        "spread_p90": "EUR/MWh",
    }


class IntradayOutlook(Table):
    """Intraday outlook."""

    outlook: Literal[True]
    """Always true: this is no forecast of the auction and is not scored as one"""
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    date: dt.date
    """Delivery day"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    reference_product: OneOf["da", "ida1", "ida2", "ida3"]
    """The last earlier auction of the day that has cleared; before that `da`"""
    reference_market_product_id: str
    """Market and product"""
    reference_forecast_id: str | None
    """The day-ahead run that stands for its prices; null where it has cleared"""
    reference_issued_at: dt.datetime | None
    """When that run was issued"""
    spread_days: int
    """Past days whose spreads were counted"""
    spreads_from: dt.date
    """First of them"""
    spreads_to: dt.date
    """Last of them"""
    points: list[OutlookPoint]
    model_version: str | None
    """Of the day-ahead run; null where the earlier auction has cleared"""
    distribution: OneOf["forecast", "bounds"] | None
    """Where the distributions come from: forecast with the run, or, for runs of before they were stored,
    two halves of normal distributions through point forecast and bounds
    """
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


class GateOutlookPoint(Model):
    """Gate outlook point."""

    time: dt.datetime
    """Start of the delivery period"""
    value: float
    """Median of the price, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile of the price, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile of the price, EUR/MWh, 2 decimals"""
    reference_price: float
    """Point estimate of the day-ahead price, EUR/MWh, 2 decimals"""
    spread_mean: float
    """Mean of the spread, the price minus the day-ahead price, EUR/MWh, 2 decimals"""
    spread: float
    """Median of the spread, EUR/MWh, 2 decimals"""
    spread_p10: float
    """10th percentile of the spread, EUR/MWh, 2 decimals"""
    spread_p90: float
    """90th percentile of the spread, EUR/MWh, 2 decimals"""
    probability_positive: float
    """Probability that the intraday price is higher, 0 to 1, 4 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
        "reference_price": "EUR/MWh",
        "spread_mean": "EUR/MWh",
        "spread": "EUR/MWh",
        "spread_p10": "EUR/MWh",
        "spread_p90": "EUR/MWh",
    }


class AuctionBeforeGate(Table):
    """Auction before gate."""

    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    gate_closes_at: dt.datetime
    """When the auction closes"""
    spread_days: int
    """Past days whose spreads were counted"""
    spreads_from: dt.date | None
    """First of them"""
    spreads_to: dt.date | None
    """Last of them"""
    known: bool
    """Whether there are the 28 past days that an outlook needs; without them no points"""
    points: list[GateOutlookPoint]

    ROWS: ClassVar[str] = "points"


class GateOutlook(Model):
    """Gate outlook."""

    outlook: Literal[True]
    """Always true: this is no forecast of the auctions and is not scored as one"""
    market_id: str
    """Market identifier"""
    date: dt.date
    """Delivery day"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    known_until: dt.datetime
    """What became known later is not in it: the day-ahead gate, or now where that is still to come"""
    forecast_id: str
    """The day-ahead run that was the newest by then"""
    issued_at: dt.datetime
    """When that run was issued"""
    model_version: str
    """Model version that produced the forecast"""
    distribution: OneOf["forecast", "bounds"] | None
    """Where the distributions come from: forecast with the run, or, for runs of before they were stored,
    two halves of normal distributions through point forecast and bounds
    """
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    auctions: list[AuctionBeforeGate]
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class ForecastRunSummary(Model):
    """Forecast run summary."""

    forecast_id: str
    """Identifier of the forecast run"""
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    issued_at: dt.datetime
    """When the run was issued"""
    first_date: dt.date
    """First delivery day that the run covers"""
    last_date: dt.date
    """Last delivery day that the run covers"""
    model_version: str
    """Model version that produced the forecast"""
    published_at: dt.datetime
    """When the run could be read: `as_of` from then on shows it"""
    data_as_of: dt.datetime
    """Newest input data used"""
    known_until: dt.datetime
    """Up to when cleared prices were known to the run"""
    scheduled_for: dt.datetime
    """The scheduled time that the run answers, or when the input came that it answers"""
    trigger: OneOf["schedule", "input"]
    """`schedule`, or `input` of a run beside the schedule: an input had come or been corrected"""
    before_gate: bool
    """Whether the run could be read before the gate of its first delivery day closed: one could bid with
    it
    """
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class ForecastRunList(Table):
    """Forecast run list."""

    items: list[ForecastRunSummary]
    """Newest first"""
    total: int
    """Runs on all pages"""
    page: int
    """This page"""
    page_size: int
    """Runs in this page"""

    ROWS: ClassVar[str] = "items"


class ForecastVintage(Model):
    """Forecast vintage."""

    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    model_version: str
    """Model version that produced the forecast"""
    value: float
    """Point estimate, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    beyond_cleared: BeyondCleared | None = None

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class ForecastEvolution(Table):
    """Forecast evolution."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    delivery: dt.datetime
    """Start of the delivery period"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    price: float | None
    """Price that cleared; null until it is public, EUR/MWh, 2 decimals"""
    items: list[ForecastVintage]
    """What each run said of the period, oldest run first"""
    total: int
    """Runs that cover the period"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"
    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
    }


class ComparedRun(Model):
    """Compared run."""

    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    published_at: dt.datetime
    """When it could be read"""
    model_version: str
    """Model version that produced the forecast"""
    data_as_of: dt.datetime
    """Newest input data used"""
    known_until: dt.datetime
    """Up to when cleared prices were known to the run"""
    explained: bool
    """Whether explanations are stored with it for some of these days; contributions need those of both
    runs
    """
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""


class MeanContribution(Model):
    """Mean contribution."""

    input: str
    """Group of inputs as in GET /dashboard/drivers; `baseline` is the mean price of the four weeks before,
    `rest` what explanations do not hold, such as limits
    """
    mean: float
    """Mean over the explained periods, EUR/MWh, 2 decimals"""
    mean_absolute: float
    """Mean size, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mean": "EUR/MWh",
        "mean_absolute": "EUR/MWh",
    }


class LargestInputChangeRecord(Model):
    """The hour in which it changed most; null where it did not"""

    time: dt.datetime
    """Start of the hour"""
    from_: float = Field(alias="from")
    """As the first run knew it, in `unit`, MW with 1, EUR/MWh with 2 decimals"""
    to: float
    """As the second run knew it, in `unit`, MW with 1, EUR/MWh with 2 decimals"""


LargestInputChange = Union[LargestInputChangeRecord, None]
"""The hour in which it changed most; null where it did not"""


class ChangedInput(TypedDict):
    """Changed input."""

    input: str
    """`load`, `wind`, `solar`, or `gas`: its last settlement, the same in every hour"""
    unit: Literal["MW", "EUR/MWh"]
    """Of its values"""
    hours: int
    """Hours in which both runs knew it"""
    hours_only_to: int
    """Hours in which the second run alone knew it"""
    hours_only_from: int
    """Hours in which the first run alone knew it"""
    mean_from: float | None
    """Its mean as the first run knew it; null without such hours, in `unit`, MW with 1, EUR/MWh with 2
    decimals
    """
    mean_to: float | None
    """The same of the second run, in `unit`, MW with 1, EUR/MWh with 2 decimals"""
    mean_change: float | None
    """Mean change, in `unit`, MW with 1, EUR/MWh with 2 decimals"""
    mean_absolute_change: float | None
    """Mean size of the change, in `unit`, MW with 1, EUR/MWh with 2 decimals"""
    largest: LargestInputChange


class ComparedForecast(Model):
    """Compared forecast."""

    value: float
    """Point estimate, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class ChangedContribution(Model):
    """Changed contribution."""

    input: str
    """Group of inputs as in GET /dashboard/drivers; `baseline` is the mean price of the four weeks before,
    `rest` what explanations do not hold, such as limits
    """
    value: float
    """How much more it adds than before, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
    }


class DifferencePoint(Model):
    """Difference point."""

    time: dt.datetime
    """Start of the delivery period"""
    from_: ComparedForecast = Field(alias="from")
    to: ComparedForecast
    change: float
    """Second minus first run, EUR/MWh, 2 decimals"""
    contributions: list[ChangedContribution] | None
    """They add up to the change, up to rounding; null where a run has no explanation"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "change": "EUR/MWh",
    }


class ForecastDifference(Table):
    """Forecast difference."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    from_: ComparedRun = Field(alias="from")
    to: ComparedRun
    model_changed: bool
    """Whether the runs are of two model versions"""
    mean_change: float
    """Mean change of the point estimate, EUR/MWh, 2 decimals"""
    mean_absolute_change: float
    """Mean size of the change, EUR/MWh, 2 decimals"""
    contributions: list[MeanContribution]
    """The largest first"""
    inputs: list[ChangedInput]
    """Load, wind, sun and gas in the hours of the periods"""
    new_reasons: list[DegradedReason]
    """Why the second run alone is weaker than usual"""
    gone_reasons: list[DegradedReason]
    """Why the first run alone was"""
    points: list[DifferencePoint]
    """The periods that both runs forecast, in order"""
    total: int
    """Number of them"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"
    UNITS: ClassVar[Mapping[str, str]] = {
        "mean_change": "EUR/MWh",
        "mean_absolute_change": "EUR/MWh",
    }


class LastScheduledRun(Model):
    """Last scheduled run."""

    forecast_id: str
    """Identifier of the forecast run"""
    scheduled_for: dt.datetime
    """The instant that it answers"""
    issued_at: dt.datetime
    """When it was issued"""
    published_at: dt.datetime
    """When it could be read"""
    delay_s: int
    """From the instant that it answers to its publication, seconds"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""


class LateReason(Model):
    """Late reason."""

    code: OneOf["preparing", "not_in_time", "read_only", "source_failing", "source_late", "unknown"]
    """`preparing`: the first start is not done; `not_in_time`: given up, as the next run was due;
    `read_only`: the database takes no writes; `source_failing`, `source_late`: an input has not come;
    `unknown`: none of these, so it is being computed or no worker runs
    """
    input: str | None
    """The source, where it is one"""


class LateRun(Model):
    """Late run."""

    since: dt.datetime
    """The first schedule that no run has answered"""
    late_s: int
    """How long ago that was, seconds"""
    reasons: list[LateReason]


class ProductSchedule(Model):
    """Product schedule."""

    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    status: OneOf["on_time", "due", "late", "missing"]
    """`due`: the time has come, and up to 15 minutes may pass until the run is there; `late`: longer;
    `missing`: there is no run at all
    """
    next_due_at: dt.datetime
    """When the next run is due"""
    next_date: dt.date
    """First delivery day that it forecasts"""
    next_gate_at: dt.datetime
    """When the next gate closes"""
    next_gate_date: dt.date
    """Delivery day of that gate"""
    last_run: LastScheduledRun | None
    late: LateRun | None


class ForecastSchedule(Table):
    """Forecast schedule."""

    as_of: dt.datetime
    """Instant of the service that the answer is of, to the minute"""
    items: list[ProductSchedule]
    total: int
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class ForecastSeriesPoint(Model):
    """Forecast series point."""

    time: dt.datetime
    """Start of the delivery period"""
    value: float
    """Point estimate, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""
    quantiles: dict[str, float] | None = None
    """The wanted quantiles by percent, EUR/MWh, 2 decimals: the price is at or below the one of `25` with
    a probability of 25 %. Only where `quantiles` was sent
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
        "quantiles": "EUR/MWh",
    }


class ForecastSeriesDay(Table):
    """Forecast series day."""

    date: dt.date
    """Delivery day"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    published_at: dt.datetime
    """When it could be read"""
    model_version: str
    """Model version that produced the forecast"""
    points: list[ForecastSeriesPoint]

    ROWS: ClassVar[str] = "points"


class MissingSeriesDay(Model):
    """Missing series day."""

    date: dt.date
    """Delivery day"""
    reason: OneOf["not_issued", "not_yet"]
    """`not_issued`: no run that covers the day had been published, or it has no points of the resolution;
    `not_yet`: the time is still to come
    """


class ForecastSeries(Table):
    """Forecast series."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    days_ahead: int
    """As it was asked for"""
    issued_before: str
    """As it was asked for"""
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    days: list[ForecastSeriesDay]
    """The days that have a forecast, in order"""
    missing: list[MissingSeriesDay]
    """The other days of the span"""
    total: int
    """Days that have a forecast"""

    ROWS: ClassVar[str] = "days"


class ExportColumn(Model):
    """Export column."""

    name: str
    """Its name in every file"""
    type: OneOf["day", "instant", "price", "power", "text", "flag"]
    """In Parquet: DATE, TIMESTAMP of UTC in milliseconds, DECIMAL(9, 2), DECIMAL(9, 1), STRING, BOOLEAN"""
    nullable: bool
    """Whether it can be null, which is an empty field in CSV"""
    description: str
    """What it is"""


class ExportFile(Model):
    """Export file."""

    format: OneOf["parquet", "csv.gz"]
    """Form of the file"""
    name: str
    """Its name, with the year: a later file of that year takes its place"""
    url: str
    """Where it is, with the credential of this request; from the root of the service"""
    bytes: int
    """Its length"""
    sha256: str
    """Of all its bytes, in hexadecimal digits"""


class ExportPart(Model):
    """Export part."""

    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    rows: int
    """Rows of each of its files"""
    files: list[ExportFile]
    """The same rows in each form"""


class ExportManifest(Model):
    """Export manifest."""

    dataset: OneOf["prices", "forecasts", "fundamentals", "accuracy"]
    """What the rows are"""
    market_id: str
    """Market identifier"""
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    as_of: dt.datetime
    """The moment whose knowledge the files hold"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    columns: list[ExportColumn]
    """The columns of every file, in order"""
    parts: list[ExportPart]
    """The calendar years of the span, in order"""
    rows: int
    """Rows of all parts"""


class HourlyForecast(Model):
    """Hourly forecast."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    forecast_price: float
    """Point estimate, EUR/MWh, 2 decimals"""
    lower_bound: float
    """10th percentile, EUR/MWh, 2 decimals"""
    upper_bound: float
    """90th percentile, EUR/MWh, 2 decimals"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    beyond_cleared: BeyondCleared | None = None

    UNITS: ClassVar[Mapping[str, str]] = {
        "forecast_price": "EUR/MWh",
        "lower_bound": "EUR/MWh",
        "upper_bound": "EUR/MWh",
    }


class DayAheadForecastClearedExtremes(Model):
    """Day ahead forecast cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class DayAheadForecast(Table):
    """Day ahead forecast."""

    market: Literal["day-ahead"]
    date: dt.date
    """Delivery day"""
    model_version: str
    """Model version that produced the forecast"""
    data_as_of: dt.datetime
    """Newest input data used"""
    forecasts: list[HourlyForecast]
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: DayAheadForecastClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "forecasts"


class IntradayForecastClearedExtremes(Model):
    """Intraday forecast cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class IntradayForecast(Table):
    """Intraday forecast."""

    market: Literal["intraday"]
    session: int
    date: dt.date
    """Delivery day"""
    model_version: str
    """Model version that produced the forecast"""
    data_as_of: dt.datetime
    """Newest input data used"""
    forecasts: list[HourlyForecast]
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: IntradayForecastClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "forecasts"


class PriceRecord(Model):
    """Price record."""

    date: dt.date
    """Delivery day"""
    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    session: int | None
    """Intraday session, null for day-ahead"""
    price: float
    """Cleared price, EUR/MWh, 2 decimals"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    minute: int | None = None
    """Minute of the hour in which the quarter starts; with resolution PT15M only"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
    }


class PricePage(Table):
    """Price page."""

    total: int
    """Matching records on all pages"""
    page: int
    """This page"""
    page_size: int
    """Records in this page"""
    items: list[PriceRecord]
    days_without_result: list[dt.date]
    """Days of the asked range, on all pages, whose auction was published without prices: none are to be
    expected unless it is corrected
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class CurvePeriod(Model):
    """Curve period."""

    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    minute: int
    """Minute of the hour in which the period starts"""
    cleared_mw: float
    """Sold in the auction, MW, 1 decimal"""
    less_2000: float
    """Price at which 2,000 MW less had cleared, EUR/MWh, 2 decimals"""
    less_1000: float
    """Price at which 1,000 MW less had cleared, EUR/MWh, 2 decimals"""
    less_500: float
    """Price at which 500 MW less had cleared, EUR/MWh, 2 decimals"""
    more_500: float
    """Price at which 500 MW more had cleared, EUR/MWh, 2 decimals"""
    more_1000: float
    """Price at which 1,000 MW more had cleared, EUR/MWh, 2 decimals"""
    more_2000: float
    """Price at which 2,000 MW more had cleared, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "cleared_mw": "MW",
        "less_2000": "EUR/MWh",
        "less_1000": "EUR/MWh",
        "less_500": "EUR/MWh",
        "more_500": "EUR/MWh",
        "more_1000": "EUR/MWh",
        "more_2000": "EUR/MWh",
    }


class Curves(Table):
    """Curves."""

    date: dt.date
    """Delivery day"""
    resolution: OneOf["PT1H", "PT15M"] | None
    """Null where nothing is known of the day"""
    known_since: dt.datetime | None
    """When the last of the values became public; null where there is none"""
    items: list[CurvePeriod]
    """In order of time; empty where nothing is known of the day"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class FundamentalsHourGeneration(Model):
    """Fundamentals hour generation."""

    wind_mw: float | None
    """Wind; null where no source publishes it and nothing can be estimated, MW, 1 decimal"""
    solar_mw: float | None
    """Solar; null where no source publishes it and nothing can be estimated, MW, 1 decimal"""
    hydro_mw: float | None
    """Hydro; null where no source publishes it and nothing can be estimated, MW, 1 decimal"""
    nuclear_mw: float | None
    """Nuclear; null where no source publishes it and nothing can be estimated, MW, 1 decimal"""
    thermal_mw: float | None
    """Gas, coal and oil together; null where no source publishes it and nothing can be estimated, MW, 1
    decimal
    """
    other_mw: float | None
    """All remaining sources; null where no source publishes it and nothing can be estimated, MW, 1 decimal
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "wind_mw": "MW",
        "solar_mw": "MW",
        "hydro_mw": "MW",
        "nuclear_mw": "MW",
        "thermal_mw": "MW",
        "other_mw": "MW",
    }


class FundamentalsHour(Model):
    """Fundamentals hour."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    total_load_mw: float
    """Forecast system load of the Spanish bidding zone, MW, 1 decimal"""
    generation: FundamentalsHourGeneration
    cross_border_flows_mw: float | None
    """Net flow: positive is net import into Spain, negative net export; null where no source publishes it
    and nothing can be estimated, MW, 1 decimal
    """
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    estimated: list[str]
    """Fields that are the service's own forecast because no source has published them yet"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "total_load_mw": "MW",
        "cross_border_flows_mw": "MW",
    }


class Fundamentals(Table):
    """Fundamentals."""

    date: dt.date
    """Delivery day"""
    data_as_of: dt.datetime
    """Last publication of the underlying data"""
    hours: list[FundamentalsHour]
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    degraded: list[str]
    """What the service's own forecasts of the day had to do without; empty when nothing was missing"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each quantity"""

    ROWS: ClassVar[str] = "hours"


class HourlyAccuracy(Model):
    """Hourly accuracy."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    mae: float
    """Mean absolute error, EUR/MWh, 2 decimals"""
    rmse: float
    """Root of the mean squared error, EUR/MWh, 2 decimals"""
    mape: float | None
    """Mean absolute error in percent of the price, over the hours whose price is 1 EUR/MWh or more away
    from zero; null when there is none
    """
    mape_n_observations: int
    """Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero"""
    n_observations: int
    """Delivery hours counted"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "rmse": "EUR/MWh",
    }


class DayCounts(Model):
    """How many of the days that were asked for the figures rest on"""

    asked: int
    """Delivery days that were asked for"""
    settled: int
    """Of these those with prices"""
    counted: int
    """Days that the figures rest on"""
    without_forecast: int
    """Days with prices and without a forecast of before the cutoff"""


class Accuracy(Table):
    """Accuracy."""

    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    model_version: str
    """Model version that made most of the forecasts counted"""
    n_observations: int
    """Delivery hours counted"""
    mae: float
    """Mean absolute error, EUR/MWh, 2 decimals"""
    rmse: float
    """Root of the mean squared error, EUR/MWh, 2 decimals"""
    mape: float | None
    """Mean absolute error in percent of the price, over the hours whose price is 1 EUR/MWh or more away
    from zero; null when there is none
    """
    mape_n_observations: int
    """Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero"""
    hourly_breakdown: list[HourlyAccuracy] | None = None
    """By local hour, each that has an observation; absent when hour was given"""
    cutoff: str
    """Which run of each day the figures are of, as it was asked for"""
    day_counts: DayCounts
    provisional: bool
    """True while the past that the figures rest on is still being made, so that they will change"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "hourly_breakdown"
    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "rmse": "EUR/MWh",
    }


class ModelVersionPerformance(Model):
    """Model version performance."""

    model_version: str
    """Model version that produced the forecast"""
    active_from: dt.datetime
    """When the version became active"""
    active_to: dt.datetime | None
    """When it was replaced; null while it is active"""
    n_observations: int
    """Delivery hours counted"""
    mae: float
    """Mean absolute error, EUR/MWh, 2 decimals"""
    rmse: float
    """Root of the mean squared error, EUR/MWh, 2 decimals"""
    mape: float | None
    """Mean absolute error in percent of the price, over the hours whose price is 1 EUR/MWh or more away
    from zero; null when there is none
    """
    mape_n_observations: int
    """Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "rmse": "EUR/MWh",
    }


class ModelPerformance(Table):
    """Model performance."""

    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    versions: list[ModelVersionPerformance]
    """Versions with a scored forecast in the range, by active_from, oldest first"""
    cutoff: str
    """Which run of each day the figures are of, as it was asked for"""
    day_counts: DayCounts
    provisional: bool
    """True while the past that the figures rest on is still being made, so that they will change"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "versions"


class AccuracyGroupPinballLoss(Model):
    """Accuracy group pinball loss."""

    p10: float
    """Of the 10th percentile, EUR/MWh, 2 decimals"""
    p50: float
    """Of the point estimate, EUR/MWh, 2 decimals"""
    p90: float
    """Of the 90th percentile, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "p10": "EUR/MWh",
        "p50": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class AccuracyGroup(Model):
    """Accuracy group."""

    group: str
    """Hour, weekday, day, week, month, year, lead day, model version, or price level such as `50 to 75`"""
    n_observations: int
    """Delivery hours counted"""
    mae: float
    """Mean absolute error, EUR/MWh, 2 decimals"""
    rmse: float
    """Root of the mean squared error, EUR/MWh, 2 decimals"""
    mape: float | None
    """Null where there is no such hour"""
    mape_n_observations: int
    """Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero"""
    rmae: float | None
    """MAE over that of the weekly naive on the same hours; null where it cannot be formed"""
    bias: float
    """Mean of forecast minus price, EUR/MWh, 2 decimals"""
    pinball_loss: AccuracyGroupPinballLoss
    coverage: float
    """Share of prices within the 10-90 % interval, 80 is right, percent"""
    mean_width: float
    """Mean width of the 10-90 % interval, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "rmse": "EUR/MWh",
        "bias": "EUR/MWh",
        "coverage": "percent",
        "mean_width": "EUR/MWh",
    }


class LevelDrift(Model):
    """Level drift."""

    mean: float
    """Mean price of the last 7 days, EUR/MWh, 2 decimals"""
    lowest: float
    """Lowest mean of 7 days in a row before them, EUR/MWh, 2 decimals"""
    highest: float
    """Highest mean of 7 days in a row before them, EUR/MWh, 2 decimals"""
    days: int
    """Days before them that were looked at: 728, as many as models learn from, or fewer"""
    outside: OneOf["above", "below"] | None
    """Where the mean lies outside of these two; null within"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mean": "EUR/MWh",
        "lowest": "EUR/MWh",
        "highest": "EUR/MWh",
    }


class ErrorDriftLast(Model):
    """Error drift last."""

    date: dt.date
    """Delivery day"""
    mae: float
    """Its mean absolute error, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
    }


class ErrorDrift(Model):
    """Error drift."""

    last: list[ErrorDriftLast]
    """The last 3 scored days, in order of time"""
    usual: float
    """What the errors of 95 % of the days before did not exceed, EUR/MWh, 2 decimals"""
    days: int
    """Days before that were looked at, 91 at most"""
    beyond: bool
    """Whether the error of each of the last 3 days exceeded it"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "usual": "EUR/MWh",
    }


class Drift(Model):
    """Whether prices have left the range that models have seen, or errors their usual range: then figures
    of before promise too much
    """

    until: dt.date | None
    """Last delivery day with a price, up to date_to; null where there is none"""
    level: LevelDrift | None
    """The level of prices; null with fewer than 98 days of prices"""
    errors: ErrorDrift | None
    """The errors of forecasts, of the basis and the cutoff asked for; null with fewer than 31 scored days"""


class AccuracyStatistics(Table):
    """Accuracy statistics."""

    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    group_by: OneOf["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None
    items: list[AccuracyGroup]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""
    cutoff: str
    """Which run of each day the figures are of, as it was asked for"""
    basis: OneOf["issued", "backtested"]
    """What the figures are of; never of both"""
    day_counts: DayCounts
    provisional: bool
    """True while the past that the figures rest on is still being made, so that they will change"""
    drift: Drift
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class CalibrationGroupLevel(Model):
    """Calibration group level."""

    level: float
    """Probability that the quantile claims"""
    observed: float
    """Share of prices at or below it, percent"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "observed": "percent",
    }


class CalibrationGroupHistogram(Model):
    """Calibration group histogram."""

    from_: float = Field(alias="from")
    to: float
    expected: float
    """Share of prices that belongs between the two levels, percent"""
    observed: float
    """Share that lay there, percent"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected": "percent",
        "observed": "percent",
    }


class CalibrationGroupDecilesLevel(Model):
    """Calibration group deciles level."""

    level: float
    observed: float
    """Share of prices at or below the decile, percent"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "observed": "percent",
    }


class CalibrationGroupDeciles(Model):
    """The same for every decile; no level without an hour"""

    n_observations: int
    """Hours whose run has a stored distribution"""
    levels: list[CalibrationGroupDecilesLevel]


class CalibrationGroup(Model):
    """Calibration group."""

    group: str
    """Hour, weekday, day, week, month, year, lead day, model version, or price level such as `50 to 75`"""
    n_observations: int
    """Delivery hours counted"""
    coverage: float
    """Share of prices within the 10-90 % interval, 80 is right, percent"""
    mean_width: float
    """Mean width of the 10-90 % interval, EUR/MWh, 2 decimals"""
    winkler_score: float
    """Mean interval score of the 10-90 % interval, lower is better, EUR/MWh, 2 decimals"""
    levels: list[CalibrationGroupLevel]
    """The 10th percentile, the point estimate taken as median, the 90th percentile"""
    histogram: list[CalibrationGroupHistogram]
    """Probability integral transform between the levels"""
    deciles: CalibrationGroupDeciles
    """The same for every decile; no level without an hour"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "coverage": "percent",
        "mean_width": "EUR/MWh",
        "winkler_score": "EUR/MWh",
    }


class CalibrationStatistics(Table):
    """Calibration statistics."""

    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    group_by: OneOf["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None
    items: list[CalibrationGroup]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""
    cutoff: str
    """Which run of each day the figures are of, as it was asked for"""
    basis: OneOf["issued", "backtested"]
    """What the figures are of; never of both"""
    day_counts: DayCounts
    provisional: bool
    """True while the past that the figures rest on is still being made, so that they will change"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class PriceGroup(Model):
    """Price group."""

    group: str
    """Day, ISO week, month or year"""
    date_from: dt.date
    """First delivery day with a price"""
    date_to: dt.date
    """Last delivery day with a price"""
    n_hours: int
    """Delivery hours counted"""
    mean: float
    """Mean of all hours, EUR/MWh, 2 decimals"""
    min: float
    """Lowest period of the resolution, EUR/MWh, 2 decimals"""
    max: float
    """Highest period of the resolution, EUR/MWh, 2 decimals"""
    negative_hours: float
    """Hours below zero; a quarter hour counts 0.25"""
    base: float
    """Base: mean of all hours, EUR/MWh, 2 decimals"""
    peak: float | None
    """Peak: mean of 08:00-20:00 from Monday to Friday; null without such an hour, EUR/MWh, 2 decimals"""
    daily_spread: float
    """Mean over the days of the highest minus the lowest period, EUR/MWh, 2 decimals"""
    capture_price_solar: float | None
    """Mean price weighted by solar generation; null where that is not known, EUR/MWh, 2 decimals"""
    capture_price_wind: float | None
    """Mean price weighted by wind generation; null where that is not known, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mean": "EUR/MWh",
        "min": "EUR/MWh",
        "max": "EUR/MWh",
        "base": "EUR/MWh",
        "peak": "EUR/MWh",
        "daily_spread": "EUR/MWh",
        "capture_price_solar": "EUR/MWh",
        "capture_price_wind": "EUR/MWh",
    }


class PriceStatistics(Table):
    """Price statistics."""

    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    resolution: OneOf["PT1H", "PT15M"] | None = None
    """What lowest and highest, spread and hours below zero are taken from"""
    group_by: OneOf["day", "week", "month", "year"]
    items: list[PriceGroup]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class BatteryStatisticsBattery(Model):
    """The battery that is assumed; every day begins and ends empty"""

    power_mw: float
    """Charging and discharging"""
    energy_mwh: float
    """What it stores"""
    efficiency: float
    """Of a whole cycle"""
    wear_eur_per_mwh: float
    """For each MWh fed in"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "power_mw": "MW",
        "energy_mwh": "MWh",
        "wear_eur_per_mwh": "MWh",
    }


class BatteryStatisticsGapInterval(Model):
    """Battery statistics gap interval."""

    level: float
    """Percent"""
    low: float
    """Lower end, percent"""
    high: float
    """Upper end, percent"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "low": "percent",
        "high": "percent",
    }


class BatteryStatisticsGap(Model):
    """Battery statistics gap."""

    share: float
    """Of the gap between floor and optimum, how much the forecast closes, percent"""
    interval: BatteryStatisticsGapInterval | None
    """By a block bootstrap of weeks; null for fewer than 28 days"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "share": "percent",
    }


class BatteryStatistics(Model):
    """Battery statistics."""

    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    battery: BatteryStatisticsBattery
    """The battery that is assumed; every day begins and ends empty"""
    floor: float | None
    """What it earns by the mean of past prices of the same month and local hour, EUR per MW and year of
    365.25 days, 2 decimals; null where no day counts
    """
    forecast: float | None
    """What it earns by the forecast, EUR per MW and year of 365.25 days, 2 decimals; null where no day
    counts
    """
    optimum: float | None
    """What it earns with prices known, EUR per MW and year of 365.25 days, 2 decimals; null where no day
    counts
    """
    captured: float | None
    """The forecast's, of the optimum; null where that is nothing, percent"""
    gap: BatteryStatisticsGap | None
    """Null where the optimum earns no more than the floor"""
    quarter_hour_days: int
    """Days counted that were planned in quarter hours, the rest in hours"""
    prices_since: dt.date | None
    """First delivery day whose prices the floor may know; null without one"""
    cutoff: str
    """Which run of each day the figures are of, as it was asked for"""
    basis: OneOf["issued", "backtested"]
    """What the figures are of; never of both"""
    day_counts: DayCounts
    provisional: bool
    """True while the past that the figures rest on is still being made, so that they will change"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "captured": "percent",
    }


class FundamentalsScore(Model):
    """Fundamentals score."""

    quantity: OneOf["load", "wind", "solar", "hydro", "nuclear", "thermal", "other", "netImport"]
    """What was forecast"""
    lead_day: int
    """Days ahead: 1 is the last forecast made on the day before delivery"""
    n_observations: int
    """Delivery hours counted"""
    mae_mw: float
    """Mean absolute error, MW, 1 decimal"""
    rmse_mw: float
    """Root of the mean squared error, MW, 1 decimal"""
    bias_mw: float
    """Mean of forecast minus measurement, MW, 1 decimal"""
    naive_mae_mw: float | None
    """Error of the naive on the hours for which it is known: for the load the same hour a week before, for
    the rest the same hour of the last day measured as a whole when the forecast was made; null where it
    is known for none, MW, 1 decimal
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae_mw": "MW",
        "rmse_mw": "MW",
        "bias_mw": "MW",
        "naive_mae_mw": "MW",
    }


class FundamentalsStatistics(Table):
    """Fundamentals statistics."""

    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    items: list[FundamentalsScore]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "items"


class HomeTariffPeriod(Model):
    """Home tariff period."""

    start: dt.datetime
    """Start of the period"""
    end: dt.datetime
    """End of the period"""
    price: float
    """Price of the bill, EUR/kWh, 5 decimals"""
    p10: float | None
    """One outcome of ten lies below; null where the auction has cleared, EUR/kWh, 5 decimals"""
    p90: float | None
    """One outcome of ten lies above; null where the auction has cleared, EUR/kWh, 5 decimals"""
    forecast: bool
    """True while the auction has not cleared"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/kWh",
        "p10": "EUR/kWh",
        "p90": "EUR/kWh",
    }


class HomeTariffFutures(Model):
    """Home tariff futures."""

    price: float
    """Price of the basket that was used, EUR/MWh"""
    source: OneOf["request", "mean_of_past_year"]
    """Where it comes from; the mean is of the day-ahead prices"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
    }


class HomeTariff(Table):
    """Home tariff."""

    tariff: OneOf["indexed", "pvpc"]
    """As it was asked for"""
    unit: Literal["EUR/kWh"]
    periods: list[HomeTariffPeriod]
    """From the period that runs now on, without a gap"""
    futures: HomeTariffFutures | None
    """What the share of futures in the PVPC was priced at; null for `indexed`"""
    published_error: float | None
    """Mean absolute error of the formula of the PVPC against the published one, with cleared prices and
    the documented values, on three days of 2025, EUR/kWh before taxes; it is not in the bounds. Null
    for `indexed`
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "periods"


class EvccRate(Model):
    """Evcc rate."""

    start: dt.datetime
    """Start of the period"""
    end: dt.datetime
    """End of the period"""
    value: float
    """Price with surcharge and tax, EUR/kWh, 5 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/kWh",
    }


EvccTariff = list[EvccRate]
"""From the period that runs now on, without a gap"""


class HomeAssistantTariffPrice(Model):
    """Home assistant tariff price."""

    start: dt.datetime
    """Start of the period"""
    end: dt.datetime
    """End of the period"""
    price: float
    """Price with surcharge and tax, EUR/kWh, 5 decimals"""
    forecast: bool
    """True while the auction has not cleared"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/kWh",
    }


class HomeAssistantTariffCompact(Model):
    """Only with `form=compact`"""

    start: dt.datetime
    """Start of the first period"""
    step_minutes: int
    """Length of each period"""
    values: list[float]
    forecast_from: dt.datetime | None
    """From here on prices are forecast"""


class HomeAssistantTariff(Table):
    """Home assistant tariff."""

    current: float
    """Price of the period that runs now, EUR/kWh, 5 decimals"""
    unit: Literal["EUR/kWh"]
    lowest: float
    """Lowest price of the coming 24 hours, EUR/kWh, 5 decimals"""
    highest: float
    """Highest price of the coming 24 hours, EUR/kWh, 5 decimals"""
    next_start: dt.datetime
    """When the next period begins"""
    prices: list[HomeAssistantTariffPrice]
    """From the period that runs now on, without a gap"""
    compact: HomeAssistantTariffCompact | None = None
    """Only with `form=compact`"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "prices"
    UNITS: ClassVar[Mapping[str, str]] = {
        "current": "EUR/kWh",
        "lowest": "EUR/kWh",
        "highest": "EUR/kWh",
    }


class PredbatTariffPrice(Model):
    """Predbat tariff price."""

    from_: dt.datetime = Field(alias="from")
    """Start of the period"""
    till: dt.datetime
    """End of the period"""
    start: dt.datetime
    """The same as `from`"""
    end: dt.datetime
    """The same as `till`"""
    value: float
    """Price with surcharge and tax, EUR/kWh, 5 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/kWh",
    }


class PredbatTariff(Table):
    """The attribute `prices` as Predbat reads it"""

    current: float
    """Price of the period that runs now, EUR/kWh, 5 decimals"""
    prices: list[PredbatTariffPrice]
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "prices"
    UNITS: ClassVar[Mapping[str, str]] = {
        "current": "EUR/kWh",
    }


class EmhassTariff(Model):
    """Runtime parameters as EMHASS takes them in the body of an optimisation"""

    load_cost_forecast: list[float]
    prod_price_forecast: list[float]
    method_ts_round: Literal["first"]
    """The first value is the price of the step that runs now; EMHASS has to round its start down"""
    prediction_horizon: int
    """Length of both lists, in steps"""
    soc_init: float | None = None
    """As it was sent"""
    soc_final: float | None = None
    """How full the battery is best at the end of the lists, 0 to 1; only with `soc_init`"""


class EvccOptimizerInputTimeSeries(TypedDict):
    """Evcc optimizer input time series."""

    dt: Sequence[int]
    p_N: Sequence[float]
    p_E: Sequence[float]


class EvccOptimizerInputBatterie(TypedDict):
    """Evcc optimizer input batterie."""

    p_a: float
    """What is left at the end is worth, at least 0, EUR/Wh, 8 decimals"""


class EvccOptimizerInput(TypedDict):
    """The part of a request to the optimiser of evcc that comes from prices"""

    time_series: EvccOptimizerInputTimeSeries
    batteries: Sequence[EvccOptimizerInputBatterie]
    """One, for each of yours"""
    eta_c: float
    """As `battery_efficiency` was sent"""
    eta_d: float
    """The same"""


class Driver(Model):
    """Driver."""

    input: str
    """Group of inputs: `calendar` (weekday, season and what the model has learnt of the market),
    `recent_prices`, an input such as `load`, `wind` or `solar`, or `zone_spread`, how far Portugal is
    expected to clear from Spain
    """
    value: float
    """What the group adds to the forecast, EUR/MWh, 2 decimals"""
    change: float | None
    """How much more than in the run before; null where that run has no figure for it, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "change": "EUR/MWh",
    }


class DrivenHour(Model):
    """Driven hour."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    value: float
    """Point estimate: the baseline and all that drives the hour, EUR/MWh, 2 decimals"""
    baseline: float
    """Mean price of the hour over the four weeks before, EUR/MWh, 2 decimals"""
    drivers: list[Driver]

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "baseline": "EUR/MWh",
    }


class Drivers(Table):
    """Drivers."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    date: dt.date
    """Delivery day"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    model_version: str
    """Model version that produced the forecast"""
    previous_forecast_id: str | None
    """The run before it that covers the day, against which changes are given"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    hours: list[DrivenHour]
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "hours"


class AccuracyFigures(Model):
    """Accuracy figures."""

    n_observations: int
    """Delivery hours counted"""
    mae: float
    """Mean absolute error, EUR/MWh, 2 decimals"""
    rmse: float
    """Root of the mean squared error, EUR/MWh, 2 decimals"""
    mape: float | None
    """Null where there is no such hour"""
    mape_n_observations: int
    """Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero"""
    skill: float | None
    """How much smaller the error is than that of the price a week before; null where that is not known,
    percent
    """
    bias: float
    """Mean of forecast minus price, EUR/MWh, 2 decimals"""
    coverage: float
    """Prices within p10 .. p90; 80 is right, percent"""
    mean_width: float
    """Mean width of the 10-90 % interval, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "rmse": "EUR/MWh",
        "skill": "percent",
        "bias": "EUR/MWh",
        "coverage": "percent",
        "mean_width": "EUR/MWh",
    }


class AccuracyColumns(Model):
    """Columns of the same length, one value for each group"""

    group: list[str]
    """Delivery day, hour, weekday, month, lead day or price level, in natural order"""
    n_observations: list[int]
    mae: list[float]
    skill: list[float | None]
    bias: list[float]
    coverage: list[float]


class ReliabilityColumns(Model):
    """Reliability columns."""

    level: list[float]
    """Probability that each quantile claims"""
    observed: list[float]


class DecileColumns(Model):
    """Decile columns."""

    n_observations: int
    """Hours counted: those whose run has a stored distribution, as every run has since distributions are
    stored
    """
    level: list[float]
    """Levels of the nine deciles; none without an hour"""
    at_most: list[int]
    """Hours whose price was at or below each"""
    observed: list[float]


class VersionOnTimeLine(Model):
    """Version on time line."""

    model_version: str
    """Model version that produced the forecast"""
    active_from: dt.datetime
    """When the version became active"""
    active_to: dt.datetime | None
    """When another replaced it; null while it is active"""
    n_observations: int
    """Delivery hours counted"""
    mae: float
    """Mean absolute error of its forecasts, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
    }


class AccuracyPage(Model):
    """Accuracy page."""

    market: OneOf["day-ahead", "intraday-1", "intraday-2", "intraday-3"]
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    cutoff: str
    """Which run of each day the figures are of, as it was asked for"""
    basis: OneOf["issued", "backtested"]
    """What the figures are of; never of both"""
    day_counts: DayCounts
    provisional: bool
    """True while the past that the figures rest on is still being made, so that they will change"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    overall: AccuracyFigures | None
    """Null where nothing can be scored"""
    by_day: AccuracyColumns
    by_hour: AccuracyColumns
    by_weekday: AccuracyColumns
    by_month: AccuracyColumns
    by_lead_day: AccuracyColumns
    by_price_level: AccuracyColumns
    """By the mean price of the delivery day, EUR/MWh"""
    reliability: ReliabilityColumns
    deciles: DecileColumns
    model_versions: list[VersionOnTimeLine]
    """Those that made forecasts of the days, the first to become active first"""
    drift: Drift
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class PriceChartSeriesExtremes(Model):
    """Price chart series extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class PriceChartSeriesComparedDay(Model):
    """Price chart series compared day."""

    date: dt.date
    """Delivery day"""
    forecast_id: str | None
    """Identifier of the forecast run"""
    issued_at: dt.datetime | None
    """When that run was issued; null where there is none"""


class PriceChartSeriesCompared(Table):
    """Only where `compare` was sent"""

    value: list[float | None]
    """Point estimate of the run that the forecast is compared with, EUR/MWh, 2 decimals; one for each
    period, null where there is none
    """
    days: list[PriceChartSeriesComparedDay]

    ROWS: ClassVar[str] = "days"


class PriceChartSeries(Model):
    """Price chart series."""

    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    price: list[float | None]
    """Price that cleared, EUR/MWh, 2 decimals; one for each period, null where there is none"""
    value: list[float | None]
    """Point estimate of the last run before the auction, EUR/MWh, 2 decimals; one for each period, null
    where there is none
    """
    p10: list[float | None]
    """Its 10th percentile, EUR/MWh, 2 decimals; one for each period, null where there is none"""
    p90: list[float | None]
    """Its 90th percentile, EUR/MWh, 2 decimals; one for each period, null where there is none"""
    quantiles: dict[str, list[float | None]] | None = None
    """The wanted quantiles, a column for each percent; only where `quantiles` was sent"""
    extremes: PriceChartSeriesExtremes | None = None
    """What has ever cleared in the auction, as far as it is stored, in its own periods; null with less
    than 28 days of prices. Only where `extremes=true` was sent
    """
    beyond_cleared: list[OneOf["below", "above"] | None] | None = None
    """On which side of anything that had cleared when its run was issued the point estimate lies, one for
    each period; null where it does not, or that is not known. Only where `extremes=true` was sent
    """
    last_year: list[float | None] | None = None
    """Only where `last_year=true` was sent"""
    compared: PriceChartSeriesCompared | None = None
    """Only where `compare` was sent"""


class PriceChart(Model):
    """Price chart."""

    market_id: str
    """Market identifier"""
    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    start: dt.datetime
    """Start of the first period"""
    step_s: int
    """Length of a period in seconds"""
    periods: int
    """Number of periods: period i starts at start + i * step_s. Days of 23 and 25 hours leave no gap"""
    series: list[PriceChartSeries]
    powers: dict[str, list[float | None]] | None = None
    """MW, 1 decimal, one for each period: what is published, and from today on the own forecast of what is
    not; the value of an hour stands for its quarters. Only where `powers` was sent
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class SummaryDay(Model):
    """Summary day."""

    date: dt.date
    """Delivery day"""
    starts_at: dt.datetime
    """Its first instant"""
    ends_at: dt.datetime
    """The first instant after it"""
    hours: int
    """Delivery hours: 23 or 25 on the days the clock changes"""


class NextGate(Model):
    """The first gate that closes after now"""

    date: dt.date
    """Delivery day"""
    closes_at: dt.datetime
    """When its gate closes"""


class SummaryRunClearedExtremes(Model):
    """Summary run cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class SummaryRun(Model):
    """Summary run."""

    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    model_version: str
    """Model version that produced the forecast"""
    data_as_of: dt.datetime
    """Newest input data used"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: SummaryRunClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class HourProbabilitiesRecord(Model):
    """Hour probabilities record."""

    below_zero: float
    """Probability of a price below zero, 0.00 not counted, 0 to 1, 4 decimals"""
    cheapest: float
    """Probability of being one of the three cheapest periods of the day, 0 to 1, 4 decimals"""
    dearest: float
    """Probability of being one of the three dearest, 0 to 1, 4 decimals"""


HourProbabilities = Union[HourProbabilitiesRecord, None]
"""A HourProbabilitiesRecord, or none."""


class SummaryPoint(Model):
    """Summary point."""

    time: dt.datetime
    """Start of the delivery period"""
    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    value: float
    """Point estimate, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""
    change: float | None
    """How much more than in the run of the comparison; null where that did not cover the period, EUR/MWh,
    2 decimals
    """
    quantiles: dict[str, float]
    """Further quantiles by percent, 2.5, 25, 75 and 97.5: the ends of the 95 % and the 50 % interval"""
    probabilities: HourProbabilities
    beyond_cleared: BeyondCleared | None = None

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
        "change": "EUR/MWh",
    }


class ValuedHour(Model):
    """Valued hour."""

    time: dt.datetime
    """Start of the delivery period"""
    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    value: float
    """Price or point estimate of the period, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
    }


class DayFigures(Model):
    """Day figures."""

    basis: OneOf["price", "forecast"]
    """What the figures are of: prices once every forecast period of the day has cleared"""
    base: float
    """Mean of all periods, EUR/MWh, 2 decimals"""
    peak: float | None
    """Mean of 08:00-20:00 from Monday to Friday; null on other days, EUR/MWh, 2 decimals"""
    spread: float
    """Highest minus lowest period, EUR/MWh, 2 decimals"""
    cheapest: list[ValuedHour]
    """The lowest periods, the lowest first"""
    dearest: list[ValuedHour]
    """The highest periods, the highest first"""
    negative_hours: float
    """Hours below zero; a quarter hour counts 0.25"""
    possibly_negative_hours: float
    """Hours whose 10th percentile is forecast below zero; a quarter hour counts 0.25"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "base": "EUR/MWh",
        "peak": "EUR/MWh",
        "spread": "EUR/MWh",
    }


class ForecastChange(Model):
    """Forecast change."""

    hours: float
    """Hours that both runs forecast; a quarter hour counts 0.25"""
    mean: float
    """Mean change, EUR/MWh, 2 decimals"""
    mean_absolute: float
    """Mean size of the change, EUR/MWh, 2 decimals"""
    largest: ValuedHour
    """The period that changed most; its value is the change"""
    largest_bound: ValuedHour
    """The same of p10 and p90, which may differ where no point does"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mean": "EUR/MWh",
        "mean_absolute": "EUR/MWh",
    }


class FigureRange(Model):
    """Figure range."""

    value: float
    """Median, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class DayOutlook(Model):
    """Median and 80 % range of each figure of the day, over 500 paths of the run. The highest price of a
    day is expected above the highest point forecast, the lowest below the lowest, so `figures` of a
    forecast may lie outside; null without a run
    """

    base: FigureRange
    """Of the mean of all periods"""
    lowest: FigureRange
    """Of the lowest price"""
    highest: FigureRange
    """Of the highest price"""
    spread: FigureRange
    """Of the highest minus the lowest price"""
    any_below_zero: float
    """Probability that any period is below zero, 0 to 1, 4 decimals"""


class ProductDay(Table):
    """Product day."""

    date: dt.date
    """Delivery day"""
    gate_closes_at: dt.datetime
    """When the gate of the auction closes"""
    prices_expected_at: dt.datetime
    """When its results are usually public"""
    prices_published_at: dt.datetime | None
    """When they were; null until then"""
    first_run_at: dt.datetime
    """When the first scheduled run that covers the day comes, or came"""
    run: SummaryRun | None
    """The run that is scored for the day: the newest one before its auction"""
    previous_run: SummaryRun | None
    """The run that changes are against: by `compare`, else the newest one before it that forecast other
    prices or bounds for the day
    """
    points: list[SummaryPoint]
    """Its forecast of the periods of the day"""
    prices: list[ValuedHour]
    """Prices that cleared and are public"""
    figures: DayFigures | None
    change: ForecastChange | None
    outlook: DayOutlook | None

    ROWS: ClassVar[str] = "points"


class HeadlineAccuracy(Model):
    """Headline accuracy."""

    date_from: dt.date
    """First delivery day"""
    date_to: dt.date
    """Last delivery day"""
    n_observations: int
    """Delivery hours with a price and a forecast"""
    days: int
    """Delivery days that they are of"""
    mae: float
    """Mean absolute error, EUR/MWh, 2 decimals"""
    naive_mae: float | None
    """The same of the price a week before, on the hours where it is known; null where it never is,
    EUR/MWh, 2 decimals
    """
    skill: float | None
    """How much smaller the error is than the naive one, percent"""
    coverage: float
    """Prices within p10 .. p90; 80 is right, percent"""
    cutoff: str
    """Which run of each day the figures are of, as it was asked for"""
    day_counts: DayCounts
    provisional: bool
    """True while the past that the figures rest on is still being made, so that they will change"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "naive_mae": "EUR/MWh",
        "skill": "percent",
        "coverage": "percent",
    }


class GateAccuracy(Model):
    """Of the last run before the gate; the figures beside it are of the last one before the results"""

    accuracy: HeadlineAccuracy | None
    """Of issued forecasts"""
    backtested: HeadlineAccuracy | None
    """While fewer than 14 of those days have an issued forecast: the same of forecasts that calibration
    made up, as they would have been issued
    """


class ProductSummary(Table):
    """Product summary."""

    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    name: str
    """Name of the auction"""
    session: int | None
    """Intraday session; null for day-ahead"""
    next_gate: NextGate
    next_run_at: dt.datetime
    """When the next scheduled run comes"""
    latest_run: SummaryRun | None
    """The newest run, whatever it covers"""
    late: bool
    """True when a scheduled run should be there and is not; false while a first start prepares the first
    one
    """
    days: list[ProductDay]
    """The day before, then the day itself"""
    accuracy: HeadlineAccuracy | None
    """Of the issued forecasts of the last 30 delivery days"""
    backtested: HeadlineAccuracy | None
    """While fewer than 14 of those days have an issued forecast: the same of forecasts that calibration
    made up, as they would have been issued
    """
    at_gate: GateAccuracy

    ROWS: ClassVar[str] = "days"


class NextRunRecord(Model):
    """The next run of any product; null without a subscription"""

    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    at: dt.datetime
    """When it is scheduled"""


NextRun = Union[NextRunRecord, None]
"""The next run of any product; null without a subscription"""


class Freshness(Model):
    """Freshness."""

    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    degraded: list[str]
    """Why runs that are shown are weaker than usual, each once"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    late_products: list[OneOf["da", "ida1", "ida2", "ida3"]]
    """Products whose scheduled run is not there"""
    next_run: NextRun
    data: OneOf["ok", "degraded"]
    """State of the sources as a whole"""
    late_sources: list[str]
    """Sources that are late or do not answer; GET /support/status says more"""


class DashboardSummary(Table):
    """Dashboard summary."""

    market_id: str
    """Market identifier"""
    date: dt.date
    """Delivery day that the summary is of"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    now: dt.datetime
    """The moment that the summary is of: the minute that the service is in"""
    time_zone: str
    """Zone of delivery days"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    days: list[SummaryDay]
    """The day before, then the day itself"""
    products: list[ProductSummary]
    """Those of the subscription, in the order of their auctions"""
    freshness: Freshness
    preparation: Preparation | None
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "days"


class Temperature(Model):
    """Temperature."""

    forecast: float | None
    """As the run knew it, °C, weighted by load; null where it is not known"""
    change: float | None
    """How much more than the run before knew, °C, weighted by load; null where it is not known"""
    observed: float | None
    """What it was, from a reanalysis days later, °C, weighted by load; null where it is not known"""


class WindSpeed(Model):
    """Wind speed."""

    forecast: float | None
    """As the run knew it, m/s at 100 m, weighted by wind capacity; null where it is not known"""
    change: float | None
    """How much more than the run before knew, m/s at 100 m, weighted by wind capacity; null where it is
    not known
    """
    observed: float | None
    """What it was, from a reanalysis days later, m/s at 100 m, weighted by wind capacity; null where it is
    not known
    """


class Irradiance(Model):
    """Irradiance."""

    forecast: float | None
    """As the run knew it, W/m², weighted by solar capacity; null where it is not known"""
    change: float | None
    """How much more than the run before knew, W/m², weighted by solar capacity; null where it is not known
    """
    observed: float | None
    """What it was, from a reanalysis days later, W/m², weighted by solar capacity; null where it is not
    known
    """


class WeatherHour(Model):
    """Weather hour."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    temperature_c: Temperature
    wind_speed_m_s: WindSpeed
    irradiance_w_m2: Irradiance


class DayWeather(Table):
    """Day weather."""

    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    date: dt.date
    """Delivery day"""
    forecast_id: str | None
    """The newest run that covers the day; null where there is none: then the weather is as known now"""
    issued_at: dt.datetime | None
    """When the run was issued"""
    previous_forecast_id: str | None
    """The run before it that covers the day, against which changes are given"""
    has_weather: bool
    """False where no weather of any day is stored: no source of it is set up"""
    hours: list[WeatherHour]
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "hours"


class InputShiftInput(TypedDict):
    """One of `mw`, `percent`, `eur_mwh` and `like`"""

    input: Literal["load", "wind", "solar", "gas", "outage"]
    """What is shifted: `load`, `wind` or `solar`; `gas`, its price before the auction; `outage`, power of
    plants that is missing, which others have to make up for
    """
    date: NotRequired[dt.date | str]
    """Delivery day in Europe/Madrid; absent: every day of the forecast"""
    from_period: NotRequired[int]
    """First hour of the day, from 1 in order of time; absent: the first"""
    to_period: NotRequired[int]
    """Last hour of the day, 23 to 25 at most; absent: the last"""
    mw: NotRequired[float]
    """So much more; negative: less"""
    percent: NotRequired[float]
    """So much more in percent; negative: less"""
    eur_mwh: NotRequired[float]
    """Of gas: so much dearer"""
    like: NotRequired[dt.date | str]
    """Day whose load, wind or sun it is"""


class WhatIfPoint(Model):
    """What if point."""

    time: dt.datetime
    """Start of the delivery period"""
    value: float
    """Point estimate with the shifts, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile with the shifts, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile with the shifts, EUR/MWh, 2 decimals"""
    base_value: float
    """Point estimate of the current forecast, EUR/MWh, 2 decimals"""
    base_p10: float
    """10th percentile of the current forecast, EUR/MWh, 2 decimals"""
    base_p90: float
    """90th percentile of the current forecast, EUR/MWh, 2 decimals"""
    change: float
    """`value` less `base_value`, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
        "base_value": "EUR/MWh",
        "base_p10": "EUR/MWh",
        "base_p90": "EUR/MWh",
        "change": "EUR/MWh",
    }


class WhatIfDay(Model):
    """What if day."""

    date: dt.date
    """Delivery day"""
    base_mean: float
    """Mean of the current forecast, EUR/MWh, 2 decimals"""
    mean: float
    """Mean with the shifts, EUR/MWh, 2 decimals"""
    change: float
    """`mean` less `base_mean`, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "base_mean": "EUR/MWh",
        "mean": "EUR/MWh",
        "change": "EUR/MWh",
    }


class SupposedValue(Model):
    """Supposed value."""

    time: dt.datetime
    """Start of the hour; of gas of the first day"""
    base: float
    """As the forecast knew it"""
    supposed: float
    """With the shifts"""


class SupposedInput(TypedDict):
    """An input that was shifted, by hours"""

    input: Literal["load", "wind", "solar", "gas"]
    unit: Literal["MW", "EUR/MWh"]
    values: Sequence[SupposedValue]


class WhatIf(Table):
    """What if."""

    hypothetical: Literal[True]
    """Always true: what the current forecast would be if inputs were others"""
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    model_version: str
    """Model version that produced the forecast"""
    points: list[WhatIfPoint]
    days: list[WhatIfDay]
    inputs: list[SupposedInput]
    fitted_ms: float
    """How long the models of the run were fitted once more for this answer; 0: they were there"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


AlertKindInput = Literal["price_above", "price_below", "negative_hours", "forecast_change", "spread", "probability_above", "probability_below"]
"""What the rule looks for on a delivery day: `price_above`, `price_below`: hours above or below the
threshold; `negative_hours`: at least so many hours below zero; `forecast_change`: an hour that differs
from the run before by at least the threshold; `spread`: a difference of at least the threshold between
the most expensive and the cheapest hour; `probability_above`, `probability_below`: that the price is
above the threshold, or at or below it, in `hours` hours or more with a probability of at least
`probability` percent.
"""


class AlertRulePreviewDay(Model):
    """Alert rule preview day."""

    date: dt.date
    """Delivery day"""
    figure: float
    """Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in
    percent
    """
    hours: float
    """Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25"""
    at: dt.datetime | None
    """Start of the period with the figure"""
    basis: OneOf["issued", "backtested"]
    """Whether the run was issued or back-tested"""
    forecast_id: str | None
    """Identifier of the forecast run; null where it is back-tested"""
    issued_at: dt.datetime
    """When the run was issued, or would have been"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "figure": "EUR/MWh",
    }


class AlertRulePreviewCurrentDay(Model):
    """Alert rule preview current day."""

    date: dt.date
    """Delivery day"""
    figure: float
    """Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in
    percent
    """
    hours: float
    """Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25"""
    at: dt.datetime | None
    """Start of the period with the figure"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "figure": "EUR/MWh",
    }


class AlertRulePreviewCurrent(Table):
    """Alert rule preview current."""

    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the run was issued"""
    days: list[AlertRulePreviewCurrentDay]

    ROWS: ClassVar[str] = "days"


class AlertRulePreview(Table):
    """Alert rule preview."""

    since: dt.datetime
    """Runs that were issued from here on are looked at"""
    until: dt.datetime
    """End of that time: now"""
    runs: int
    """Issued runs that the rule was checked with"""
    days_looked_at: int
    """Delivery days whose auctions the rule was checked for: the first day of each run"""
    days_backtested: int
    """Those of them that had no issued run and were checked by back-tested ones"""
    first_day: dt.date | None
    """First of the days looked at"""
    last_day: dt.date | None
    """Last of the days looked at"""
    backtested_lack: OneOf["quarter_hours", "paths", "every_run"] | None
    """What the condition needs that back-tested runs do not have, so that days without an issued run were
    not looked at: `quarter_hours`; `paths`, of which a probability is made; `every_run`, for a change
    from one run to the next. Null where they can answer it
    """
    notifications: int
    """How many notifications the rule would have made"""
    days: list[AlertRulePreviewDay]
    """Delivery days that it would have notified of, each with the run that did, in order of the runs"""
    current: AlertRulePreviewCurrent | None
    """The newest run, and the delivery days on which the condition holds in it; days that have cleared are
    left out. Null where there is no run
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "days"


class ReasonCode(Model):
    """Reason code."""

    code: OneOf["requests_paused", "failed_before", "asked_for_pause", "answered_with_page", "answered", "no_answer_for", "not_reached", "answer_too_long", "led_to_private_address", "led_to_plain_address", "check_private_network", "without_token", "unreached", "answered_status", "check_setting", "check_setting_or_wait", "may_block", "may_block_or_wait", "check_declaration", "check_declaration_or_wait", "address_changed", "request_not_taken", "of_answer", "expected_json", "expected_xml", "expected_document", "expected_zone", "expected_zone_found_none", "expected_unit", "wrong_field", "wrong_answer", "refused_with", "no_values", "two_values", "part_has_two_values", "zone_has_two_values", "none_of_zone", "of_other_indicator", "expected_places", "part_in_other_unit", "part_without_unit", "values_for_times", "unknown_steps", "not_among_series", "off_quarter_hour", "other_licence", "read_terms", "values_in_other_unit", "expected_one_series", "no_such_series", "odd_steps", "unreadable_period", "unreadable_position", "unasked_unit", "expected_gzip", "expected_json_document", "expected_list", "expected_list_at", "expected_cell_found_nothing", "expected_cell", "line", "expected_name", "expected_row", "expected_day", "expected_period", "expected_first_period", "expected_periods", "expected_end", "expected_nothing_after", "cut_short", "most_characters", "most_lines", "most_bytes", "unreadable_file", "broken_gzip", "expected_nothing_more", "expected_semicolons", "expected_columns", "expected_quarter_name", "expected_hour", "expected_country", "expected_power_and_price", "expected_side_and_state", "expected_last_period", "expected_offers", "expected_title", "expected_issue", "expected_column_names", "file_is_used", "revision_is_used", "file_without_prices", "of_column", "of_two_columns", "of_columns", "empty_file", "prices_per_kwh", "set_scale_or_accept", "lacks_columns", "lacks_rows", "lacks_times_across", "lacks_above", "lacks_period_columns", "expected_once", "expected_closing_quote", "expected_number", "expected_number_with", "set_thousands", "set_decimal", "set_thousands_or_decimal", "expected_date", "expected_time", "expected_some_time", "expected_time_once", "expected_time_in_utc", "expected_time_with_offset", "expected_local_time", "expected_interval_in_utc", "expected_interval_with_offset", "expected_local_interval", "expected_interval_of_day", "expected_interval_of_hour", "expected_interval_of_period", "expected_end_of_interval", "expected_start_of_period", "expected_end_of_period", "expected_midnight", "expected_first_time", "expected_quarter", "expected_period_of_day", "expected_periods_of_day", "expected_no_second_hour", "time_left_out", "period_twice", "rows_differ", "steps_of_hours", "steps_of_half_hours", "make_hours", "hour_among_quarters", "hours_or_quarters", "both_steps", "hours_after_quarters", "leave_day_out", "offsets_of_zone", "set_zone_offset", "set_stamp_end", "set_stamp_if_start", "set_stamp_if_end", "leave_out_stamp", "set_counts", "set_clock_counts", "set_quarter_hours", "write_offsets", "leave_out_skipped", "found_zip", "found_xls", "found_pdf", "found_gzip_twice", "found_archive", "found_web_page", "found_xml", "found_json", "found_zero_bytes", "found_other_bytes", "save_sheet_or_unpack", "save_sheet", "get_table", "unpack_once", "unpack_or_gzip", "download_or_save", "save_as_csv", "convert_to_csv", "save_in_utf8", "not_published_yet", "published_early", "higher_revisions", "values_missing", "values_and_hours_missing", "is_missing", "few_periods", "unexpected_series", "other_unit", "occurs_twice", "out_of_order", "outside_at", "not_finite_at", "outside", "not_finite", "same_in_all", "few_prices", "repeats_day", "zero_at_clock_change", "differs_from_omie", "odd_mean", "like_per_kwh", "most_outside", "most_not_finite", "never_ended", "endpoint_redirects", "endpoint_answered", "only_2xx", "no_answer", "connection_refused", "connection_reset", "endpoint_closed", "connection_late", "host_unknown", "host_not_reached", "headers_too_large", "host_not_public", "not_http", "tls_refused", "request_failed", "request_failed_with", "secret_unreadable", "endpoint_gone", "always_failed", "disabled_by_admin", "copy_of_installation", "url_too_long", "url_too_long_as_sent", "url_not_absolute", "url_not_https", "url_with_user", "url_with_fragment", "port_not_allowed", "address_not_public", "name_not_public", "resolves_to_private", "no_plan_in_limits", "other"]
    """`other`: what has no code of its own, and what was kept before there were codes"""
    parts: dict[str, str | float]
    """What differs from one case to the next"""


class PublicationStatus(Model):
    """Publication status."""

    name: str
    """What the source publishes"""
    state: OneOf["on_time", "late", "gap", "quarantined"]
    """Of the newest day that should be there: `late` from half an hour behind its usual instant, `gap`
    after three days, `quarantined` when it came and failed a check
    """
    latest_day: dt.date | None
    """Newest delivery day that is there"""
    expected_at: dt.datetime | None
    """Usual instant of publication of that day"""
    published_at: dt.datetime | None
    """When that day came"""
    lateness_s: int | None
    """By how much it was late"""
    next_expected_at: dt.datetime | None
    """When the next day is expected"""
    usual_arrival: str | None
    """By when three of four of its days came that the service saw coming within 30 days, by the clock of
    Madrid and the delivery day D; null where it saw fewer than 14
    """
    late: int
    """Days of the last 30 that are late"""
    gaps: int
    """Days of the last 30 that never came"""
    held_back: int
    """Days of the last 30 that failed a check and wait for a decision"""
    without_result: int
    """Days of the last 30 that were published without prices: auctions without a result"""
    corrections: int
    """Corrections of days of the last 30"""
    last_correction_at: dt.datetime | None
    """The newest of them"""


class SourceStatus(Model):
    """Source status."""

    source: str
    """Name of the source"""
    state: OneOf["ok", "late", "failing"]
    """`failing` after three requests in a row that gave nothing, or one that was refused"""
    followed: bool
    """False when this service does not request it regularly"""
    licence: str | None
    """Terms of its data and the name to give as the source; null where they are not known. They hold for
    what you pass on.
    """
    refused: bool
    """True when it refused the last request: asking again as before does not help"""
    failures_in_row: int
    """Requests in a row that gave nothing"""
    newest_day: dt.date | None
    """Newest delivery day that is there, of all that it publishes"""
    newest_at: dt.datetime | None
    """When the last of the newest days came"""
    late: int
    """Days of the last 30 that are late"""
    gaps: int
    """Days of the last 30 that never came"""
    held_back: int
    """Days of the last 30 that failed a check and wait for a decision"""
    without_result: int
    """Days of the last 30 that were published without prices"""
    last_answer_at: dt.datetime | None
    """When the source last gave a usable answer"""
    last_failure_at: dt.datetime | None
    """When it last did not"""
    last_failure: str | None
    """Why"""
    last_failure_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    publications: list[PublicationStatus]


class SourceNotFollowed(Model):
    """Source not followed."""

    source: str
    reason: OneOf["no_token", "not_in_sources"]
    """Its token is not set, or SOURCES leaves it out"""


class ImportedSeries(Model):
    """Imported series."""

    source: str
    """Feed that the file was loaded into"""
    series: str
    resolution: OneOf["PT15M", "PT1H", "P1D"]
    """Length of its periods"""
    newest_day: dt.date
    """Newest delivery day that has a value"""


class DataStatusHeldBack(Model):
    """What failed a check and waits for a decision, of any age"""

    days: int
    """Whole days of sources"""
    values: int
    """Single values of files"""


class DataIncident(Model):
    """Data incident."""

    source: str
    publication: str
    day: dt.date
    """Delivery day that is missing"""
    kind: OneOf["late", "gap", "quarantined"]
    expected_at: dt.datetime
    """Usual instant of publication"""
    reason: str | None
    """What the source or the check said"""
    reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""


class DataStatus(Model):
    """Data status."""

    status: OneOf["ok", "degraded"]
    as_of: dt.datetime
    """Instant of the service that the answer is of, to the minute"""
    sources: list[SourceStatus]
    not_followed: list[SourceNotFollowed]
    """Sources that are not asked"""
    imports: list[ImportedSeries]
    """Series that came from files and that no source is followed for"""
    held_back: DataStatusHeldBack
    """What failed a check and waits for a decision, of any age"""
    incidents: list[DataIncident]
    """Days of the last 30 that are missing, the newest first"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class HeldBackData(Model):
    """Held back data."""

    id: str
    """Identifier"""
    kind: OneOf["day", "values"]
    """A whole day of a source, or single values of a file"""
    source: str
    """Name of the source, or of the feed that the file was loaded into"""
    publication: str
    """What the source publishes, or the series of the values"""
    day: dt.date
    """Delivery day"""
    reason: str
    """What the check found"""
    reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    recorded_at: dt.datetime
    """When it came"""
    values: int
    """How many values"""
    unit: str | None
    """Unit of lowest and highest; null where no value is a number, or units differ"""
    lowest: float | None
    """Lowest of the values"""
    highest: float | None
    """Highest of the values"""


class HeldBackDataPage(Table):
    """Held back data page."""

    items: list[HeldBackData]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class KindSummaryValue(Model):
    """Kind summary value."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class KindSummary(Model):
    """Kind summary."""

    kind: OneOf["solar", "wind", "battery", "load", "hybrid"]
    """Kind of site"""
    sites: int
    capacity_mw: float
    """Power together, MW, 3 decimals, of small values 6 significant digits"""
    energy_mwh: float
    """Energy together, MWh, 3 decimals, of small values 6 significant digits"""
    value: KindSummaryValue | None
    """Null where none could be valued"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "capacity_mw": "MW",
        "energy_mwh": "MWh",
    }


class PortfolioSummarySiteValue(Model):
    """Portfolio summary site value."""

    site_id: str
    """Identifier of the site"""
    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    volume_source: OneOf["uploaded_profile", "profile", "national_forecast", "solar_geometry", "flat", "plan"]
    """What the power rests on: what was uploaded of the day, the site's profile, its share of the
    country's forecast wind or solar power, the sun over its place, its capacity all day, or a plan; of
    a hybrid what its plant's power rests on
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class PortfolioSummaryValue(Model):
    """Portfolio summary value."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class PortfolioSummaryOutlookClearedExtremes(Model):
    """Portfolio summary outlook cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class PortfolioSummaryOutlook(Model):
    """Portfolio summary outlook."""

    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the forecast was issued"""
    model_version: str
    """Model version that produced the forecast"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: PortfolioSummaryOutlookClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    scenarios: int
    """Scenarios of the day: as many paths of `/forecasts/scenarios`, the same"""
    scenario_source: OneOf["past_forecasts", "assumed"]
    """How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than
    20 are known
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""


class PortfolioSummaryUnvalued(Model):
    """Portfolio summary unvalued."""

    site_id: str
    """Identifier of the site"""
    code: OneOf["pending", "infeasible", "no_volume"]
    reason: str


class PortfolioSummary(Model):
    """Portfolio summary."""

    date: dt.date
    """Delivery day that is valued"""
    sites: int
    """Sites of the tenant"""
    kinds: list[KindSummary]
    """The kinds that the tenant has"""
    site_values: list[PortfolioSummarySiteValue]
    """Each site that could be valued by itself, as its own valuation says"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    value: PortfolioSummaryValue | None
    """Of all sites together: the range is that of the sum, narrower than the sum of their ranges. Null
    without a forecast or a site
    """
    outlook: PortfolioSummaryOutlook | None
    """Null: no forecast covers the day yet"""
    unvalued: list[PortfolioSummaryUnvalued]
    """Sites that are not part of the value, and why: the plan is still to be made (`pending`), no plan
    keeps to all limits (`infeasible`), or what the site generates is not known (`no_volume`)
    """


class UploadedProfile(Model):
    """Uploaded profile."""

    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    uploaded_at: dt.datetime
    """When it was uploaded"""


class SiteValuationClearedExtremes(Model):
    """Site valuation cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class SiteValuationTotal(Model):
    """Site valuation total."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    settled_eur: float | None
    """At the prices that cleared; null until they have, EUR, 2 decimals"""
    energy_mwh: float
    """Feed-in less what is drawn, MWh, 3 decimals, of small values 6 significant digits"""
    curtailed_mwh: float
    """What a plant could generate beside that and holds back, MWh, 3 decimals, of small values 6
    significant digits
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
        "settled_eur": "EUR",
        "energy_mwh": "MWh",
        "curtailed_mwh": "MWh",
    }


class CurtailmentWithFloor(Model):
    """Curtailment with floor."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class CurtailmentWithoutFloor(Model):
    """Curtailment without floor."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class Curtailment(Model):
    """The day of a plant with its floor and without"""

    offer_floor: float
    """The floor of the site; 0 where it has none, EUR/MWh, 2 decimals"""
    with_floor: CurtailmentWithFloor
    without_floor: CurtailmentWithoutFloor
    curtailed_mwh: float
    """What is not produced with the floor, on average over the scenarios, MWh, 3 decimals, of small values
    6 significant digits
    """
    curtailed_hours: float
    """Hours of production that this is, on average over the scenarios, 3 decimals, of small values 6
    significant digits
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "offer_floor": "EUR/MWh",
        "curtailed_mwh": "MWh",
    }


class SiteHour(Model):
    """Site hour."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    price: float
    """Point estimate, EUR/MWh, 2 decimals"""
    price_p10: float
    """10th percentile of the price, EUR/MWh, 2 decimals"""
    price_p90: float
    """90th percentile of the price, EUR/MWh, 2 decimals"""
    beyond_cleared: BeyondCleared | None = None
    power_mw: float
    """Feed-in; negative is drawn; of a plant with a floor on average over the scenarios, MW, 3 decimals,
    of small values 6 significant digits
    """
    curtailed_mw: float
    """What a plant could generate beside that and holds back, MW, 3 decimals, of small values 6
    significant digits
    """
    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    settled_eur: float | None
    """At the prices that cleared; null until they have, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
        "price_p10": "EUR/MWh",
        "price_p90": "EUR/MWh",
        "power_mw": "MW",
        "curtailed_mw": "MW",
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
        "settled_eur": "EUR",
    }


class SiteValuation(Table):
    """EUR; cost is negative"""

    site_id: str
    """Identifier of the site"""
    kind: OneOf["solar", "wind", "battery", "load", "hybrid"]
    """Kind of site"""
    date: dt.date
    """Delivery day"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    volume_source: OneOf["uploaded_profile", "profile", "national_forecast", "solar_geometry", "flat", "plan"]
    """What the power rests on: what was uploaded of the day, the site's profile, its share of the
    country's forecast wind or solar power, the sun over its place, its capacity all day, or a plan; of
    a hybrid what its plant's power rests on
    """
    uploaded_profile: UploadedProfile | None
    """The uploaded profile of the day that the power, or the energy of a load, rests on; null: none"""
    curtail: bool
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    offer_floor: float | None
    """The price below which the plant does not produce; null: at any price, or no plant, EUR/MWh, 2
    decimals
    """
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the forecast was issued"""
    model_version: str
    """Model version that produced the forecast"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: SiteValuationClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    scenarios: int
    """Scenarios of the day: as many paths of `/forecasts/scenarios`, the same"""
    scenario_source: OneOf["past_forecasts", "assumed"]
    """How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than
    20 are known
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    total: SiteValuationTotal
    curtailment: Curtailment | None
    """Null for what generates nothing"""
    hours: list[SiteHour]

    ROWS: ClassVar[str] = "hours"
    UNITS: ClassVar[Mapping[str, str]] = {
        "offer_floor": "EUR/MWh",
    }


class PlannedBattery(Model):
    """What the battery was planned with"""

    start_mwh: float
    """Stored at the start of the day, MWh, 3 decimals, of small values 6 significant digits"""
    start_soc: float
    """The same in percent"""
    end_soc: float
    """Least charge at the end of the day, percent"""
    max_cycles: float
    """Most fillings taken out in the day"""
    wear_cost: float
    """What each MWh that it gives costs, EUR/MWh, 2 decimals"""
    defaults: list[OneOf["start_soc", "max_cycles", "wear_cost"]]
    """Which of these nobody said, so that they are as usual"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "start_mwh": "MWh",
        "end_soc": "percent",
        "wear_cost": "EUR/MWh",
    }


class SiteScheduleClearedExtremes(Model):
    """Site schedule cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class SiteScheduleTotal(Model):
    """Site schedule total."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    unplanned_eur: float
    """Mean over the scenarios if nothing is moved, EUR, 2 decimals"""
    charged_mwh: float
    """Drawn to charge, MWh, 3 decimals, of small values 6 significant digits"""
    discharged_mwh: float
    """Given by discharging, MWh, 3 decimals, of small values 6 significant digits"""
    cycles: float
    """Fillings taken out of the battery; 0 for a load"""
    wear_eur: float
    """What the use of the battery costs; the other money is without it, EUR, 2 decimals"""
    curtailed_mwh: float
    """What the plant of a hybrid could generate and holds back, MWh, 3 decimals, of small values 6
    significant digits
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
        "unplanned_eur": "EUR",
        "charged_mwh": "MWh",
        "discharged_mwh": "MWh",
        "wear_eur": "EUR",
        "curtailed_mwh": "MWh",
    }


class SiteScheduleOutcome(Model):
    """Site schedule outcome."""

    earned_eur: float
    """What the plan earned, EUR, 2 decimals"""
    perfect_foresight_eur: float
    """What the best plan would have, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "earned_eur": "EUR",
        "perfect_foresight_eur": "EUR",
    }


class PlannedPeriod(Model):
    """Planned period."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    price: float
    """Point estimate, EUR/MWh, 2 decimals"""
    price_p10: float
    """10th percentile of the price, EUR/MWh, 2 decimals"""
    price_p90: float
    """90th percentile of the price, EUR/MWh, 2 decimals"""
    beyond_cleared: BeyondCleared | None = None
    power_mw: float
    """Feed-in; negative is drawn, MW, 3 decimals, of small values 6 significant digits"""
    charge_mw: float
    """Charging, measured at the connection, MW, 3 decimals, of small values 6 significant digits"""
    discharge_mw: float
    """Discharging, measured at the connection, MW, 3 decimals, of small values 6 significant digits"""
    stored_mwh: float
    """Stored at the end of the period, MWh, 3 decimals, of small values 6 significant digits"""
    soc: float
    """Charge at the end of the period, percent; 0 for a load"""
    load_mw: float
    """Taken by the load, MW, 3 decimals, of small values 6 significant digits"""
    generation_mw: float
    """What the plant could generate, MW, 3 decimals, of small values 6 significant digits"""
    curtailed_mw: float
    """What of that is held back, MW, 3 decimals, of small values 6 significant digits"""
    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    cleared_price: float | None
    """Price that cleared; null until all have, EUR/MWh, 2 decimals"""
    settled_eur: float | None
    """At the prices that cleared; null until they have, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
        "price_p10": "EUR/MWh",
        "price_p90": "EUR/MWh",
        "power_mw": "MW",
        "charge_mw": "MW",
        "discharge_mw": "MW",
        "stored_mwh": "MWh",
        "soc": "percent",
        "load_mw": "MW",
        "generation_mw": "MW",
        "curtailed_mw": "MW",
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
        "cleared_price": "EUR/MWh",
        "settled_eur": "EUR",
    }


class SiteSchedule(Table):
    """EUR; cost is negative"""

    site_id: str
    """Identifier of the site"""
    kind: OneOf["solar", "wind", "battery", "load", "hybrid"]
    """Kind of site"""
    date: dt.date
    """Delivery day"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    plan: OneOf["expected", "robust"]
    optimality_gap_eur: float
    """What another plan may earn beyond this one at most, where the search ended before that was settled;
    0: this is the best plan, EUR, 2 decimals
    """
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    curtail: bool
    offer_floor: float | None
    """The price below which the plant does not produce; null: at any price, or no plant, EUR/MWh, 2
    decimals
    """
    battery: PlannedBattery | None
    """Null for a load"""
    volume_source: OneOf["uploaded_profile", "profile", "national_forecast", "solar_geometry", "flat", "plan"]
    """What the power rests on: what was uploaded of the day, the site's profile, its share of the
    country's forecast wind or solar power, the sun over its place, its capacity all day, or a plan; of
    a hybrid what its plant's power rests on
    """
    uploaded_profile: UploadedProfile | None
    """The uploaded profile of the day that the power, or the energy of a load, rests on; null: none"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the forecast was issued"""
    model_version: str
    """Model version that produced the forecast"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: SiteScheduleClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    scenarios: int
    """Scenarios of the day: as many paths of `/forecasts/scenarios`, the same"""
    scenario_source: OneOf["past_forecasts", "assumed"]
    """How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than
    20 are known
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    total: SiteScheduleTotal
    curtailment: Curtailment | None
    """Null for what generates nothing"""
    outcome: SiteScheduleOutcome | None
    """At the prices that cleared; null until they have"""
    periods: list[PlannedPeriod]

    ROWS: ClassVar[str] = "periods"
    UNITS: ClassVar[Mapping[str, str]] = {
        "optimality_gap_eur": "EUR",
        "offer_floor": "EUR/MWh",
    }


class OfferRules(Model):
    """What the auction takes"""

    gate_closes_at: dt.datetime
    """When the gate closes"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    most_steps: int
    """Price-volume pairs of a period"""
    lowest_price: float
    """Lowest price of an offer, EUR/MWh, 2 decimals"""
    highest_price: float
    """Highest price of an offer, EUR/MWh, 2 decimals"""
    price_tick: float
    """Grid of prices, EUR/MWh"""
    power_tick: float
    """Grid of power and the least of it, MW"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "lowest_price": "EUR/MWh",
        "highest_price": "EUR/MWh",
        "price_tick": "EUR/MWh",
        "power_tick": "MW",
    }


class SiteOfferClearedExtremes(Model):
    """Site offer cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class SiteOfferTotalAtAnyPrice(Model):
    """The same power offered at any price"""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class SiteOfferTotal(Model):
    """Site offer total."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    expected_mwh: float
    """Taken and kept, feed-in less what is drawn: mean over the scenarios, MWh, 3 decimals, of small
    values 6 significant digits
    """
    p10_mwh: float
    """10th percentile, MWh, 3 decimals, of small values 6 significant digits"""
    p90_mwh: float
    """90th percentile, MWh, 3 decimals, of small values 6 significant digits"""
    at_any_price: SiteOfferTotalAtAnyPrice
    """The same power offered at any price"""
    sale_mwh: float
    """Energy of all sales, MWh, 3 decimals, of small values 6 significant digits"""
    purchase_mwh: float
    """Energy of all purchases, MWh, 3 decimals, of small values 6 significant digits"""
    broken_mwh: float
    """Taken by the auction though the battery has no energy or no room for it, on average, MWh; traded
    back at the same price, 3 decimals, of small values 6 significant digits
    """
    end_mwh: float
    """Stored at the end of the day, on average, MWh; 0 without a battery, 3 decimals, of small values 6
    significant digits
    """
    left_eur: float
    """What is stored at the end beyond the end at any price, at what it costs to buy again, on average and
    no part of the other money, EUR, 2 decimals
    """
    wear_cost: float
    """What each MWh that the battery gives costs, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
        "expected_mwh": "MWh",
        "p10_mwh": "MWh",
        "p90_mwh": "MWh",
        "sale_mwh": "MWh",
        "purchase_mwh": "MWh",
        "broken_mwh": "MWh",
        "end_mwh": "MWh",
        "left_eur": "EUR",
        "wear_cost": "EUR",
    }


class OfferCheck(Model):
    """Offer check."""

    code: OneOf["gate_closed", "wrong_resolution", "price_beyond_limits", "price_off_grid", "quantity_off_grid", "too_many_steps", "prices_out_of_order", "beyond_connection", "too_small", "nothing_offered", "often_broken", "degraded_forecast", "simulated"]
    """What it is"""
    severity: OneOf["error", "warning"]
    """An error: the market refuses the offer; a warning: its owner should know"""
    period: int | None
    """Period of OMIE; null: of the whole offer"""
    message: str
    """What it is, and what to do"""


class OfferStep(Model):
    """Offer step."""

    price: float
    """From which it is sold, or up to which it is bought, EUR/MWh, 2 decimals"""
    power_mw: float
    """How much more that is, MW, 3 decimals, of small values 6 significant digits"""
    probability: float
    """Share of the scenarios in which the auction takes it, percent"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
        "power_mw": "MW",
        "probability": "percent",
    }


class OfferPeriod(Model):
    """Offer period."""

    period: int
    """Number of the period as OMIE counts, from 1"""
    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    side: OneOf["sale", "purchase"] | None
    """Null: nothing is offered"""
    power_mw: float
    """Power of all steps, MW, 3 decimals, of small values 6 significant digits"""
    steps: list[OfferStep]
    """Prices rise for a sale and fall for a purchase"""
    expected_mw: float
    """Taken and kept, feed-in positive: mean over the scenarios, MW, 3 decimals, of small values 6
    significant digits
    """
    p10_mw: float
    """10th percentile, MW, 3 decimals, of small values 6 significant digits"""
    p90_mw: float
    """90th percentile, MW, 3 decimals, of small values 6 significant digits"""
    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "power_mw": "MW",
        "expected_mw": "MW",
        "p10_mw": "MW",
        "p90_mw": "MW",
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class SiteOffer(Table):
    """EUR; cost is negative"""

    site_id: str
    """Identifier of the site"""
    kind: OneOf["solar", "wind", "battery", "load", "hybrid"]
    """Kind of site"""
    date: dt.date
    """Delivery day"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    plan: OneOf["expected", "robust"]
    limits: OneOf["cost", "none"]
    contract_mw: float
    """Not offered because of bilateral contracts, MW, 3 decimals, of small values 6 significant digits"""
    rules: OfferRules
    volume_source: OneOf["uploaded_profile", "profile", "national_forecast", "solar_geometry", "flat", "plan"]
    """What the power rests on: what was uploaded of the day, the site's profile, its share of the
    country's forecast wind or solar power, the sun over its place, its capacity all day, or a plan; of
    a hybrid what its plant's power rests on
    """
    uploaded_profile: UploadedProfile | None
    """The uploaded profile of the day that the power, or the energy of a load, rests on; null: none"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the forecast was issued"""
    model_version: str
    """Model version that produced the forecast"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: SiteOfferClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    scenarios: int
    """Scenarios of the day: as many paths of `/forecasts/scenarios`, the same"""
    scenario_source: OneOf["past_forecasts", "assumed"]
    """How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than
    20 are known
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    total: SiteOfferTotal
    checks: list[OfferCheck]
    """What the market refuses, and what to know"""
    is_valid: bool
    """Whether no check is an error"""
    periods: list[OfferPeriod]

    ROWS: ClassVar[str] = "periods"
    UNITS: ClassVar[Mapping[str, str]] = {
        "contract_mw": "MW",
    }


class SiteWaitingClearedExtremes(Model):
    """Site waiting cleared extremes."""

    since: dt.datetime
    """First period whose price is stored"""
    lowest: PriceExtreme
    highest: PriceExtreme


class WaitingWorth(Model):
    """Waiting worth."""

    expected_eur: float
    """Mean over the past days, EUR, 2 decimals"""
    error_eur: float
    """Standard error of that mean, as if the days were independent, EUR, 2 decimals"""
    median_eur: float
    """Median, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile: a tenth of the days brought less, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    lowest_eur: float
    """The worst of the past days, EUR, 2 decimals"""
    probability_gain: float
    """Share of the past days on which it brought money, 0 to 1, 4 decimals"""
    loss_eur: float
    """What the whole position does not lose more than, with `confidence`, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "error_eur": "EUR",
        "median_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
        "lowest_eur": "EUR",
        "loss_eur": "EUR",
    }


class WaitingSize(Model):
    """Waiting size."""

    share: float
    """Of the position that may wait, 0 to 1, 4 decimals"""
    peak_mw: float
    """Its highest power, MW, 3 decimals, of small values 6 significant digits"""
    energy_mwh: float
    """Its energy, bought and sold counted together, MWh, 3 decimals, of small values 6 significant digits"""
    loss_eur: float
    """What it does not lose more than, with `confidence`, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "peak_mw": "MW",
        "energy_mwh": "MWh",
        "loss_eur": "EUR",
    }


class WaitingPoint(Model):
    """Waiting point."""

    time: dt.datetime
    """Start of the delivery period"""
    power_mw: float
    """Position, feed-in positive, MW, 3 decimals, of small values 6 significant digits"""
    spread_mean: float
    """Mean of the spread, the price minus the day-ahead price, EUR/MWh, 2 decimals"""
    spread: float
    """Median of the spread, EUR/MWh, 2 decimals"""
    spread_p10: float
    """10th percentile of the spread, EUR/MWh, 2 decimals"""
    spread_p90: float
    """90th percentile of the spread, EUR/MWh, 2 decimals"""
    probability_positive: float
    """Probability that the intraday price is higher, 0 to 1, 4 decimals"""
    expected_eur: float
    """Mean of what waiting brings in the period, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "power_mw": "MW",
        "spread_mean": "EUR/MWh",
        "spread": "EUR/MWh",
        "spread_p10": "EUR/MWh",
        "spread_p90": "EUR/MWh",
        "expected_eur": "EUR",
    }


class AuctionWaiting(Table):
    """Auction waiting."""

    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    market_product_id: str
    """Market and product"""
    gate_closes_at: dt.datetime
    """When the auction closes"""
    spread_days: int
    """Past days whose spreads were counted"""
    spreads_from: dt.date | None
    """First of them"""
    spreads_to: dt.date | None
    """Last of them"""
    energy_mwh: float
    """Energy of the position in the periods of the auction, bought and sold counted together, MWh, 3
    decimals, of small values 6 significant digits
    """
    worth: WaitingWorth | None
    """What waiting for this auction with the whole position brings against the day-ahead price, losses
    negative; null with fewer than 28 past days
    """
    size: WaitingSize | None
    """The largest part that keeps to `max_loss`; null without it or without a worth"""
    points: list[WaitingPoint]

    ROWS: ClassVar[str] = "points"
    UNITS: ClassVar[Mapping[str, str]] = {
        "energy_mwh": "MWh",
    }


class SiteWaiting(Model):
    """Site waiting."""

    site_id: str
    """Identifier of the site"""
    kind: OneOf["solar", "wind", "battery", "load", "hybrid"]
    """Kind of site"""
    date: dt.date
    """Delivery day"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    volume_source: OneOf["uploaded_profile", "profile", "national_forecast", "solar_geometry", "flat", "plan"]
    """What the power rests on: what was uploaded of the day, the site's profile, its share of the
    country's forecast wind or solar power, the sun over its place, its capacity all day, or a plan; of
    a hybrid what its plant's power rests on
    """
    known_until: dt.datetime
    """What became known later is not in it: the day-ahead gate, or now where that is still to come"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the forecast was issued"""
    model_version: str
    """Model version that produced the forecast"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason]
    """The reasons of `degraded` as data, one for each day that a reason concerns"""
    cleared_extremes: SiteWaitingClearedExtremes | None
    """The lowest and the highest price that had ever cleared in the auction when the run was issued, in
    its own periods: what `beyond_cleared` is marked against. It never changes. Null with less than 28
    days of prices, and for runs of before this was kept
    """
    scenarios: int
    """Scenarios of the day: as many paths of `/forecasts/scenarios`, the same"""
    scenario_source: OneOf["past_forecasts", "assumed"]
    """How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than
    20 are known
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    max_loss: float | None
    """As asked; null where no size was asked for, EUR, 2 decimals"""
    confidence: float
    """As asked, 0 to 1, 4 decimals"""
    auctions: list[AuctionWaiting]

    UNITS: ClassVar[Mapping[str, str]] = {
        "max_loss": "EUR",
    }


class PlanAuthor(Model):
    """Who kept it"""

    kind: OneOf["user", "api_key", "system"]
    """system: the service, at the gate"""
    id: str | None
    """Of the user or the key"""


class PlanSettlement(Model):
    """At the prices that cleared"""

    revision: int
    """More than 1: the prices were corrected"""
    settled_at: dt.datetime
    """When it was settled"""
    bid_mwh: float
    """Energy that it meant to trade, both directions added up, MWh, 3 decimals, of small values 6
    significant digits
    """
    traded_mwh: float
    """Energy that it traded, MWh, 3 decimals, of small values 6 significant digits"""
    earned_eur: float
    """What it earned, less wear, EUR, 2 decimals"""
    foresight_eur: float
    """The most that any plan could have earned, EUR, 2 decimals"""
    missed_eur: float
    """That less what it earned, EUR, 2 decimals"""
    last_day_eur: float | None
    """What the plan that was kept for the day before would have earned on this one; null: none was, EUR, 2
    decimals
    """
    gained_eur: float | None
    """What it earned beyond that, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "bid_mwh": "MWh",
        "traded_mwh": "MWh",
        "earned_eur": "EUR",
        "foresight_eur": "EUR",
        "missed_eur": "EUR",
        "last_day_eur": "EUR",
        "gained_eur": "EUR",
    }


class KeptPlan(Model):
    """Kept plan."""

    id: str
    """Identifier of what was kept"""
    site_id: str
    """Identifier of the site"""
    date: dt.date
    """Delivery day"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    kind: OneOf["plan", "offer"]
    automatic: bool
    """Whether it was kept by itself, by what was known when the gate closed"""
    gate_closes_at: dt.datetime
    """When the gate of the auction closes"""
    frozen_at: dt.datetime
    """When it was kept; after the gate where a stop was made up for"""
    author: PlanAuthor
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When that forecast was issued"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    settlement: PlanSettlement | None
    """The newest; null until all prices of the day are public"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class KeptPlanPage(Table):
    """Kept plan page."""

    items: list[KeptPlan]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class KeptPeriodStep(Model):
    """Kept period step."""

    price: float
    """Price, EUR/MWh, 2 decimals"""
    power_mw: float
    """Power, MW, 3 decimals, of small values 6 significant digits"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
        "power_mw": "MW",
    }


class KeptPeriod(Model):
    """Kept period."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    planned_mw: float
    """Power of the plan, feed-in positive, MW, 3 decimals, of small values 6 significant digits"""
    steps: list[KeptPeriodStep]
    """Of an offer"""
    side: OneOf["sale", "purchase"] | None
    """Of an offer"""
    expected_eur: float
    """Expected, EUR, 2 decimals"""
    cleared_price: float | None
    """Price that cleared; null until all have, EUR/MWh, 2 decimals"""
    traded_mw: float | None
    """Traded, MW; null until then, 3 decimals, of small values 6 significant digits"""
    earned_eur: float | None
    """Earned; null until then, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "planned_mw": "MW",
        "expected_eur": "EUR",
        "cleared_price": "EUR/MWh",
        "traded_mw": "MW",
        "earned_eur": "EUR",
    }


class KeptPlanDetail(Table):
    """Kept plan detail."""

    id: str
    """Identifier of what was kept"""
    site_id: str
    """Identifier of the site"""
    date: dt.date
    """Delivery day"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    kind: OneOf["plan", "offer"]
    automatic: bool
    """Whether it was kept by itself, by what was known when the gate closed"""
    gate_closes_at: dt.datetime
    """When the gate of the auction closes"""
    frozen_at: dt.datetime
    """When it was kept; after the gate where a stop was made up for"""
    author: PlanAuthor
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When that forecast was issued"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    settlement: PlanSettlement | None
    """The newest; null until all prices of the day are public"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    inputs: dict[str, object]
    """The site as it was, how it was to be run, and the expected prices"""
    settlements: list[PlanSettlement]
    """All of them, the newest first"""
    periods: list[KeptPeriod]

    ROWS: ClassVar[str] = "periods"
    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class SettlementGroup(Model):
    """Settlement group."""

    group: str
    """Day, month or site"""
    plans: int
    """Settled plans"""
    expected_eur: float
    """What they were expected to earn, EUR, 2 decimals"""
    bid_mwh: float
    """Energy that it meant to trade, both directions added up, MWh, 3 decimals, of small values 6
    significant digits
    """
    traded_mwh: float
    """Energy that it traded, MWh, 3 decimals, of small values 6 significant digits"""
    earned_eur: float
    """What it earned, less wear, EUR, 2 decimals"""
    foresight_eur: float
    """The most that any plan could have earned, EUR, 2 decimals"""
    missed_eur: float
    """That less what it earned, EUR, 2 decimals"""
    last_day_eur: float | None
    """What the plans of the days before would have earned, where there were any; null: none, EUR, 2
    decimals
    """
    gained_eur: float | None
    """What the plans of those days earned beyond that, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "bid_mwh": "MWh",
        "traded_mwh": "MWh",
        "earned_eur": "EUR",
        "foresight_eur": "EUR",
        "missed_eur": "EUR",
        "last_day_eur": "EUR",
        "gained_eur": "EUR",
    }


class Settlements(Table):
    """EUR; cost is negative"""

    group_by: OneOf["day", "month", "site"]
    items: list[SettlementGroup]

    ROWS: ClassVar[str] = "items"


class PutSiteProfileDay(TypedDict):
    """Put site profile day."""

    date: dt.date | str
    """Delivery day"""
    resolution: NotRequired[Literal["PT1H", "PT15M"]]
    """Length of the delivery periods: hours (default) or quarter hours"""
    mw: Sequence[float]
    """What the plant generates or the load takes in each period, MW: 23, 24 or 25 hours, 92, 96 or 100
    quarter hours
    """


class PutProfileDay(Model):
    """Put profile day."""

    date: dt.date
    """Delivery day"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    energy_mwh: float
    """Energy of the day, MWh, 3 decimals, of small values 6 significant digits"""
    highest_mw: float
    """Highest power, MW, 3 decimals, of small values 6 significant digits"""
    lowest_mw: float
    """Lowest power, MW, 3 decimals, of small values 6 significant digits"""
    replaces: bool
    """Whether an earlier upload of the day gives way"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "energy_mwh": "MWh",
        "highest_mw": "MW",
        "lowest_mw": "MW",
    }


class PutProfile(Table):
    """What was stored, or would be"""

    site_id: str
    """Identifier of the site"""
    stored: bool
    """False after a dry run"""
    days: list[PutProfileDay]

    ROWS: ClassVar[str] = "days"


class ProfileDay(Model):
    """Profile day."""

    date: dt.date
    """Delivery day"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    energy_mwh: float
    """Energy of the day, MWh, 3 decimals, of small values 6 significant digits"""
    highest_mw: float
    """Highest power, MW, 3 decimals, of small values 6 significant digits"""
    lowest_mw: float
    """Lowest power, MW, 3 decimals, of small values 6 significant digits"""
    uploaded_at: dt.datetime
    """When it was uploaded"""
    mw: list[float]
    """Power of each period, MW"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "energy_mwh": "MWh",
        "highest_mw": "MW",
        "lowest_mw": "MW",
    }


class Profile(Table):
    """What was uploaded of the days of a site"""

    site_id: str
    """Identifier of the site"""
    days: list[ProfileDay]

    ROWS: ClassVar[str] = "days"


class ReplanSiteMeasured(TypedDict):
    """Replan site measured."""

    at: dt.datetime | str
    """When it was measured"""
    soc: float
    """Charge, percent"""


class ReplanTotal(Model):
    """Replan total."""

    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""
    charged_mwh: float
    """Drawn to charge, MWh, 3 decimals, of small values 6 significant digits"""
    discharged_mwh: float
    """Given by discharging, MWh, 3 decimals, of small values 6 significant digits"""
    wear_eur: float
    """What the use of the battery costs; the other money is without it, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
        "charged_mwh": "MWh",
        "discharged_mwh": "MWh",
        "wear_eur": "EUR",
    }


class ReplannedPeriod(Model):
    """Replanned period."""

    hour: int
    """Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day"""
    start: dt.datetime
    """Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the
    25-hour day
    """
    price: float
    """Price that cleared, or point estimate, EUR/MWh, 2 decimals"""
    power_mw: float
    """Feed-in; negative is drawn, MW, 3 decimals, of small values 6 significant digits"""
    charge_mw: float
    """Charging, measured at the connection, MW, 3 decimals, of small values 6 significant digits"""
    discharge_mw: float
    """Discharging, measured at the connection, MW, 3 decimals, of small values 6 significant digits"""
    stored_mwh: float
    """Stored at the end of the period, MWh, 3 decimals, of small values 6 significant digits"""
    soc: float
    """Charge at the end of the period, percent"""
    expected_eur: float
    """Mean over the scenarios, EUR, 2 decimals"""
    p10_eur: float
    """10th percentile, EUR, 2 decimals"""
    p90_eur: float
    """90th percentile, EUR, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "price": "EUR/MWh",
        "power_mw": "MW",
        "charge_mw": "MW",
        "discharge_mw": "MW",
        "stored_mwh": "MWh",
        "soc": "percent",
        "expected_eur": "EUR",
        "p10_eur": "EUR",
        "p90_eur": "EUR",
    }


class Replan(Table):
    """Plan of the rest of a day"""

    site_id: str
    """Identifier of the site"""
    date: dt.date
    """Delivery day"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    plan: OneOf["expected", "robust"]
    prices: OneOf["cleared", "forecast"]
    """`cleared`: the prices of the day are public, and the plan is by them"""
    forecast_id: str
    """Identifier of the forecast run"""
    issued_at: dt.datetime
    """When the forecast was issued"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    measured_at: dt.datetime
    """The last measurement, which the plan starts from"""
    soc: float
    """Its charge, percent"""
    used_cycles: float
    """Fillings taken out so far, as measured"""
    cycles_left: float
    """Fillings that the plan may take out"""
    end_soc: float
    """Least charge at the end of the day, percent"""
    total: ReplanTotal
    periods: list[ReplannedPeriod]

    ROWS: ClassVar[str] = "periods"
    UNITS: ClassVar[Mapping[str, str]] = {
        "soc": "percent",
        "end_soc": "percent",
    }


class PutSiteChargeMeasured(TypedDict):
    """Put site charge measured."""

    at: dt.datetime | str
    """When it was measured"""
    soc: float
    """Charge, percent"""


class PutChargeLatest(Model):
    """Put charge latest."""

    at: dt.datetime
    """When it was measured"""
    soc: float
    """Charge, percent"""
    uploaded_at: dt.datetime
    """When it was uploaded"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "soc": "percent",
    }


class PutCharge(Model):
    """Put charge."""

    site_id: str
    """Identifier of the site"""
    stored: int
    """Measurements of this upload"""
    latest: PutChargeLatest | None
    """The newest measurement of all; null: none is stored"""


class SiteChargeLatest(Model):
    """Site charge latest."""

    at: dt.datetime
    """When it was measured"""
    soc: float
    """Charge, percent"""
    uploaded_at: dt.datetime
    """When it was uploaded"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "soc": "percent",
    }


class MeasuredCharge(Model):
    """Measured charge."""

    at: dt.datetime
    """When it was measured"""
    soc: float
    """Charge, percent"""
    uploaded_at: dt.datetime
    """When it was uploaded"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "soc": "percent",
    }


class SiteCharge(Model):
    """What a battery really held"""

    site_id: str
    """Identifier of the site"""
    latest: SiteChargeLatest | None
    """The newest measurement of all; null: none is stored"""
    measured: list[MeasuredCharge]
    """Of the days that were asked for, in order"""


class ForecastEventDataPoint(Model):
    """Forecast event data point."""

    time: dt.datetime
    """Start of the delivery period, UTC"""
    value: float
    """Forecast price, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""
    quantiles: dict[str, float] | None = None
    """Quantiles by percent, EUR/MWh, 2 decimals, as points of forecasts have them; only in deliveries to
    an endpoint with `quantiles`
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class ForecastEventData(Table):
    """A forecast run"""

    resolution: OneOf["PT1H", "PT15M"]
    """Length of the periods of `points`: hours, each the mean of its quarter hours; `PT15M` only in
    deliveries to an endpoint with it
    """
    forecast_id: str
    """Identifier of the forecast run"""
    market_id: str
    """Market identifier"""
    market_product_id: str
    """Market and product"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    issued_at: dt.datetime
    """When the run was issued"""
    scheduled_for: dt.datetime | None = None
    """The scheduled time that the run answers, or when the input came that it answers"""
    trigger: OneOf["schedule", "input"] | None = None
    """`schedule`, or `input` of a run beside the schedule: an input had come or been corrected"""
    before_gate: bool | None = None
    """Whether the run could be read before the gate of its first delivery day closed: one could bid with
    it
    """
    model_version_id: str
    """Model version that produced the forecast"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    points: list[ForecastEventDataPoint]
    """Delivery periods of the run, in order"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason] | None = None
    """The reasons of `degraded` as data, one for each day that a reason concerns; absent from events of
    before reasons were sent so
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


class ForecastPublishedEvent(Model):
    """Forecast published event."""

    id: str
    """Identifier of the event; continue with it as `after`"""
    event: Literal["forecast.published"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: ForecastEventData


class ForecastChangeDataPoint(Model):
    """Forecast change data point."""

    time: dt.datetime
    """Start of the delivery period, UTC"""
    value: float
    """Forecast price, EUR/MWh, 2 decimals"""
    p10: float
    """10th percentile, EUR/MWh, 2 decimals"""
    p90: float
    """90th percentile, EUR/MWh, 2 decimals"""
    quantiles: dict[str, float] | None = None
    """Quantiles by percent, EUR/MWh, 2 decimals, as points of forecasts have them; only in deliveries to
    an endpoint with `quantiles`
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
        "p10": "EUR/MWh",
        "p90": "EUR/MWh",
    }


class ForecastChangeData(Table):
    """A forecast run that differs from the one before"""

    resolution: OneOf["PT1H", "PT15M"]
    """Length of the periods of `points`: hours, each the mean of its quarter hours; `PT15M` only in
    deliveries to an endpoint with it
    """
    forecast_id: str
    """Identifier of the forecast run"""
    market_id: str
    """Market identifier"""
    market_product_id: str
    """Market and product"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    issued_at: dt.datetime
    """When the run was issued"""
    scheduled_for: dt.datetime | None = None
    """The scheduled time that the run answers, or when the input came that it answers"""
    trigger: OneOf["schedule", "input"] | None = None
    """`schedule`, or `input` of a run beside the schedule: an input had come or been corrected"""
    before_gate: bool | None = None
    """Whether the run could be read before the gate of its first delivery day closed: one could bid with
    it
    """
    model_version_id: str
    """Model version that produced the forecast"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    points: list[ForecastChangeDataPoint]
    """Delivery periods of the run, in order"""
    degraded: list[str]
    """Why the run is weaker than usual, such as a late input; empty when it is not"""
    degraded_reasons: list[DegradedReason] | None = None
    """The reasons of `degraded` as data, one for each day that a reason concerns; absent from events of
    before reasons were sent so
    """
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    previous_forecast_id: str
    """The run before, which it is compared with"""
    max_change: float
    """The largest difference of point forecasts of an hour that both runs forecast, EUR/MWh, 2 decimals"""

    ROWS: ClassVar[str] = "points"
    UNITS: ClassVar[Mapping[str, str]] = {
        "max_change": "EUR/MWh",
    }


class ForecastChangedEvent(Model):
    """Forecast changed event."""

    id: str
    """Identifier of the event; continue with it as `after`"""
    event: Literal["forecast.changed"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: ForecastChangeData


class PriceEventDataPoint(Model):
    """Price event data point."""

    time: dt.datetime
    """Start of the delivery period, UTC"""
    value: float
    """Cleared price, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "value": "EUR/MWh",
    }


class PriceEventData(Table):
    """Cleared prices of a delivery day"""

    resolution: OneOf["PT1H", "PT15M"]
    """Length of the periods of `points`: hours, each the mean of its quarter hours; `PT15M` only in
    deliveries to an endpoint with it
    """
    market_id: str
    """Market identifier"""
    market_product_id: str
    """Market and product"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    delivery_date: dt.date
    """Delivery day in Europe/Madrid"""
    unit: Literal["EUR/MWh"]
    """Unit of every price"""
    points: list[PriceEventDataPoint]
    """Every delivery period of the day, in order"""
    correction: bool
    """Whether other prices were published for this day before"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""

    ROWS: ClassVar[str] = "points"


class PricesPublishedEvent(Model):
    """Prices published event."""

    id: str
    """Identifier of the event; continue with it as `after`"""
    event: Literal["prices.published"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: PriceEventData


AlertKind = OneOf["price_above", "price_below", "negative_hours", "forecast_change", "spread", "probability_above", "probability_below"]
"""What the rule looks for on a delivery day: `price_above`, `price_below`: hours above or below the
threshold; `negative_hours`: at least so many hours below zero; `forecast_change`: an hour that differs
from the run before by at least the threshold; `spread`: a difference of at least the threshold between
the most expensive and the cheapest hour; `probability_above`, `probability_below`: that the price is
above the threshold, or at or below it, in `hours` hours or more with a probability of at least
`probability` percent.
"""


class AlertEventDataDay(Model):
    """Alert event data day."""

    date: dt.date
    """Delivery day"""
    figure: float
    """Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in
    percent
    """
    hours: float
    """Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25"""
    at: dt.datetime | None
    """Start of the period with the figure"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "figure": "EUR/MWh",
    }


class AlertEventData(Table):
    """What an alert rule of a user of the tenant found in a run"""

    rule_id: str
    """The rule, which may be deleted by now"""
    rule_kind: AlertKind
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    threshold: float
    """Of the rule at the time"""
    forecast_id: str
    """Identifier of the forecast run"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    days: list[AlertEventDataDay]
    rule_name: str
    """Name of the rule at the time"""
    market_product_id: str
    """Market and product"""

    ROWS: ClassVar[str] = "days"


class AlertFiredEvent(Model):
    """Alert fired event."""

    id: str
    """Identifier of the event; continue with it as `after`"""
    event: Literal["alert.fired"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: AlertEventData


LonjaEvent = Union[ForecastPublishedEvent, ForecastChangedEvent, PricesPublishedEvent, AlertFiredEvent, UnknownEvent]
"""An event: a forecast or prices that were published, or an alert of the tenant"""


class EventList(Model):
    """Event list."""

    items: list[LonjaEvent]
    """Oldest first"""
    total: int
    """Events after `after`, those of this page included"""
    next_after: str | None
    """Send as `after` for the next page; null: no event"""


class Webhook(Model):
    """Webhook."""

    id: str
    """Identifier of the endpoint"""
    name: str
    url: str
    """Where deliveries are sent, in that form: host in lower case and ASCII, no default port"""
    events: list[OneOf["forecast.published", "forecast.changed", "prices.published", "alert.fired"]]
    market_ids: list[str]
    """Markets whose events are sent"""
    quantiles: list[int]
    """Quantiles that each point of `forecast.published` and `forecast.changed` is sent with, in percent;
    none: as without
    """
    resolution: OneOf["PT1H", "PT15M"]
    """Periods that points are sent for: hours, or quarter hours where the run or the prices have them"""
    state: OneOf["active", "disabled"]
    disabled_reason: str | None
    """Why it is disabled; null while it is not"""
    disabled_reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    created_at: dt.datetime
    """When it was registered"""
    updated_at: dt.datetime
    """When it was last changed"""
    last_success_at: dt.datetime | None
    """When a delivery last succeeded"""
    last_failure_at: dt.datetime | None
    """When an attempt last failed"""


class WebhookPage(Table):
    """Webhook page."""

    items: list[Webhook]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class CreatedWebhook(Model):
    """Created webhook."""

    id: str
    """Identifier of the endpoint"""
    name: str
    url: str
    """Where deliveries are sent, in that form: host in lower case and ASCII, no default port"""
    events: list[OneOf["forecast.published", "forecast.changed", "prices.published", "alert.fired"]]
    market_ids: list[str]
    """Markets whose events are sent"""
    quantiles: list[int]
    """Quantiles that each point of `forecast.published` and `forecast.changed` is sent with, in percent;
    none: as without
    """
    resolution: OneOf["PT1H", "PT15M"]
    """Periods that points are sent for: hours, or quarter hours where the run or the prices have them"""
    state: OneOf["active", "disabled"]
    disabled_reason: str | None
    """Why it is disabled; null while it is not"""
    disabled_reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    created_at: dt.datetime
    """When it was registered"""
    updated_at: dt.datetime
    """When it was last changed"""
    last_success_at: dt.datetime | None
    """When a delivery last succeeded"""
    last_failure_at: dt.datetime | None
    """When an attempt last failed"""
    secret: str = Field(repr=False)
    """Key of the signatures; shown in this answer and never again"""


class RotatedSecret(Model):
    """Rotated secret."""

    id: str
    secret: str = Field(repr=False)
    """Key of the signatures; shown in this answer and never again"""
    previous_secret_expires_at: dt.datetime | None
    """Until when the old secret signs too"""


class QueuedDelivery(Model):
    """Queued delivery."""

    delivery_id: str
    """The delivery that was queued"""


class WebhookDelivery(Model):
    """Webhook delivery."""

    id: str
    """As in Svc-Webhook-Id; the same over all attempts"""
    endpoint_id: str
    event_id: str
    """The event, as in GET /events"""
    event: OneOf["forecast.published", "forecast.changed", "prices.published", "alert.fired", "ping"]
    state: OneOf["pending", "succeeded", "failed"]
    attempts: int
    """Attempts so far"""
    next_attempt_at: dt.datetime | None
    """When it is attempted next"""
    last_status: int | None
    """HTTP status of the last attempt; null: no answer"""
    created_at: dt.datetime
    """When the event was written"""
    completed_at: dt.datetime | None
    """When it succeeded or was given up"""


class WebhookDeliveryPage(Table):
    """Webhook delivery page."""

    items: list[WebhookDelivery]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class WebhookDeliveryDetailAttemptLog(Model):
    """Webhook delivery detail attempt log."""

    at: dt.datetime
    """When the attempt began"""
    status: int | None
    """HTTP status; null: no answer"""
    duration_ms: int
    """Until the answer began, or the attempt was given up"""
    error: str | None
    """Why it failed; null when it did not"""
    error_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    response_excerpt: str | None
    """Beginning of the answer, 500 bytes"""


class WebhookDeliveryDetail(Model):
    """Webhook delivery detail."""

    id: str
    """As in Svc-Webhook-Id; the same over all attempts"""
    endpoint_id: str
    event_id: str
    """The event, as in GET /events"""
    event: OneOf["forecast.published", "forecast.changed", "prices.published", "alert.fired", "ping"]
    state: OneOf["pending", "succeeded", "failed"]
    attempts: int
    """Attempts so far"""
    next_attempt_at: dt.datetime | None
    """When it is attempted next"""
    last_status: int | None
    """HTTP status of the last attempt; null: no answer"""
    created_at: dt.datetime
    """When the event was written"""
    completed_at: dt.datetime | None
    """When it succeeded or was given up"""
    attempt_log: list[WebhookDeliveryDetailAttemptLog]
    """The last 50 attempts, oldest first"""


class ReplayAnswer(Model):
    """Replay answer."""

    deliveries: int
    """Deliveries that were queued"""


class AlertChannel(Model):
    """Alert channel."""

    id: str
    """Identifier of the channel"""
    kind: OneOf["slack", "teams", "telegram", "push"]
    """Service that alerts are sent to; `push`: a device of the user, by Web Push"""
    name: str
    """Name of the channel"""
    owner: OneOf["user", "tenant"]
    """`user`: for the alerts of the own rules; `tenant`: for those of all its users, kept by admins"""
    host: str
    """Host of the address; the rest of it is not shown"""
    quiet_from: str | None
    """Nothing is sent from this local time on; null: no quiet hours"""
    quiet_to: str | None
    """Until this local time"""
    digest_at: str | None
    """All alerts of a day in one message at this local time; null: each as it comes"""
    time_zone: str
    """Zone of these times"""
    enabled: bool
    """False: nothing is sent, and new alerts do not wait"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last changed"""
    last_success_at: dt.datetime | None
    """When alerts were last sent"""
    last_failure_at: dt.datetime | None
    """When that last failed"""
    last_error: str | None
    """Why the last try failed, in the reader's language; null once one has succeeded"""


class AlertChannelPage(Table):
    """Alert channel page."""

    items: list[AlertChannel]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class PushKey(Model):
    """Push key."""

    public_key: str
    """`applicationServerKey` of a subscription, in base64url"""


class AlertChannelTest(Model):
    """Alert channel test."""

    delivered: bool
    """Whether the service took the message"""
    detail: str | None
    """Why not, and what to do; null where it did"""


class MeTenant(Model):
    """Me tenant."""

    id: str
    """Identifier of the tenant"""
    name: str
    """Name of the tenant"""


class Me(Model):
    """Me."""

    id: str
    """Identifier of the user"""
    email: str
    """E-mail address, lower case"""
    full_name: str
    """Name of the person"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    locale: OneOf["en", "es", "pt"]
    """Language of mail and pages"""
    is_superadmin: bool
    """Whether /admin is open"""
    tenant: MeTenant
    totp_enabled: bool
    """Whether sign-in asks for a second factor"""
    recovery_codes_left: int
    """Recovery codes of the second factor that were not used"""
    second_factor_needed: bool
    """Whether nothing is open to this session before a second factor is set up"""
    unread_notifications: int
    """Notifications that the user has not read"""
    now: dt.datetime
    """What the service's clock shows as it answers"""


class TotpOffer(Model):
    """Totp offer."""

    secret: str = Field(repr=False)
    """Secret in base 32, for typing in"""
    uri: str = Field(repr=False)
    """`otpauth://` address, for a QR code"""


class TotpConfirmed(Model):
    """Totp confirmed."""

    totp_enabled: bool
    """Whether sign-in asks for a code"""
    recovery_codes: list[str] = Field(repr=False)
    """Codes that sign in once each in the place of a current code; shown in this answer and never again"""


class RecoveryCodes(Model):
    """Recovery codes."""

    recovery_codes: list[str] = Field(repr=False)
    """Codes that sign in once each in the place of a current code; shown in this answer and never again"""


class TotpState(Model):
    """Totp state."""

    totp_enabled: bool
    """Whether sign-in asks for a code"""


class Session(Model):
    """Session."""

    id: str
    """Identifier of the session"""
    created_at: dt.datetime
    """When it was started"""
    last_seen_at: dt.datetime
    """Last use, to the minute"""
    expires_at: dt.datetime
    """When its token expires"""
    address: str | None
    """Network address that it was started from"""
    user_agent: str | None
    """What started it"""
    current: bool
    """Whether it is the session of this request"""


class SessionPage(Table):
    """Session page."""

    items: list[Session]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class User(Model):
    """User."""

    id: str
    """Identifier of the user"""
    email: str
    """E-mail address, lower case"""
    full_name: str
    """Name of the person"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    locale: OneOf["en", "es", "pt"]
    """Language of mail and pages"""
    active: bool
    """False once the user is deactivated"""
    totp_enabled: bool
    """Whether sign-in asks for a second factor"""
    created_at: dt.datetime
    """When the user was created"""
    last_seen_at: dt.datetime | None
    """Last use of a session, to the minute"""


class UserPage(Table):
    """User page."""

    items: list[User]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class ApiKey(Model):
    """Api key."""

    id: str
    """Identifier of the key"""
    label: str
    """What the key is for"""
    prefix: str
    """Beginning of the key, to recognise it by"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    scopes: list[OneOf["forecasts:read", "market:read", "metrics:read", "portfolio:read", "portfolio:write"]] | None
    """Null: every client right of the role"""
    created_by: str | None
    """The user who created it"""
    created_at: dt.datetime
    """When it was created"""
    last_used_at: dt.datetime | None
    """Last use, to the minute"""
    expires_at: dt.datetime | None
    """When it ends by itself"""
    revoked_at: dt.datetime | None
    """When it was revoked"""
    rate_limit: int | None
    """Requests a minute; null: the tenant's limit"""
    replaced_by: str | None
    """The key that a reroll made in its place"""
    allowed_addresses: list[str] | None
    """Network addresses, and networks in CIDR, from which it may be used; null: from anywhere"""


class ChangedUser(Model):
    """Changed user."""

    id: str
    """Identifier of the user"""
    email: str
    """E-mail address, lower case"""
    full_name: str
    """Name of the person"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    locale: OneOf["en", "es", "pt"]
    """Language of mail and pages"""
    active: bool
    """False once the user is deactivated"""
    totp_enabled: bool
    """Whether sign-in asks for a second factor"""
    created_at: dt.datetime
    """When the user was created"""
    last_seen_at: dt.datetime | None
    """Last use of a session, to the minute"""
    api_keys: list[ApiKey]
    """Keys that the user made and that worked before; `revoked_at` says whether they still do"""


class Invitation(Model):
    """Invitation."""

    id: str
    """Identifier of the invitation"""
    email: str
    """E-mail address, lower case"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    state: OneOf["pending", "accepted", "revoked", "expired"]
    """Only a pending invitation can be accepted"""
    created_at: dt.datetime
    """When it was sent"""
    expires_at: dt.datetime
    """Until when it can be accepted"""


class InvitationPage(Table):
    """Invitation page."""

    items: list[Invitation]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class ApiKeyPage(Table):
    """Api key page."""

    items: list[ApiKey]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class CreatedApiKey(Model):
    """Created api key."""

    id: str
    """Identifier of the key"""
    label: str
    """What the key is for"""
    prefix: str
    """Beginning of the key, to recognise it by"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    scopes: list[OneOf["forecasts:read", "market:read", "metrics:read", "portfolio:read", "portfolio:write"]] | None
    """Null: every client right of the role"""
    created_by: str | None
    """The user who created it"""
    created_at: dt.datetime
    """When it was created"""
    last_used_at: dt.datetime | None
    """Last use, to the minute"""
    expires_at: dt.datetime | None
    """When it ends by itself"""
    revoked_at: dt.datetime | None
    """When it was revoked"""
    rate_limit: int | None
    """Requests a minute; null: the tenant's limit"""
    replaced_by: str | None
    """The key that a reroll made in its place"""
    allowed_addresses: list[str] | None
    """Network addresses, and networks in CIDR, from which it may be used; null: from anywhere"""
    key: str = Field(repr=False)
    """The full key, in this answer and never again"""


class Settings(Model):
    """Settings."""

    id: str
    """Identifier of the tenant"""
    name: str
    """Name of the tenant"""
    locale: OneOf["en", "es", "pt"]
    """Language of mail and pages"""
    time_zone: str
    """Zone that times are shown in; delivery days stay those of the market"""
    forecast_change_threshold: float
    """Change of a forecast from which `forecast.changed` is sent, EUR/MWh"""
    require_second_factor: bool
    """Whether users without a second factor may do no more than set one up; API keys work on"""
    products: list[str]
    """Subscribed market products"""
    requests_per_minute: int
    """Requests a minute of each credential"""
    created_at: dt.datetime
    """When the tenant was created"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "forecast_change_threshold": "EUR/MWh",
    }


class Usage(Model):
    """Usage."""

    date: dt.date
    """Day in UTC"""
    api_key_id: str | None
    """The key; null: all session tokens together"""
    label: str | None
    """Label of the key"""
    requests: int
    """Requests answered, refusals included"""


class UsagePage(Table):
    """Usage page."""

    items: list[Usage]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class AuditEntryActor(Model):
    """Audit entry actor."""

    kind: OneOf["user", "api_key", "operator", "system"]
    """A user or key of the tenant, the platform's operator, or the service itself"""
    id: str | None
    """Identifier of the user or key"""
    name: str | None
    """E-mail address of the user or label of the key; null outside the tenant"""


class AuditEntryTarget(Model):
    """Audit entry target."""

    type: str
    """Kind of record"""
    id: str
    """Identifier of the record"""


class AuditEntry(Model):
    """Audit entry."""

    id: str
    """Identifier of the entry"""
    at: dt.datetime
    """When it happened"""
    actor: AuditEntryActor
    action: str
    """`noun.verb`"""
    target: AuditEntryTarget | None
    details: dict[str, object]
    """What changed; differs by action"""
    address: str | None
    """Network address that it was done from; null: unknown"""


class AuditPage(Table):
    """Audit page."""

    items: list[AuditEntry]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class Site(Model):
    """Site."""

    id: str
    """Identifier of the site"""
    name: str
    """Name for people"""
    kind: OneOf["solar", "wind", "battery", "load", "hybrid"]
    """What the site is; `hybrid` is a plant with a battery behind one connection"""
    technology: OneOf["solar", "wind"] | None
    """Hybrid: what it generates with; null: solar"""
    latitude: float | None
    """Degrees north; a solar site needs its place"""
    longitude: float | None
    """Degrees east"""
    capacity_mw: float
    """Power of the plant, the battery or the consumer, MW; of a hybrid that of its plant and of its
    connection
    """
    storage_mw: float | None
    """Hybrid: power of its battery, MW; null: that of the plant"""
    storage_technology: OneOf["lithium_ion", "lead_acid", "flow", "pumped_hydro"] | None
    """Battery and hybrid: what the battery stores with, from which its wear cost follows where none is
    given; null: lithium_ion
    """
    energy_mwh: float | None
    """Battery and hybrid: energy that the battery holds, MWh. Load: energy to take in a day, at whatever
    hours; null: it follows its profile
    """
    efficiency: float | None
    """Battery and hybrid: share of the energy drawn that a whole cycle gives back"""
    start_soc: float | None
    """Battery and hybrid: what the battery holds at the start of a day, percent of `energy_mwh`; null: 50"""
    end_soc: float | None
    """Battery and hybrid: what it holds at least at the end of a day, percent; null: as at the start"""
    max_cycles: float | None
    """Battery and hybrid: most energy taken out of the battery in a day, in fillings of it; null: 1.5; 100
    never binds
    """
    wear_cost: float | None
    """Battery and hybrid: what its use costs, EUR for each MWh that it gives at the connection; null: as
    usual for its `storage_technology` (lithium_ion 15, lead_acid 60, flow 5, pumped_hydro 2); 0:
    nothing
    """
    offer_floor: float | None
    """Solar, wind and hybrid: the price below which the plant does not produce, EUR/MWh; null: it produces
    at any price
    """
    profile: list[float] | None
    """Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to 23; both hours 2
    of the 25-hour day take the same
    """
    keeps_at_gate: OneOf["plan", "offer"] | None
    """What is kept by itself when the gate of the day-ahead auction closes, by the last run before it;
    null: nothing
    """
    notes: str | None
    """Anything worth remembering"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last changed"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "capacity_mw": "MW",
        "storage_mw": "MW",
        "energy_mwh": "MWh",
        "end_soc": "percent",
        "offer_floor": "EUR/MWh",
    }


class SitePage(Table):
    """Site page."""

    items: list[Site]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class PlaceListItem(Model):
    """Place list item."""

    name: str
    """Name of the municipality"""
    region: str
    """Province; of Portugal the district"""
    country: OneOf["es", "pt"]
    """Country"""
    latitude: float
    """Degrees north"""
    longitude: float
    """Degrees east"""


class PlaceList(Table):
    """Place list."""

    items: list[PlaceListItem]

    ROWS: ClassVar[str] = "items"


class AlertDay(Model):
    """Alert day."""

    date: dt.date
    """Delivery day"""
    figure: float
    """Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in
    percent
    """
    hours: float
    """Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25"""
    at: dt.datetime | None
    """Start of the period with the figure"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "figure": "EUR/MWh",
    }


class Alert(Table):
    """Alert."""

    rule_id: str
    """The rule, which may be deleted by now"""
    rule_kind: AlertKind
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    threshold: float
    """Of the rule at the time"""
    forecast_id: str
    """Identifier of the forecast run"""
    simulated: bool
    """True when the data come from the built-in market simulator instead of the real market"""
    days: list[AlertDay]

    ROWS: ClassVar[str] = "days"


class Notification(Model):
    """Notification."""

    id: str
    """Identifier of the notification"""
    kind: OneOf["alert", "webhook_disabled", "channel_disabled", "ticket_answered", "key_expiring", "plan_not_kept"]
    """What it is about"""
    title: str
    """One line in the reader's language"""
    text: str
    """The rest in the reader's language, one paragraph a line"""
    path: str
    """Where the web application shows more"""
    alert: Alert | None
    """What a rule found; null for other kinds"""
    created_at: dt.datetime
    """When it was written"""
    read_at: dt.datetime | None
    """When it was marked as read"""


class NotificationPage(Table):
    """Notification page."""

    items: list[Notification]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""
    unread: int
    """Unread notifications of the user"""

    ROWS: ClassVar[str] = "items"


class UnreadCount(Model):
    """Unread count."""

    unread: int
    """Unread notifications of the user"""


class ReadCount(Model):
    """Read count."""

    read: int
    """How many were unread"""


class AlertRule(Model):
    """Alert rule."""

    id: str
    """Identifier of the rule"""
    name: str
    """Name of the rule"""
    kind: AlertKind
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    resolution: OneOf["PT1H", "PT15M"]
    """Length of the delivery periods"""
    threshold: float
    """EUR/MWh, or hours"""
    probability: int | None
    """Percent that the probability reaches, for rules on a probability; null for others"""
    hours: int | None
    """Hours of a day that the probability is of, together or apart; null for other rules"""
    from_hour: int
    """First local hour that counts"""
    to_hour: int
    """End of the hours that count, exclusive"""
    days_ahead: int
    """Delivery days of each run that count"""
    channels: list[OneOf["in_app", "email"]]
    """How to notify"""
    enabled: bool
    """False: the rule rests"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last changed"""
    last_notified_at: dt.datetime | None
    """When it last notified"""


class AlertRulePage(Table):
    """Alert rule page."""

    items: list[AlertRule]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class Ticket(Model):
    """Ticket."""

    id: str
    """Identifier of the ticket"""
    subject: str
    """What it is about"""
    state: OneOf["open", "answered", "closed"]
    """`open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do"""
    author_name: str | None
    """Who opened it"""
    created_at: dt.datetime
    """When it was opened"""
    updated_at: dt.datetime
    """When it was last written to, answered or closed"""
    closed_at: dt.datetime | None
    """When it was closed"""


class TicketPage(Table):
    """Ticket page."""

    items: list[Ticket]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class TicketMessage(Model):
    """Ticket message."""

    id: str
    """Identifier of the message"""
    author: OneOf["customer", "support"]
    """Who wrote it: the tenant or the platform"""
    author_name: str | None
    """Name of the person; null for people of the platform"""
    text: str
    """The message"""
    created_at: dt.datetime
    """When it was written"""


class TicketDetail(Model):
    """Ticket detail."""

    id: str
    """Identifier of the ticket"""
    subject: str
    """What it is about"""
    state: OneOf["open", "answered", "closed"]
    """`open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do"""
    author_name: str | None
    """Who opened it"""
    created_at: dt.datetime
    """When it was opened"""
    updated_at: dt.datetime
    """When it was last written to, answered or closed"""
    closed_at: dt.datetime | None
    """When it was closed"""
    messages: list[TicketMessage]
    """The messages, oldest first; 100 at most"""


class PlatformTicket(Model):
    """Platform ticket."""

    id: str
    """Identifier of the ticket"""
    subject: str
    """What it is about"""
    state: OneOf["open", "answered", "closed"]
    """`open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do"""
    author_name: str | None
    """Who opened it"""
    created_at: dt.datetime
    """When it was opened"""
    updated_at: dt.datetime
    """When it was last written to, answered or closed"""
    closed_at: dt.datetime | None
    """When it was closed"""
    tenant_id: str
    """Tenant that it belongs to"""
    tenant_name: str
    """Name of the tenant"""


class PlatformTicketPage(Table):
    """Platform ticket page."""

    items: list[PlatformTicket]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class PlatformTicketDetail(Model):
    """Platform ticket detail."""

    id: str
    """Identifier of the ticket"""
    subject: str
    """What it is about"""
    state: OneOf["open", "answered", "closed"]
    """`open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do"""
    author_name: str | None
    """Who opened it"""
    created_at: dt.datetime
    """When it was opened"""
    updated_at: dt.datetime
    """When it was last written to, answered or closed"""
    closed_at: dt.datetime | None
    """When it was closed"""
    messages: list[TicketMessage]
    """The messages, oldest first; 100 at most"""
    tenant_id: str
    """Tenant that it belongs to"""
    tenant_name: str
    """Name of the tenant"""


class Tenant(Model):
    """Tenant."""

    id: str
    """Identifier of the tenant"""
    name: str
    """Name of the tenant"""
    active: bool
    """False once the tenant is deactivated"""
    products: list[str]
    """Subscribed market products"""
    requests_per_minute: int | None
    """Limit of each credential; null: 60"""
    created_at: dt.datetime
    """When the tenant was created"""
    deactivated_at: dt.datetime | None
    """When it was deactivated"""


class TenantPage(Table):
    """Tenant page."""

    items: list[Tenant]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class PlatformUser(Model):
    """Platform user."""

    id: str
    """Identifier of the user"""
    tenant_id: str
    """Identifier of the tenant"""
    tenant_name: str
    """Name of the tenant"""
    email: str
    """E-mail address, lower case"""
    full_name: str
    """Name of the person"""
    role: OneOf["viewer", "trader", "manager", "admin"]
    """Each role may do what the ones before it may"""
    is_superadmin: bool
    """Whether /admin is open"""
    active: bool
    """False once the user is deactivated"""
    created_at: dt.datetime
    """When the user was created"""
    last_seen_at: dt.datetime | None
    """Last use of a session, to the minute"""


class PlatformUserPage(Table):
    """Platform user page."""

    items: list[PlatformUser]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class PlatformStats(Model):
    """Platform stats."""

    tenants: int
    """Tenants"""
    active_tenants: int
    """Tenants that are not deactivated"""
    users: int
    """Users"""
    active_users: int
    """Users that are not deactivated"""
    live_api_keys: int
    """Keys that are neither revoked nor expired"""
    live_sessions: int
    """Sessions that are neither ended nor expired"""
    requests_today: int
    """Authenticated requests since midnight UTC"""
    waiting_mails: int
    """Mails that wait to be sent"""
    forecast_runs: int
    """Published forecast runs"""
    database_bytes: int
    """Size of the database"""
    first_run_file: bool
    """Whether `first-run.json` with the secrets of the first accounts still lies in DATA_DIR"""


class PlatformAuditEntryActor(Model):
    """Platform audit entry actor."""

    kind: OneOf["user", "api_key", "operator", "system"]
    """A user or key of the tenant, the platform's operator, or the service itself"""
    id: str | None
    """Identifier of the user or key"""
    name: str | None
    """E-mail address of the user or label of the key; null outside the tenant"""


class PlatformAuditEntryTarget(Model):
    """Platform audit entry target."""

    type: str
    """Kind of record"""
    id: str
    """Identifier of the record"""


class PlatformAuditEntry(Model):
    """Platform audit entry."""

    id: str
    """Identifier of the entry"""
    at: dt.datetime
    """When it happened"""
    actor: PlatformAuditEntryActor
    action: str
    """`noun.verb`"""
    target: PlatformAuditEntryTarget | None
    details: dict[str, object]
    """What changed; differs by action"""
    address: str | None
    """Network address that it was done from; null: unknown"""
    tenant_id: str | None
    """The tenant; null: of none, as a sign-in to an address without an account"""


class PlatformAuditPage(Table):
    """Platform audit page."""

    items: list[PlatformAuditEntry]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class TenantUsage(Model):
    """Tenant usage."""

    date: dt.date
    """First day of the period, in UTC"""
    tenant_id: str
    """The tenant"""
    tenant_name: str
    """Name of the tenant"""
    requests: int
    """Requests answered, refusals included"""
    requests_of_sessions: int
    """Of them, without an API key"""


class TenantUsagePage(Table):
    """Tenant usage page."""

    items: list[TenantUsage]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class ModelVersionTraining(Model):
    """Model version training."""

    from_: dt.date = Field(alias="from")
    """First delivery day of its first fit"""
    to: dt.date
    """Last one"""
    known_at: dt.datetime
    """Snapshot of the data: what was known at this instant"""


class ModelVersionBacktest(Model):
    """Model version backtest."""

    from_: dt.date = Field(alias="from")
    """First delivery day"""
    to: dt.date
    """Last one"""
    days: int
    """Delivery days"""
    mae: float
    """Mean absolute error of the first day ahead, EUR/MWh, 2 decimals"""
    naive_mae: float
    """The same of the prices a week before, EUR/MWh, 2 decimals"""

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "naive_mae": "EUR/MWh",
    }


class ModelVersionComparison(Model):
    """Model version comparison."""

    days: int
    """Delivery days"""
    mae: float
    """Its mean absolute error, EUR/MWh, 2 decimals"""
    champion_mae: float
    """That of the champion on the same hours, EUR/MWh, 2 decimals"""
    p_better: float | None
    """p of a sequential test of the weekly errors, 4 decimals: below 0.05 it takes over. Null before the
    first whole week
    """

    UNITS: ClassVar[Mapping[str, str]] = {
        "mae": "EUR/MWh",
        "champion_mae": "EUR/MWh",
    }


class ModelVersion(Model):
    """Model version."""

    model_version: str
    """Model version"""
    market_id: str
    """Market identifier"""
    product: OneOf["da", "ida1", "ida2", "ida3"]
    """Market product"""
    state: OneOf["challenger", "champion", "retired"]
    """champion: serves; challenger: forecasts the same runs unseen; retired: does neither any more"""
    reason: str | None
    """Why it has its state"""
    by_hand: bool
    """Whether a person set its state"""
    created_at: dt.datetime
    """When it was entered"""
    active_from: dt.datetime | None
    """When it began to serve; null: never did"""
    active_to: dt.datetime | None
    """When it ceased to serve; null: serves or never did"""
    recipe_hash: str | None
    """SHA-256 of its recipe; null for versions that release 0.1.0 made, which stored none"""
    library: str | None
    """Version of the forecasting library that it computes with; null for versions that release 0.1.0 made"""
    recipe_tree: str | None
    """Its recipe for a reader: a tree of lines of at most 100 columns; null where no recipe is known"""
    manifest: dict[str, object]
    """What it is made of: recipe, its hash, version of the library, settings, version of the program. It
    is fitted anew for every run, on the days before it
    """
    training: ModelVersionTraining | None
    """What its first fit learnt from; null for versions of before this was kept"""
    backtest: ModelVersionBacktest | None
    """How it did on past days, each forecast from what was known before; null: not known yet"""
    comparison: ModelVersionComparison | None
    """A challenger beside the champion on the days that both ran; null: none yet"""


class ModelVersionPage(Table):
    """Model version page."""

    items: list[ModelVersion]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class Subscription(Model):
    """Subscription."""

    tenant_id: str
    """Identifier of the tenant"""
    tenant_name: str
    """Name of the tenant"""
    products: list[str]


class SubscriptionPage(Table):
    """Subscription page."""

    items: list[Subscription]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class KeyLimit(Model):
    """Key limit."""

    id: str
    """Identifier of the key"""
    tenant_id: str
    """Identifier of the tenant"""
    label: str
    """What the key is for"""
    prefix: str
    """Beginning of the key"""
    requests_per_minute: int | None
    """Null: the tenant's limit"""


class TenantLimit(Model):
    """Tenant limit."""

    tenant_id: str
    """Identifier of the tenant"""
    tenant_name: str
    """Name of the tenant"""
    requests_per_minute: int | None
    """Limit of each credential; null: 60"""
    api_keys: list[KeyLimit]
    """Keys with a limit of their own"""


class TenantLimitPage(Table):
    """Tenant limit page."""

    items: list[TenantLimit]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class IncidentUpdate(Model):
    """Incident update."""

    at: dt.datetime
    """When it was written"""
    state: OneOf["investigating", "identified", "monitoring", "resolved"]
    """`investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a remedy is
    watched; `resolved`: it is over
    """
    text: str
    """What was known"""


class Incident(Model):
    """Incident."""

    id: str
    """Identifier of the incident"""
    title: str
    """What is wrong, in a line"""
    components: list[OneOf["api", "forecast_da", "forecast_ida1", "forecast_ida2", "forecast_ida3", "forecast_pt", "sources", "webhooks", "mail"]]
    """What it affects"""
    state: OneOf["investigating", "identified", "monitoring", "resolved"]
    """That of the newest update"""
    started_at: dt.datetime
    """When it was opened"""
    resolved_at: dt.datetime | None
    """When it was resolved; null while it is open"""
    updates: list[IncidentUpdate]
    """The newest first; 100 at most"""


class IncidentPage(Table):
    """Incident page."""

    items: list[Incident]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class PersonCopyPerson(Model):
    """Person copy person."""

    id: str
    """Identifier of the user"""
    email: str
    full_name: str


class PersonCopy(Model):
    """Person copy."""

    made_at: dt.datetime
    """When the copy was made"""
    person: PersonCopyPerson
    records: dict[str, list[dict[str, object]]]
    """What is stored about the person, by kind, the newest first; times are in UTC"""
    cut_off: list[str]
    """Kinds with more records than the 10,000 that a copy has of each"""


class ErasureStay(Model):
    """Erasure stay."""

    what: str
    """Kind of record"""
    why: str
    """Why it stays"""


class ErasureMention(Model):
    """Erasure mention."""

    where: str
    """Kind of record and its field"""
    count: int
    """Records"""


class Erasure(Model):
    """Erasure."""

    deleted: dict[str, int]
    """Rows that are gone, by kind"""
    anonymised: dict[str, int]
    """Rows that stay and name nobody any more, by kind"""
    stays: list[ErasureStay]
    """What stays, and why"""
    mentions: list[ErasureMention]
    """Texts that people of the tenant wrote and that name the person still: change those that should not"""


class IdentityProvider(Model):
    """Identity provider."""

    id: str
    """Identifier of the provider"""
    issuer: str
    """Issuer"""
    client_id: str
    """Id of the client"""
    scopes: list[str]
    """Scopes that are asked for"""
    role_claim: str | None
    """Claim that roles are read from at each sign-in, by its name or by a path with dots; null: roles are
    set here alone
    """
    roles: dict[str, OneOf["viewer", "trader", "manager", "admin"]]
    """Role by value of the claim; of several values the highest role counts"""
    default_role: OneOf["viewer", "trader", "manager", "admin"] | None
    """Role where no value of the claim is mapped, and of new users without a claim; null: whom no value is
    mapped for is refused, and new users without a claim are viewers
    """
    creates_users: bool
    """Whether unknown people with an address of a confirmed domain become users when they sign in"""
    required: bool
    """Whether members must sign in by the provider; the passwords of admins with a second factor count on"""
    has_client_secret: bool
    """Whether a secret is kept; it is never shown"""
    domains: list[str]
    """Domains of e-mail addresses that the operator has confirmed as the tenant's"""
    sign_in_url: str
    """Page that begins a sign-in, for the organisation to give to its people"""
    redirect_uri: str
    """Address to register at the provider"""
    proven_at: dt.datetime | None
    """When somebody first signed in by it as it is"""
    created_at: dt.datetime
    """When it was first set"""
    updated_at: dt.datetime
    """When it was last changed"""


class ProviderTestFault(Model):
    """Provider test fault."""

    field: str
    """Field of the settings"""
    detail: str
    """What is wrong"""


class ProviderTest(Model):
    """Provider test."""

    faults: list[ProviderTestFault]
    """What keeps people from signing in; empty: nothing that can be seen"""
    signing_keys: int
    """Keys that the provider publishes for signatures"""
    client_accepted: bool | None
    """Whether the provider takes client id and secret; null: it does not say"""


class ProviderOfTenant(Model):
    """Provider of tenant."""

    tenant_id: str
    """Identifier of the tenant"""
    tenant_name: str
    """Name of the tenant"""
    issuer: str
    """Issuer"""
    domains: list[str]
    """Domains of e-mail addresses that the operator has confirmed as the tenant's"""
    creates_users: bool
    """Whether unknown people with an address of a confirmed domain become users when they sign in"""
    required: bool
    """Whether members must sign in by the provider; the passwords of admins with a second factor count on"""
    proven_at: dt.datetime | None
    """When somebody first signed in by it as it is"""
    updated_at: dt.datetime
    """When the tenant last changed it"""


class ProviderOfTenantPage(Table):
    """Provider of tenant page."""

    items: list[ProviderOfTenant]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class QuarantinedDay(Model):
    """Quarantined day."""

    publication: str
    """What the source publishes"""
    day: dt.date
    """Delivery day"""
    reason: str
    """What the check found"""
    reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    recorded_at: dt.datetime
    """When it came"""


class SourceOverview(Model):
    """Source overview."""

    source: str
    """Name of the source"""
    state: OneOf["ok", "late", "failing", "idle"]
    """`failing` after three requests in a row that gave nothing or one that was refused, `idle` while it
    was never asked
    """
    followed: bool
    """True when the service requests it regularly"""
    can_be_asked: bool
    """False for want of a token"""
    publishes: list[str]
    """What a backfill can load"""
    failures_in_row: int
    """Requests in a row that gave nothing"""
    last_answer_at: dt.datetime | None
    """When it last gave a usable answer"""
    last_failure_at: dt.datetime | None
    """When it last did not"""
    last_failure: str | None
    """Why"""
    last_failure_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    publications: list[PublicationStatus]
    """What is followed, with its lateness"""
    quarantined_days: int
    """Days of the last 30 that failed a check and were held back"""
    quarantined: list[QuarantinedDay]
    """The newest of them, at most 20"""


class SourcePage(Table):
    """Source page."""

    items: list[SourceOverview]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class BackfillProgress(Model):
    """Backfill progress."""

    publication: str
    """What the source publishes"""
    days: int
    """Delivery days of the span"""
    settled: int
    """Those that were there before or have been asked for by now"""
    complete: int | None
    """Those that are there; known at the end"""
    quarantined: int | None
    """Those that failed a check; known at the end"""
    missing: int | None
    """Those that the source did not give; known at the end"""
    failure: str | None
    """The last reason for which it gave nothing"""
    failure_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""


class Backfill(Model):
    """Backfill."""

    id: str
    """Identifier of the backfill"""
    source: str
    """Name of the source"""
    publication: str | None
    """Null: all of the source"""
    from_: dt.date = Field(alias="from")
    """First delivery day"""
    to: dt.date
    """Last delivery day"""
    state: OneOf["waiting", "running", "done", "failed"]
    attempts: int
    """How often a worker began it: once more after each interruption"""
    progress: list[BackfillProgress]
    failure: str | None
    """Why it failed"""
    failure_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    created_at: dt.datetime
    """When it was asked for"""
    started_at: dt.datetime | None
    """When a worker first took it up"""
    finished_at: dt.datetime | None
    """When it ended"""


class BackfillPage(Table):
    """Backfill page."""

    items: list[Backfill]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class HeldBack(Model):
    """Held back."""

    id: str
    """Identifier"""
    kind: OneOf["day", "values"]
    """A whole day of a source, or single values of a file"""
    state: OneOf["held", "released", "discarded", "replaced"]
    """`replaced`: what came later has taken its place"""
    source: str
    """Name of the source, or of the feed that the file was loaded into"""
    publication: str
    """What the source publishes, or the series of the values"""
    day: dt.date
    """Delivery day"""
    reason: str
    """What the check found"""
    reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    recorded_at: dt.datetime
    """When it came"""
    values: int
    """How many values"""
    unit: str | None
    """Unit of lowest and highest; null where no value is a number, or units differ"""
    lowest: float | None
    """Lowest of the values"""
    highest: float | None
    """Highest of the values"""
    decided_at: dt.datetime | None
    """When it was released or discarded"""
    decision_reason: str | None
    """Why"""


class HeldBackPage(Table):
    """Held back page."""

    items: list[HeldBack]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""

    ROWS: ClassVar[str] = "items"


class HeldBackDetailsContent(Model):
    """Held back details content."""

    series: str
    """Series"""
    unit: str
    """Unit"""
    resolution: str
    """Length of the period"""
    start: dt.datetime
    """Start of the period"""
    value: float | None
    """As it came; null: no finite number"""


class HeldBackDetails(Model):
    """Held back details."""

    id: str
    """Identifier"""
    kind: OneOf["day", "values"]
    """A whole day of a source, or single values of a file"""
    state: OneOf["held", "released", "discarded", "replaced"]
    """`replaced`: what came later has taken its place"""
    source: str
    """Name of the source, or of the feed that the file was loaded into"""
    publication: str
    """What the source publishes, or the series of the values"""
    day: dt.date
    """Delivery day"""
    reason: str
    """What the check found"""
    reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    recorded_at: dt.datetime
    """When it came"""
    values: int
    """How many values"""
    unit: str | None
    """Unit of lowest and highest; null where no value is a number, or units differ"""
    lowest: float | None
    """Lowest of the values"""
    highest: float | None
    """Highest of the values"""
    decided_at: dt.datetime | None
    """When it was released or discarded"""
    decision_reason: str | None
    """Why"""
    contents: list[HeldBackDetailsContent]
    """The values as they came"""


class ReleasedFromQuarantine(Model):
    """Released from quarantine."""

    id: str
    """Identifier"""
    kind: OneOf["day", "values"]
    """A whole day of a source, or single values of a file"""
    state: OneOf["held", "released", "discarded", "replaced"]
    """`replaced`: what came later has taken its place"""
    source: str
    """Name of the source, or of the feed that the file was loaded into"""
    publication: str
    """What the source publishes, or the series of the values"""
    day: dt.date
    """Delivery day"""
    reason: str
    """What the check found"""
    reason_codes: list[ReasonCode]
    """The sentence before it as codes with their parts; empty where that is null"""
    recorded_at: dt.datetime
    """When it came"""
    values: int
    """How many values"""
    unit: str | None
    """Unit of lowest and highest; null where no value is a number, or units differ"""
    lowest: float | None
    """Lowest of the values"""
    highest: float | None
    """Highest of the values"""
    decided_at: dt.datetime | None
    """When it was released or discarded"""
    decision_reason: str | None
    """Why"""
    known_from: dt.datetime | None
    """From when the values count as known; null: from their usual instants"""


class Job(Model):
    """Job."""

    id: str
    """Identifier of the job"""
    queue: str
    """Name of the queue"""
    state: OneOf["waiting", "retrying", "active", "completed", "failed", "cancelled"]
    payload: dict[str, object]
    """Parameters of the job"""
    attempts: int
    """How often it was begun"""
    error: str | None
    """What the last attempt died of: one line, in which what can be a secret is hidden"""
    created_at: dt.datetime
    """When it was queued"""
    finished_at: dt.datetime | None
    """When it was given up"""


class JobQueue(Model):
    """Job queue."""

    name: str
    """Name of the queue"""
    waiting: int
    """Jobs that no worker has started yet"""
    retrying: int
    """Jobs that failed and will be tried again"""
    active: int
    """Jobs under way"""
    completed: int
    """Jobs that ended well and are still kept"""
    failed: int
    """Jobs that were given up and are still kept"""
    oldest_waiting_at: dt.datetime | None
    """When the oldest waiting job was queued"""


class JobPage(Table):
    """Job page."""

    items: list[Job]
    total: int
    """Matching records"""
    page: int
    page_size: int
    """Most records in a page"""
    queues: list[JobQueue]
    """Every queue with its counts"""

    ROWS: ClassVar[str] = "items"


class RetriedJobs(Model):
    """Retried jobs."""

    retried: int
    """Jobs that are queued again"""
    skipped: int
    """Failed jobs whose work is queued already"""


class ForecastPublished(Model):
    """A forecast run was published"""

    id: str
    """Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you
    have
    """
    event: Literal["forecast.published"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: ForecastEventData


class ForecastChanged(Model):
    """A forecast differs from the run before by at least the tenant's threshold"""

    id: str
    """Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you
    have
    """
    event: Literal["forecast.changed"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: ForecastChangeData


class PricesPublished(Model):
    """The prices of a delivery day were published or corrected"""

    id: str
    """Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you
    have
    """
    event: Literal["prices.published"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: PriceEventData


class AlertFired(Model):
    """An alert rule of a user of the tenant found something in a run"""

    id: str
    """Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you
    have
    """
    event: Literal["alert.fired"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: AlertEventData


class PingData(Model):
    """Ping data."""

    endpoint_id: str
    """Identifier of the endpoint"""
    name: str
    """Name of the endpoint"""


class Ping(Model):
    """A test of the endpoint"""

    id: str
    """Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you
    have
    """
    event: Literal["ping"]
    occurred_at: dt.datetime
    """When the event was recorded"""
    data: PingData
