import { type DecileRank, decilesBelow } from '@lonja/forecasting/distribution';
import { listScoredDistributions } from '../accuracy/scored-distributions.ts';
import type { Db } from '../../ground/database/database.ts';
import type { ScoredHour } from '../accuracy/list-scored-hours.ts';

/** The hours with the place of their price among the deciles. Runs of before distributions were stored have none. */
export async function withDecileRanks<H extends ScoredHour>(
  db: Db,
  hours: readonly H[],
): Promise<(H & DecileRank)[]> {
  const distributions = await listScoredDistributions(db, 'PT1H', hours);
  return hours.map((hour, i) => {
    const stored = distributions[i];
    return { ...hour, decilesBelow: stored && decilesBelow(stored, hour, hour.price) };
  });
}
