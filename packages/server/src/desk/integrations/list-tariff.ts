import { MINUTE_MS, periodMs } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { AppError } from '../../ground/errors.ts';
import { findNewestRun } from '../../forecasts/runs/forecast-queries.ts';
import type { ForecastReadContext } from '../../forecasts/runs/forecast-read-context.ts';
import { findVisibleRuns } from '../../forecasts/runs/visible-runs.ts';
import { servedDaysOf } from '../../ground/timing/served-days.ts';
import { type BillTerms, billPrice } from './bill-price.ts';
import { listPrices } from '../../market/prices/list-prices.ts';

export interface TariffPeriod {
  start: number;
  end: number;
  eurPerKwh: number;
  /** Whether the auction has not cleared yet and the forecast stands in. */
  isForecast: boolean;
}

export interface TariffQuery {
  terms: BillTerms;
  resolution: 'PT15M' | 'PT1H';
  /** Periods to give; fewer where the forecast ends before. */
  count: number;
}

/** Starts of the quarters within an hour: a run without quarter hours has the same price in all four. */
const QUARTERS_MS = [0, 15, 30, 45].map((minutes) => minutes * MINUTE_MS);

/**
 * The day-ahead tariff from the period that runs now on, in order and without a gap: the price where the auction has cleared, after that the
 * newest forecast. Throws `not_found` where neither covers the present.
 */
export async function listTariff(context: ForecastReadContext, query: TariffQuery): Promise<TariffPeriod[]> {
  const { resolution, count } = query;
  const length = periodMs(resolution);
  const now = context.clock.now();
  const first = now - (now % length);
  const known = new Map<number, { priceEurPerMwh: number; isForecast: boolean }>();
  for (const point of await latestPoints(context, resolution)) {
    known.set(point.start, { priceEurPerMwh: point.value, isForecast: true });
  }
  const days = servedDaysOf({ from: first, to: first + count * length });
  const { prices } =
    days === undefined
      ? { prices: [] }
      : await listPrices(context, { product: 'da', ...days, hour: undefined, resolution });
  for (const { start, priceEurPerMwh } of prices) known.set(start, { priceEurPerMwh, isForecast: false });
  const periods: TariffPeriod[] = [];
  for (let start = first; periods.length < count; start += length) {
    const rate = known.get(start);
    if (rate === undefined) break;
    const { priceEurPerMwh, isForecast } = rate;
    periods.push({
      start,
      end: start + length,
      eurPerKwh: billPrice(start, priceEurPerMwh, query.terms),
      isForecast,
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

async function latestPoints(
  context: ForecastReadContext,
  resolution: 'PT15M' | 'PT1H',
): Promise<readonly ForecastPoint[]> {
  const visible = await findVisibleRuns(context, 'da');
  const run = visible && (await findNewestRun(context.db, visible));
  if (run === undefined) return [];
  const points = await context.points.read(run.id, resolution);
  if (points.length > 0 || resolution === 'PT1H') return points;
  const hours = await context.points.read(run.id, 'PT1H');
  return hours.flatMap((hour) => QUARTERS_MS.map((offset) => ({ ...hour, start: hour.start + offset })));
}
