import { type DeliveryDay, deliveryDayOf, formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import type { ServedHours } from './get-hourly-forecast.ts';
import type { ServedQuantiles } from './quantiles-of-points.ts';
import type { ForecastRun } from './visible-runs.ts';
import { PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { runOccasion } from './run-occasion.ts';
import { toDegraded } from './degraded-fields.ts';
import { beyondCell, toBeyond, toExtremes } from '../../market/prices/cleared-record.ts';
import { type CsvTable, type CsvValue, runName } from '../../ground/http/csv.ts';
import type { AvailableDates, ForecastRunRecord, HourlyFields, RunFields } from './forecasts-schemas.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

const POINT_CSV_COLUMNS = [
  'time (UTC)',
  `start (${TIME_ZONE})`,
  'value (EUR/MWh)',
  'p10 (EUR/MWh)',
  'p90 (EUR/MWh)',
];

export const HOURLY_CSV_COLUMNS = [
  `date (${TIME_ZONE})`,
  `hour (${TIME_ZONE})`,
  `start (${TIME_ZONE})`,
  'time (UTC)',
  'forecast_price (EUR/MWh)',
  'lower_bound (EUR/MWh)',
  'upper_bound (EUR/MWh)',
  'beyond_cleared',
  'model_version',
  'simulated',
];

/** What run an answer is of. */
export function toRunFields(run: ForecastRun): RunFields {
  return {
    ...productFields(run.product),
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    unit: PRICE_UNIT,
  };
}

export function toForecastRun(
  { run, points, quantiles }: ServedQuantiles,
  resolution: 'PT1H' | 'PT15M',
  range: { from: number; to: number } | undefined,
): ForecastRunRecord {
  return {
    ...toRunFields(run),
    range_start: range === undefined ? null : formatInstant(range.from),
    range_end: range === undefined ? null : formatInstant(range.to),
    points: points.map((point, i) => ({
      time: formatInstant(point.start),
      value: roundPrice(point.value),
      p10: roundPrice(point.p10),
      p90: roundPrice(point.p90),
      ...(quantiles && {
        quantiles: Object.fromEntries(
          quantiles.percents.map((percent, k) => [percent, roundPrice(quantiles.prices[i][k])]),
        ),
      }),
      ...toBeyond(run.clearedExtremes, point),
    })),
    resolution,
    model_version: run.modelVersionId,
    published_at: formatInstant(run.publishedAt),
    data_as_of: formatInstant(run.dataAsOf),
    known_until: formatInstant(run.knownUntil),
    ...runOccasion(run),
    ...toDegraded(run),
    cleared_extremes: toExtremes(run.clearedExtremes),
    simulated: run.dataOrigin === 'simulator',
  };
}

/** A run as a file, named after the days that are in it. */
export function runCsvTable(served: ServedQuantiles): CsvTable {
  const { run, points, quantiles } = served;
  return {
    name: ['forecast', run.product, ...firstAndLastDay(points), runName(run.issuedAt)],
    columns: [
      ...POINT_CSV_COLUMNS,
      ...(quantiles?.percents ?? []).map((percent) => `q${percent} (EUR/MWh)`),
      'beyond_cleared',
      'model_version',
      'simulated',
    ],
    rows: points.map((point, i) => [
      formatInstant(point.start),
      formatMadrid(point.start),
      roundPrice(point.value),
      roundPrice(point.p10),
      roundPrice(point.p90),
      ...(quantiles?.prices[i] ?? []).map(roundPrice),
      beyondCell(run.clearedExtremes, point),
      run.modelVersionId,
      run.dataOrigin === 'simulator',
    ]),
  };
}

/** The days of periods in order of time, for the name of a file. */
export function firstAndLastDay(periods: readonly { start: number }[]): DeliveryDay[] {
  const days = [periods[0], periods.at(-1)].flatMap((period) =>
    period ? [deliveryDayOf(period.start)] : [],
  );
  return [...new Set(days)];
}

/** The fields that the day-ahead and the intraday page share. */
export function toHourlyFields({ run, hours }: ServedHours, day: DeliveryDay): HourlyFields {
  return {
    date: day,
    model_version: run.modelVersionId,
    data_as_of: formatInstant(run.dataAsOf),
    forecasts: hours.map((point) => ({
      hour: point.hour,
      forecast_price: roundPrice(point.value),
      lower_bound: roundPrice(point.p10),
      upper_bound: roundPrice(point.p90),
      unit: PRICE_UNIT,
      start: formatMadrid(point.start),
      ...toBeyond(run.clearedExtremes, point),
    })),
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    ...toDegraded(run),
    cleared_extremes: toExtremes(run.clearedExtremes),
    simulated: run.dataOrigin === 'simulator',
  };
}

export const DATES_CSV_COLUMNS = [
  `date (${TIME_ZONE})`,
  'product',
  'forecast_id',
  'issued_at (UTC)',
  'hours',
  'simulated',
];

export function datesCsvRows(items: AvailableDates['items'], simulated: boolean): CsvValue[][] {
  return items.map((item) => [
    item.date,
    item.product,
    item.forecast_id,
    item.issued_at,
    item.hours,
    simulated,
  ]);
}

export function hourlyCsvRows({ run, hours }: ServedHours, day: DeliveryDay): CsvValue[][] {
  return hours.map((point) => [
    day,
    point.hour,
    formatMadrid(point.start),
    formatInstant(point.start),
    roundPrice(point.value),
    roundPrice(point.p10),
    roundPrice(point.p90),
    beyondCell(run.clearedExtremes, point),
    run.modelVersionId,
    run.dataOrigin === 'simulator',
  ]);
}
