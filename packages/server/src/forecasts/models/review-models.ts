import { AUCTIONS, type Product } from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { findChampion, listRunningChallengers, promoteVersion } from '../runs/model-versions.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { compareModels, type ModelComparison } from './compare-models.ts';

/** At most so many champions in a hundred years give way to a challenger that is not better. */
const SIGNIFICANCE = 0.05;

/**
 * Replaces every champion to which a challenger is significantly superior: p < 0.05 of a sequential test, which may be asked
 * at any time. Of several the one with the smallest p. Gives the products whose champion has changed.
 */
export async function reviewModels(context: { db: Db; clock: Clock; logger: Logger }): Promise<Product[]> {
  const { db, clock, logger } = context;
  const changed: Product[] = [];
  for (const product of AUCTIONS) {
    const best = await findSuperior(context, product);
    if (best === undefined) continue;
    const reason = reasonOf(best);
    const id = await db
      .transaction()
      .execute((tx) =>
        promoteVersion(tx, { id: best.challengerId, product, now: clock.now(), reason, byHand: false }),
      );
    if (id === undefined) continue;
    logger.info({ product, modelVersionId: id, reason }, 'a challenger took over');
    changed.push(product);
  }
  return changed;
}

async function findSuperior(
  { db, clock }: { db: Db; clock: Clock },
  product: Product,
): Promise<(ModelComparison & { pChallengerBetter: number }) | undefined> {
  const champion = await findChampion(db, product);
  if (champion === undefined) return undefined;
  const superior: (ModelComparison & { pChallengerBetter: number })[] = [];
  for (const challenger of await listRunningChallengers(db, product)) {
    const dataOrigin = () => findDataOrigin(db);
    const comparison = await compareModels({ db, clock, dataOrigin }, { champion, challenger });
    const p = comparison?.pChallengerBetter;
    if (comparison !== undefined && p !== undefined && p < SIGNIFICANCE) {
      superior.push({ ...comparison, pChallengerBetter: p });
    }
  }
  return superior.sort((a, b) => a.pChallengerBetter - b.pChallengerBetter).at(0);
}

function reasonOf(comparison: ModelComparison & { pChallengerBetter: number }): string {
  const { days, championMaeEurPerMwh, challengerMaeEurPerMwh, pChallengerBetter } = comparison;
  return `mean absolute error ${challengerMaeEurPerMwh.toFixed(2)} instead of ${championMaeEurPerMwh.toFixed(2)} EUR/MWh over ${days} days, sequential test p ${pChallengerBetter.toFixed(4)}`;
}
