import { computeDayAhead } from './compute-day-ahead.ts';
import { computeIntraday } from './compute-intraday.ts';
import { zoneOf, isFirstZone } from '@lonja/forecasting/market';
import { computeZone } from './compute-zone.ts';
import type { ComputedRun, RunToCompute } from './computed-run.ts';
import type { ForecastContext } from './forecast-context.ts';

/** Computes a run of any product; the same request gives the same numbers at any later time. */
export function computeRun(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  if (!isFirstZone(zoneOf(request.product))) return computeZone(context, request);
  return request.product === 'da' ? computeDayAhead(context, request) : computeIntraday(context, request);
}
