import { addDays, dayStart, type DeliveryDay, HOUR_MS, periodMs } from '@lonja/forecasting/market';
import { SHOWN_HOURS } from '@lonja/forecasting/metrics';
import { type DayFigures, dayFigures, priceProbabilities } from '@lonja/forecasting/scenarios';
import type { ForecastRun } from '../../forecasts/runs/run-store.ts';
import { getPaths, COUNTED_PATHS } from '../../forecasts/runs/get-paths.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';

/** How sure the figures of a forecast day are. */
export interface DayOutlook extends DayFigures {
  /** Probability that any period is below zero, 0 to 1. */
  anyBelowZero: number;
  /** By start. */
  hours: Map<number, HourOutlook>;
}

/** Probabilities of an hour or a quarter of one, 0 to 1. */
export interface HourOutlook {
  /** Of a price below zero; 0.00 is not below. */
  belowZero: number;
  /** That it is one of the three cheapest or dearest periods of its day. */
  cheapest: number;
  dearest: number;
}

/** Prices have two decimals: the highest one below zero. */
const BELOW_ZERO = -0.01;

/** The outlook of the periods of a day that a run covers; undefined where it covers none. */
export async function getDayOutlook(
  context: ForecastReadContext,
  run: ForecastRun,
  { day, resolution }: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H' },
): Promise<DayOutlook | undefined> {
  const range = { from: dayStart(day), to: dayStart(addDays(day, 1)) };
  const [paths, { periods }] = await Promise.all([
    getPaths(context, run, { ...range, resolution, count: COUNTED_PATHS }),
    context.points.distributions(run.id, resolution),
  ]);
  const ofDay = periods.filter(({ start }) => start >= range.from && start < range.to);
  if (ofDay.length === 0) return undefined;
  const periodsPerHour = HOUR_MS / periodMs(resolution);
  const probabilities = priceProbabilities(ofDay, paths.paths, {
    thresholds: [BELOW_ZERO],
    // Three periods, whatever their length.
    hours: SHOWN_HOURS / periodsPerHour,
    periodsPerHour,
  });
  return {
    ...dayFigures(paths.paths),
    anyBelowZero: probabilities.days[0].any[0],
    hours: new Map(
      probabilities.periods.map(({ start, atMost, cheapest, dearest }) => [
        start,
        { belowZero: atMost[0], cheapest, dearest },
      ]),
    ),
  };
}
