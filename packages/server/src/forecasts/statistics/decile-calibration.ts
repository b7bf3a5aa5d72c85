import { quantileAt, withExactPoint } from '@lonja/forecasting/distribution';
import { listScoredDistributions } from '../accuracy/scored-distributions.ts';
import type { Db } from '../../ground/database/database.ts';
import type { ScoredHour } from '../accuracy/list-scored-hours.ts';

/** Where a price lay in the distribution that was forecast: how many of the nine deciles are below it; undefined where none is stored. */
export interface DecileRank {
  decilesBelow: number | undefined;
}

export interface DecileCalibration {
  /** Hours whose forecast has a stored distribution. */
  count: number;
  /** Percent of their prices at or below each decile; right when it is 100 times the level. Empty without an hour. */
  levels: { level: number; atMost: number; observedPercent: number }[];
}

const DECILES = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);

/** The hours with the place of their price among the deciles. Runs of before distributions were stored have none. */
export async function withDecileRanks<H extends ScoredHour>(
  db: Db,
  hours: readonly H[],
): Promise<(H & DecileRank)[]> {
  const distributions = await listScoredDistributions(db, 'PT1H', hours);
  return hours.map((hour, i) => {
    const stored = distributions[i];
    if (stored === undefined) return { ...hour, decilesBelow: undefined };
    const exact = withExactPoint(stored, hour);
    return { ...hour, decilesBelow: DECILES.filter((level) => quantileAt(exact, level) < hour.price).length };
  });
}

export function decileCalibration(hours: readonly DecileRank[]): DecileCalibration {
  const ranks = hours.flatMap(({ decilesBelow }) => decilesBelow ?? []);
  const count = ranks.length;
  if (count === 0) return { count, levels: [] };
  return {
    count,
    levels: DECILES.map((level, k) => {
      const atMost = ranks.filter((rank) => rank <= k).length;
      return { level, atMost, observedPercent: (100 * atMost) / count };
    }),
  };
}
