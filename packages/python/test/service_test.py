"""Against a running service, which python.test.ts has started and filled."""

from __future__ import annotations

import asyncio
import datetime as dt
import hashlib
import os
import tempfile
import unittest
import urllib.request
from pathlib import Path
from typing import Any

import httpx
import pandas
import pydantic

import lonja
from lonja import AsyncLonja, Lonja, async_items, async_pages, items, models, pages, to_pandas

FEW = os.environ["LONJA_FEW_KEY"]
SESSION = os.environ["LONJA_SESSION"]
OTHER = os.environ["LONJA_OTHER_SESSION"]
SHORT_DAY, LONG_DAY = "2026-03-29", "2026-10-25"


def publish() -> str:
    """Makes the service publish a further run, and gives its id."""
    with urllib.request.urlopen(urllib.request.Request(os.environ["LONJA_CONTROL"], method="POST")) as reply:
        return str(reply.read().decode())


class Forecasts(unittest.TestCase):
    def setUp(self) -> None:
        self.api = Lonja()
        self.addCleanup(self.api.close)

    def test_a_forecast_has_names_and_types_of_the_document(self) -> None:
        run = self.api.forecasts.latest(market_id="es", product="da", quantiles="25,75")
        self.assertEqual((run.market_id, run.product, run.unit), ("es", "da", "EUR/MWh"))
        first = run.points[0]
        self.assertEqual(first.time, dt.datetime(2026, 10, 26, 23, tzinfo=dt.timezone.utc))
        self.assertEqual((first.value, first.p10, first.p90), (50.0, 40.0, 60.0))
        self.assertEqual(first.quantiles, {"25": 43.75, "75": 56.25})

    def test_a_day_may_be_a_date_and_an_instant_a_datetime_with_a_zone(self) -> None:
        by_text = self.api.forecasts.get(market_id="es", product="da", date="2026-10-27")
        by_date = self.api.forecasts.get(market_id="es", product="da", date=dt.date(2026, 10, 27))
        self.assertEqual(by_text, by_date)
        madrid = dt.timezone(dt.timedelta(hours=1))
        before = dt.datetime(2026, 10, 26, 1, 0, tzinfo=madrid)
        with self.assertRaises(lonja.NotFound):
            self.api.forecasts.latest(market_id="es", product="da", as_of=before)
        with self.assertRaisesRegex(ValueError, "time zone"):
            self.api.forecasts.latest(market_id="es", product="da", as_of=dt.datetime(2026, 10, 26))

    def test_a_day_may_be_a_word_and_an_auction_has_the_names_of_all_routes(self) -> None:
        word = self.api.statistics.price(market_id="es", product="da", date="yesterday")
        day = dt.date.fromisoformat(str(word.date_from))
        self.assertEqual(word, self.api.statistics.price(market="day-ahead", date_from=day, date_to=day))
        with self.assertRaises(lonja.LonjaError):
            self.api.statistics.price(market="intraday-1", product="da", date="today")

    def test_csv_is_text_and_may_be_written_as_in_spain(self) -> None:
        lines = self.api.forecasts.get_csv(market_id="es", product="da", date="2026-10-27").splitlines()
        self.assertEqual(len(lines), 25)
        spanish = self.api.forecasts.get_csv(market_id="es", product="da", date="2026-10-27", locale="es")
        self.assertIn(";50;40;60;", spanish)
        self.assertFalse(spanish.startswith("\ufeff"))

    def test_the_limit_and_what_is_left_of_it_are_known(self) -> None:
        api = Lonja(api_key=FEW)
        self.assertIsNone(api.rate_limit)
        api.markets.list()
        first = api.rate_limit
        api.markets.list()
        second = api.rate_limit
        assert first is not None and second is not None
        self.assertEqual((first.limit, first.remaining - second.remaining), (5, 1))
        self.assertEqual(second.resets_at.tzinfo, dt.timezone.utc)

    def test_over_the_limit_the_error_says_when_to_come_back(self) -> None:
        api = Lonja(api_key=os.environ["LONJA_FEWER_KEY"], max_wait=0)
        api.markets.list()
        with self.assertRaises(lonja.TooManyRequests) as caught:
            api.markets.list()
        error = caught.exception
        self.assertEqual((error.status, error.code), (429, "rate_limited"))
        self.assertGreater(error.retry_after or 0, 0)

    def test_an_error_says_what_is_wrong_what_to_do_and_where_to_read_on(self) -> None:
        with self.assertRaises(lonja.InvalidRequest) as caught:
            self.api.forecasts.get(market_id="es", product="da")
        error = caught.exception
        self.assertEqual((error.status, error.code), (422, "validation_error"))
        self.assertEqual(error.faults[0].loc[0], "query")
        self.assertIn(error.faults[0].msg, str(error))
        self.assertRegex(error.request_id, r"^[\da-f-]{36}$")
        with urllib.request.urlopen(error.help_url) as page:
            self.assertIn(b'id="validation_error-422"', page.read())
        with self.assertRaises(lonja.NotAuthenticated) as refused:
            Lonja(api_key="svc_unknown").markets.list()
        self.assertEqual(refused.exception.code, "invalid_token")
        with self.assertRaises(lonja.NotFound) as missing:
            self.api.forecasts.day_ahead(date="2027-01-01")
        self.assertEqual(missing.exception.code, "FORECAST_NOT_AVAILABLE")

    def test_another_tenants_record_is_not_shown(self) -> None:
        portfolio = Lonja(api_key=SESSION).portfolio
        site = portfolio.create_site(name="Mill", kind="wind", capacity_mw=30)
        with self.assertRaises(lonja.NotAllowed):
            Lonja(api_key=OTHER).portfolio.site(site.id)
        portfolio.delete_site(site.id)


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        self.api = Lonja()
        self.addCleanup(self.api.close)

    def prices(self, day: str, resolution: str) -> pandas.DataFrame:
        quarters = resolution == "PT15M"
        found = items(
            self.api.market_data.prices,
            date_from=day,
            date_to=day,
            resolution="PT15M" if quarters else "PT1H",
            page_size=40,
        )
        return to_pandas(found)

    def test_both_clock_changes_have_every_period_once(self) -> None:
        for day, hours in ((SHORT_DAY, 23), (LONG_DAY, 25)):
            for resolution, periods in (("PT1H", hours), ("PT15M", 4 * hours)):
                with self.subTest(day=day, resolution=resolution):
                    frame = self.prices(day, resolution)
                    self.assertEqual(len(frame), periods)
                    self.assertTrue(frame.index.is_unique and frame.index.is_monotonic_increasing)
                    self.assertEqual(str(frame.index.tz), "Europe/Madrid")
                    self.assertEqual({str(start.date()) for start in frame.index}, {day})
                    step = frame.index.to_series().diff().dropna().unique()
                    self.assertEqual([int(each) for each in step], [24 * 3600 * 10**9 // (periods * 24 // hours)])
                    self.assertEqual(frame["price"].dtype, "float64")

    def test_the_hour_that_comes_twice_has_two_offsets_and_the_one_that_is_missing_none(self) -> None:
        long_day = self.prices(LONG_DAY, "PT1H")
        offsets = [str(start.utcoffset()) for start in long_day.index if start.hour == 2]
        self.assertEqual(offsets, ["2:00:00", "1:00:00"])
        self.assertNotIn(2, {start.hour for start in self.prices(SHORT_DAY, "PT1H").index})

    def test_the_zone_may_be_chosen_and_units_are_kept(self) -> None:
        run = self.api.forecasts.get(market_id="es", product="da", date="2026-10-27", quantiles="25")
        frame = run.to_pandas()
        self.assertEqual(str(frame.index[0]), "2026-10-27 00:00:00+01:00")
        self.assertEqual(frame.index.name, "time")
        self.assertEqual(frame.attrs["tz"], "Europe/Madrid")
        for column in ("value", "p10", "p90", "quantiles.25"):
            self.assertEqual(frame.attrs["units"][column], "EUR/MWh")
        utc = run.to_pandas(tz="UTC")
        self.assertEqual(str(utc.index[0]), "2026-10-26 23:00:00+00:00")
        self.assertEqual(list(frame["value"]), list(utc["value"]))

    def test_columns_have_their_types_where_every_value_is_whole_or_missing(self) -> None:
        frame = self.prices(LONG_DAY, "PT1H")
        self.assertEqual(frame["price"].dtype, "float64")
        self.assertEqual(str(frame["session"].dtype), "Int64")
        self.assertTrue(frame["session"].isna().all())
        self.assertEqual(str(frame["hour"].dtype), "Int64")

    def test_records_in_records_are_columns(self) -> None:
        frame = self.api.market_data.fundamentals(date=LONG_DAY).to_pandas()
        self.assertEqual(len(frame), 25)
        self.assertEqual(list(frame["generation.wind_mw"]), [1000.0] * 25)
        self.assertEqual(frame.attrs["units"]["generation.wind_mw"], "MW")

    def test_a_series_of_days_is_one_table_with_the_day_and_the_run_of_each_row(self) -> None:
        series = self.api.forecasts.series(issued_before="11:00", date_from="2026-10-27", date_to="2026-10-28")
        frame = series.to_pandas()
        self.assertEqual(len(frame), 24)
        self.assertEqual({str(day) for day in frame["date"]}, {"2026-10-27"})
        self.assertEqual(set(frame["forecast_id"]), {series.days[0].forecast_id})
        self.assertEqual(list(frame["value"]), [point.value for point in series.days[0].points])
        self.assertEqual(frame.index.name, "time")

    def test_an_empty_list_is_an_empty_table(self) -> None:
        page = self.api.market_data.prices(date_from="2020-01-01", date_to="2020-01-02")
        empty = page.to_pandas()
        self.assertEqual((len(empty), str(empty["price"].dtype), empty.index.name), (0, "float64", "start"))
        self.assertEqual(str(empty.index.tz), "Europe/Madrid")
        self.assertEqual(len(to_pandas([])), 0)

    def test_polars_reads_the_same_instants_and_prices(self) -> None:
        try:
            import polars
        except ImportError:
            self.skipTest("needs polars")
        for day, periods in ((SHORT_DAY, 92), (LONG_DAY, 100)):
            found = list(
                items(self.api.market_data.prices, date_from=day, date_to=day, resolution="PT15M", page_size=100)
            )
            frame = lonja.to_polars(found)
            self.assertEqual(frame["start"].dtype, polars.Datetime("us", "Europe/Madrid"))
            self.assertEqual(frame["start"].n_unique(), periods)
            self.assertEqual(frame["price (EUR/MWh)"].to_list(), [price.price for price in found])
            self.assertEqual(frame["price (EUR/MWh)"].dtype, polars.Float64)


class Lists(unittest.TestCase):
    def test_every_record_is_read_page_by_page(self) -> None:
        api = Lonja(api_key=OTHER)
        labels = {"a", "b", "c", "d", "e"}
        for label in sorted(labels):
            api.api_keys.create(label=label)
        seen = [key.label for key in items(api.api_keys.list, page_size=2)]
        self.assertEqual((set(seen), len(seen)), (labels, 5))
        self.assertEqual([len(page.items) for page in pages(api.api_keys.list, page_size=2)], [2, 2, 1])
        with self.assertRaisesRegex(ValueError, "Leave out page"):
            next(items(api.api_keys.list, page=2))

    def test_usage_is_counted_by_day_and_key(self) -> None:
        api = Lonja(api_key=SESSION)
        self.assertIsInstance(api.settings.usage(date_from="2026-10-26").total, int)


class Changes(unittest.TestCase):
    def test_a_battery_is_made_once_changed_planned_and_deleted(self) -> None:
        api = Lonja(api_key=SESSION)
        named = {"name": "Cáceres 1", "kind": "battery", "capacity_mw": 10, "energy_mwh": 20, "efficiency": 0.9}
        site = api.portfolio.create_site(
            name="Cáceres 1", kind="battery", capacity_mw=10, energy_mwh=20, efficiency=0.9, notes="new", idempotency_key="once"
        )
        again = api.portfolio.create_site(
            name="Cáceres 1", kind="battery", capacity_mw=10, energy_mwh=20, efficiency=0.9, notes="new", idempotency_key="once"
        )
        self.assertEqual(site.id, again.id)
        self.assertEqual({name: getattr(site, name) for name in named}, named)
        self.assertEqual(api.portfolio.change_site(site.id, capacity_mw=5).notes, "new")
        self.assertIsNone(api.portfolio.change_site(site.id, notes=None).notes)
        plan = api.portfolio.schedule_site(site.id, date="2026-10-27").to_pandas()
        self.assertGreaterEqual(len(plan), 24)
        self.assertEqual(plan.attrs["units"]["charge_mw"], "MW")
        self.assertLessEqual(plan["charge_mw"].max(), 5)
        api.portfolio.delete_site(site.id)
        with self.assertRaises(lonja.NotFound):
            api.portfolio.site(site.id)

    def test_secrets_are_read_and_not_printed(self) -> None:
        api = Lonja(api_key=SESSION)
        created = api.api_keys.create(label="printed")
        self.assertRegex(created.key, "^svc_")
        for said in (repr(created), str(created)):
            self.assertNotIn(created.key, said)
        self.assertNotIn(SESSION, repr(api) + repr(vars(api)["_policy"]))
        api.api_keys.revoke(created.id)


class Events(unittest.TestCase):
    def test_the_stream_goes_on_after_the_last_event(self) -> None:
        api = Lonja()
        publish()
        first = api.events.list().items[0]
        latest = publish()
        for event in api.stream_events(after=first.id):
            if isinstance(event, models.ForecastPublishedEvent) and event.data.forecast_id == latest:
                break
        listed = [each.id for each in api.events.list(after=first.id).items]
        self.assertEqual(listed[-1], event.id)
        self.assertEqual(len(event.data.points), 24)


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_the_same_calls_are_awaited(self) -> None:
        async with AsyncLonja() as api:
            run = await api.forecasts.latest(market_id="es", product="da")
            self.assertEqual(run, Lonja().forecasts.latest(market_id="es", product="da"))
            with self.assertRaises(lonja.NotFound):
                await api.forecasts.day_ahead(date="2027-01-01")

    async def test_lists_and_events(self) -> None:
        async with AsyncLonja() as api:
            sizes = [
                len(page.items)
                async for page in async_pages(
                    api.market_data.prices, date_from=SHORT_DAY, date_to=SHORT_DAY, page_size=10
                )
            ]
            self.assertEqual(sizes, [10, 10, 3])
            found = async_items(api.market_data.prices, date_from=SHORT_DAY, date_to=SHORT_DAY, page_size=10)
            frame = to_pandas([price async for price in found])
            self.assertEqual(len(frame), 23)
            publish()
            first = (await api.events.list()).items[0]
            latest = publish()
            async for event in api.stream_events(after=first.id):
                if isinstance(event, models.ForecastPublishedEvent) and event.data.forecast_id == latest:
                    break


class Exports(unittest.TestCase):
    """Prices of both clock changes of 2026."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "prices"
        self.asked: list[str] = []
        case = self

        class Counting(httpx.HTTPTransport):
            def handle_request(self, request: httpx.Request) -> httpx.Response:
                case.asked.append(request.url.path)
                return super().handle_request(request)

        self.api = Lonja(transport=Counting())
        self.addCleanup(self.api.close)

    def manifest(self, files: Any = None) -> models.ExportManifest:
        return self.api.exports.prices(date_from="2025-12-31", date_to=LONG_DAY, resolution="PT15M", files=files)

    def test_files_are_fetched_once_and_only_what_is_wrong_again(self) -> None:
        manifest = self.manifest()
        self.assertEqual((manifest.rows, len(manifest.parts)), (92 + 100, 2))
        for form in ("parquet", "csv.gz"):
            places = self.api.download_export(manifest, self.folder, format=form)
            self.assertEqual([place.name.split(".", 1)[1] for place in places], [form, form])
            for place, part in zip(places, manifest.parts, strict=True):
                file = next(each for each in part.files if each.format == form)
                self.assertEqual(hashlib.sha256(place.read_bytes()).hexdigest(), file.sha256)
        frame = pandas.read_csv(places[1], parse_dates=["delivery_start"])
        self.assertEqual((len(frame), frame["delivery_start"].nunique()), (192, 192))
        asked = len(self.asked)
        self.assertEqual(self.api.download_export(manifest, self.folder, format="csv.gz"), places)
        self.assertEqual(len(self.asked), asked, "what is there and right is kept")
        places[0].unlink()
        places[1].write_bytes(places[1].read_bytes()[:-20])
        self.assertEqual(self.api.download_export(manifest, self.folder, format="csv.gz"), places)
        self.assertEqual(len(self.asked), asked + 2)
        self.assertEqual(len(pandas.read_csv(places[1])), 192)
        self.assertEqual(len(list(self.folder.iterdir())), 4, "nothing else is left in the folder")

    def test_the_same_is_awaited(self) -> None:
        async def fetch() -> list[Path]:
            async with AsyncLonja() as api:
                return await api.download_export(self.manifest("csv.gz"), self.folder, format="csv.gz")

        places = asyncio.run(fetch())
        self.assertEqual(sum(len(pandas.read_csv(place)) for place in places), 192)

    def test_a_form_that_the_manifest_lacks_is_said(self) -> None:
        with self.assertRaisesRegex(ValueError, "files='parquet'"):
            self.api.download_export(self.manifest("csv.gz"), self.folder)


if __name__ == "__main__":
    print("pydantic", pydantic.VERSION, "pandas", pandas.__version__)
    unittest.main()
