import {
  type DeliveryDay,
  MINUTE_MS,
  addDays,
  dayStart,
  deliveryDayOf,
  periodMs,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { meanOf } from '@lonja/forecasting/metrics';
import { empiricalQuantile } from '@lonja/forecasting/scenarios';
import { AppError } from '../../ground/errors.ts';
import {
  findNewestRun,
  type ForecastRun,
  type TimeRange,
  findVisibleRuns,
} from '../../forecasts/runs/run-store.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';
import { getPaths, USUAL_PATHS } from '../../forecasts/runs/get-paths.ts';
import { servedDaysOf } from '../../ground/timing/served-days.ts';
import { type BillTerms, billPrice } from './bill-price.ts';
import { listPrices } from '../../market/prices/list-prices.ts';

/** Of ten outcomes one lies below, one above. */
interface Bounds {
  p10: number;
  p90: number;
}

export interface TariffPeriod {
  start: number;
  end: number;
  eurPerKwh: number;
  /** Of what is forecast, where they were asked for; EUR/kWh. */
  bounds: Bounds | undefined;
  /** Whether the auction has not cleared yet and the forecast stands in. */
  isForecast: boolean;
}

export interface TariffQuery {
  terms: BillTerms;
  resolution: 'PT15M' | 'PT1H';
  /** Periods to give; fewer where the forecast ends before. */
  count: number;
  withBounds: boolean;
}

/** EUR/MWh, of the market alone. */
interface KnownPrice {
  price: number;
  /** Of a forecast. */
  bounds: Bounds | undefined;
}

/** Starts of the quarters within an hour: a run without quarter hours has the same price in all four. */
const QUARTERS_MS = [0, 15, 30, 45].map((minutes) => minutes * MINUTE_MS);

/**
 * The day-ahead tariff from the period that runs now on, in order and without a gap: the price where the auction has cleared, after that the
 * newest forecast. With futures among the terms, as of the PVPC, a price is the hour's in each of its quarters. Throws `not_found` where
 * neither covers the present.
 */
export async function listTariff(context: ForecastReadContext, query: TariffQuery): Promise<TariffPeriod[]> {
  const { terms, resolution, count } = query;
  if (terms.futures === undefined || resolution === 'PT1H') return listPeriods(context, query);
  const hours = await listPeriods(context, {
    ...query,
    resolution: 'PT1H',
    count: Math.ceil(count / QUARTERS_MS.length) + 1,
  });
  const now = context.clock.now();
  return hours
    .flatMap((hour) =>
      QUARTERS_MS.map((offset) => {
        const start = hour.start + offset;
        return { ...hour, start, end: start + 15 * MINUTE_MS };
      }),
    )
    .filter(({ end }) => end > now)
    .slice(0, count);
}

async function listPeriods(
  context: ForecastReadContext,
  { terms, resolution, count, withBounds }: TariffQuery,
): Promise<TariffPeriod[]> {
  const length = periodMs(resolution);
  const now = context.clock.now();
  const first = now - (now % length);
  const range = { from: first, to: first + count * length };
  const run = await newestRun(context);
  const known = await readKnown(context, run, { resolution, ...range });
  const means = dayMeans(known);
  const ofPaths =
    withBounds && terms.futures !== undefined && run !== undefined
      ? await boundsByPaths(context, run, { ...range, terms })
      : undefined;
  const periods: TariffPeriod[] = [];
  for (let start = first; periods.length < count; start += length) {
    const at = known.get(start);
    if (at === undefined) break;
    const dayMean = means.get(deliveryDayOf(start)) ?? at.price;
    periods.push({
      start,
      end: start + length,
      eurPerKwh: billPrice(start, { price: at.price, dayMean }, terms),
      bounds: withBounds && at.bounds ? (ofPaths?.(start) ?? ofBounds(start, at.bounds, terms)) : undefined,
      isForecast: at.bounds !== undefined,
    });
  }
  if (periods.length === 0) {
    throw new AppError(
      'not_found',
      `Neither a price nor a forecast of resolution ${resolution} is known for the present.`,
    );
  }
  return periods;
}

async function newestRun(context: ForecastReadContext): Promise<ForecastRun | undefined> {
  const visible = await findVisibleRuns(context, 'da');
  return visible && (await findNewestRun(context.db, visible));
}

async function readKnown(
  context: ForecastReadContext,
  run: ForecastRun | undefined,
  { resolution, from, to }: TimeRange & { resolution: 'PT15M' | 'PT1H' },
): Promise<Map<number, KnownPrice>> {
  const known = new Map<number, KnownPrice>();
  for (const { start, value, p10, p90 } of await pointsOf(context, run, resolution)) {
    known.set(start, { price: value, bounds: { p10, p90 } });
  }
  const days = servedDaysOf({ from, to });
  const { prices } =
    days === undefined
      ? { prices: [] }
      : await listPrices(context, { product: 'da', ...days, hour: undefined, resolution });
  for (const { start, priceEurPerMwh } of prices) {
    known.set(start, { price: priceEurPerMwh, bounds: undefined });
  }
  return known;
}

async function pointsOf(
  context: ForecastReadContext,
  run: ForecastRun | undefined,
  resolution: 'PT15M' | 'PT1H',
): Promise<readonly ForecastPoint[]> {
  if (run === undefined) return [];
  const points = await context.points.read(run.id, resolution);
  if (points.length > 0 || resolution === 'PT1H') return points;
  const hours = await context.points.read(run.id, 'PT1H');
  return hours.flatMap((hour) => QUARTERS_MS.map((offset) => ({ ...hour, start: hour.start + offset })));
}

/** The mean of what is known of each delivery day. */
function dayMeans(known: ReadonlyMap<number, KnownPrice>): Map<DeliveryDay, number> {
  const days = Map.groupBy(known, ([start]) => deliveryDayOf(start));
  return new Map([...days].map(([day, ofDay]) => [day, meanOf(ofDay.map(([, { price }]) => price))]));
}

/** Where the bill is a rising line of the period's own price alone, its quantiles are those of the price. */
function ofBounds(start: number, { p10, p90 }: Bounds, terms: BillTerms): Bounds {
  const bill = (price: number) => billPrice(start, { price, dayMean: price }, terms);
  return { p10: bill(p10), p90: bill(p90) };
}

/** Where the day's mean counts as well, they are those of the bill along each of the run's paths. */
async function boundsByPaths(
  context: ForecastReadContext,
  run: ForecastRun,
  { from, to, terms }: TimeRange & { terms: BillTerms },
): Promise<(start: number) => Bounds | undefined> {
  const { starts, paths } = await getPaths(context, run, {
    resolution: 'PT1H',
    count: USUAL_PATHS,
    from: dayStart(deliveryDayOf(from)),
    to: dayStart(addDays(deliveryDayOf(to - 1), 1)),
  });
  const indices = new Map(starts.map((start, i) => [start, i]));
  const ofDays = Map.groupBy(starts.keys(), (i) => deliveryDayOf(starts[i]));
  const means = paths.map(
    (path) => new Map([...ofDays].map(([day, ofDay]) => [day, meanOf(ofDay.map((i) => path[i]))])),
  );
  return (start) => {
    const i = indices.get(start);
    if (i === undefined) return undefined;
    const day = deliveryDayOf(start);
    const bills = Float64Array.from(paths, (path, k) =>
      billPrice(start, { price: path[i], dayMean: means[k].get(day) ?? path[i] }, terms),
    ).sort();
    return { p10: empiricalQuantile(bills, 0.1), p90: empiricalQuantile(bills, 0.9) };
  };
}
