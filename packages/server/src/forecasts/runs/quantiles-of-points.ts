import { quantileAt } from '@lonja/forecasting/distribution';
import type { ForecastReadContext } from './forecast-read-context.ts';
import type { ServedRun } from './visible-runs.ts';

/** A run with its points, and quantiles of each where they are wanted. */
export interface ServedQuantiles extends ServedRun {
  quantiles?: { percents: number[]; prices: number[][] } | undefined;
}

/** Adds quantiles, in percent, to the points of a run. */
export async function withQuantiles<T extends ServedRun>(
  { points: stored }: ForecastReadContext,
  served: T,
  { resolution, percents }: { resolution: 'PT15M' | 'PT1H'; percents: number[] | undefined },
): Promise<T & ServedQuantiles> {
  if (percents === undefined) return served;
  const { periods } = await stored.distributions(served.run.id, resolution);
  const byStart = new Map(periods.map(({ start, distribution }) => [start, distribution]));
  const prices = served.points.map(({ start }) => {
    const distribution = byStart.get(start);
    if (distribution === undefined) throw new Error(`The run ${served.run.id} has no period at ${start}.`);
    return percents.map((percent) => quantileAt(distribution, percent / 100));
  });
  return { ...served, quantiles: { percents, prices } };
}
