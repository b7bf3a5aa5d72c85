import { addDays, dayRange, dayStart, deliveryDayOf } from '@lonja/forecasting/market';
import { hourlyLookup } from '@lonja/forecasting/data';
import { createPowerScores, type PowerScore } from '@lonja/forecasting/power';
import { readSeries } from '../../market/observations/observations.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { MODEL_DAYS_AHEAD } from '../fundamentals/forecast-fundamentals.ts';
import {
  measuredSeriesOf,
  modelSeriesOf,
  QUANTITIES,
  type Quantity,
} from '../../market/observations/quantities.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';

/** Errors of the service's own forecasts of a quantity, a number of days ahead; MW. */
export interface FundamentalsScore extends PowerScore {
  quantity: Quantity;
}

/**
 * How far the own forecasts of each quantity were off what was measured afterwards, by days ahead: for each delivery day and lead the
 * last forecast made before the end of the day so many days earlier. Only what is measured by now is scored.
 */
export async function scoreFundamentals(
  context: ReadContext,
  { from, to }: DaySpan,
): Promise<{ scores: FundamentalsScore[]; simulated: boolean }> {
  const dataOrigin = await context.dataOrigin();
  const simulated = dataOrigin === 'simulator';
  const now = context.clock.now();
  const today = deliveryDayOf(now);
  const served = clampToServedDays({ from, to: to < today ? to : today });
  if (dataOrigin === undefined || served === undefined) return { scores: [], simulated };
  const window = {
    from: dayStart(addDays(served.from, -MODEL_DAYS_AHEAD - 1)),
    to: dayStart(addDays(served.to, 1)),
    asOf: now,
  };
  const measuredKeys = (quantity: Quantity) =>
    measuredSeriesOf(quantity).filter((key) => key.endsWith('actual'));
  const keys = QUANTITIES.flatMap((quantity) => [...measuredKeys(quantity), modelSeriesOf(quantity)]);
  const series = await readSeries(context.db, { keys, dataOrigin, ...window });
  const scoresOf = createPowerScores(dayRange(served.from, served.to), { leadDays: MODEL_DAYS_AHEAD, now });
  const scores = QUANTITIES.flatMap((quantity) => {
    const known = measuredKeys(quantity).flatMap((key) => series.get(key) ?? []);
    const ofQuantity = scoresOf({
      measured: hourlyLookup(
        known.filter(({ resolution }) => resolution !== 'P1D'),
        window,
      ),
      forecasts: (series.get(modelSeriesOf(quantity)) ?? []).filter(
        ({ resolution }) => resolution === 'PT1H',
      ),
      // A week repeats itself in the load; wind, sun and plants go on as on the last day that was measured when the forecast was made.
      naiveDays: (leadDay) => (quantity === 'load' ? 7 : leadDay + 1),
    });
    return ofQuantity.map((score) => ({ quantity, ...score }));
  });
  return { scores, simulated };
}
