import { expectedSpread, spreadAt, type ZoneSpread } from '@lonja/forecasting/zones';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { AppError } from '../../ground/errors.ts';
import type { ForecastReadContext } from './run-points.ts';
import type { ServedRun } from './run-store.ts';

/** How far the price of a period is expected to lie from that in Spain, EUR/MWh; probabilities 0 to 1. */
export interface PeriodZoneSpread extends Pick<ZoneSpread, 'below' | 'above'>, ForecastPoint {}

export interface ServedZoneSpreads {
  referenceRunId: string;
  /** In order of time. */
  spreads: PeriodZoneSpread[];
}

/** The spreads to Spain of the periods of `points`. Throws `not_found` for a run that is of Spain itself. */
export async function getZoneSpreads(
  { points: stored }: Pick<ForecastReadContext, 'points'>,
  { run, points }: ServedRun,
  resolution: 'PT15M' | 'PT1H',
): Promise<ServedZoneSpreads> {
  const found = await stored.zoneSpreads(run.id);
  if (found === undefined) throw new AppError('not_found', `The forecast ${run.id} has no spread to Spain.`);
  const wanted = new Set(points.map(({ start }) => start));
  const spreads = (resolution === 'PT1H' ? found.hours : found.quarters)
    .filter(({ start }) => wanted.has(start))
    .map((spread) => ({
      start: spread.start,
      below: spread.below,
      above: spread.above,
      value: expectedSpread(spread),
      p10: spreadAt(spread, 0.1),
      p90: spreadAt(spread, 0.9),
    }));
  return { referenceRunId: found.referenceRunId, spreads };
}
