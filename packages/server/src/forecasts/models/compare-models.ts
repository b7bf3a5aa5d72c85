import { meanAbsoluteError } from '@lonja/forecasting';
import {
  addDays,
  daysBetween,
  type DeliveryDay,
  deliveryDayOf,
  type Product,
  AUCTIONS,
} from '@lonja/forecasting/market';
import { sequentialSuperiority } from '@lonja/forecasting/metrics';
import type { Logger } from 'pino';
import {
  listRunningChallengers,
  type ModelVersion,
  findChampion,
  listModelVersions,
  promoteVersion,
} from '../runs/model-versions.ts';
import { listShadowValues } from './shadow-runs.ts';
import { listScoredHours } from '../accuracy/list-scored-hours.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';

/** A comparison begins anew after 52 weeks: what was better a year ago need not be so now. */
const COMPARED_DAYS = 364;

/** How a challenger did beside the champion, on the hours that both have forecast and whose price is known. */
interface ModelComparison {
  challengerId: string;
  days: number;
  championMaeEurPerMwh: number;
  challengerMaeEurPerMwh: number;
  /**
   * Sequential test of the weeks' absolute errors, times the number of challengers: small where this one is better. Undefined before the
   * first whole week.
   */
  pChallengerBetter: number | undefined;
}

/** Holds a challenger against the runs of the champion that count; undefined where there is no common day. */
async function compareModels(
  context: ReadContext,
  { champion, challenger }: { champion: ModelVersion; challenger: ModelVersion },
): Promise<ModelComparison | undefined> {
  const today = deliveryDayOf(context.clock.now());
  const from = comparedFrom(today, { champion, challenger });
  const { hours } = await listScoredHours(context, {
    product: champion.product,
    from,
    to: addDays(today, 1),
  });
  const own = hours.filter(({ modelVersionId }) => modelVersionId === champion.id);
  const shadows = await listShadowValues(context.db, {
    modelVersionId: challenger.id,
    runIds: [...new Set(own.map(({ runId }) => runId))],
  });
  const common = own.flatMap((hour) => {
    const value = shadows.get(hour.runId)?.get(hour.start);
    return value === undefined ? [] : [{ ...hour, shadow: value }];
  });
  if (common.length === 0) return undefined;
  const served = common.map(({ value }) => value);
  const shadow = common.map((hour) => hour.shadow);
  const prices = common.map(({ price }) => price);
  const days = common.map(({ day }) => day);
  const { pSecondBetter } = sequentialSuperiority(served, shadow, prices, { days });
  const { length: rivals } = await listRunningChallengers(context.db, champion.product);
  return {
    challengerId: challenger.id,
    days: new Set(days).size,
    championMaeEurPerMwh: meanAbsoluteError(served, prices),
    challengerMaeEurPerMwh: meanAbsoluteError(shadow, prices),
    pChallengerBetter: pSecondBetter === undefined ? undefined : Math.min(1, pSecondBetter * rivals),
  };
}

/** The first day of the present 52 weeks: they are counted from the day on which both ran, so that it does not move with the day of the question. */
function comparedFrom(
  today: DeliveryDay,
  { champion, challenger }: { champion: ModelVersion; challenger: ModelVersion },
): DeliveryDay {
  const servedFrom = champion.active_from ?? champion.created_at;
  const both = deliveryDayOf(Math.max(servedFrom.getTime(), challenger.created_at.getTime()));
  return addDays(today, -(Math.max(0, daysBetween(both, today)) % COMPARED_DAYS));
}

/** A model version, and how it does beside the champion if it is a challenger that has run on a scored day. */
export interface ListedModel {
  version: ModelVersion;
  comparison: ModelComparison | undefined;
}

/** One page of the model versions of a product or of all, the newest first. */
export async function listModels(
  context: ReadContext,
  query: { product: Product | undefined; offset: number; limit: number },
): Promise<{ models: ListedModel[]; total: number }> {
  const { versions, total } = await listModelVersions(context.db, query);
  const models: ListedModel[] = [];
  for (const version of versions) {
    models.push({ version, comparison: await comparisonOf(context, version) });
  }
  return { models, total };
}

async function comparisonOf(
  context: ReadContext,
  challenger: ModelVersion,
): Promise<ModelComparison | undefined> {
  if (challenger.state !== 'challenger') return undefined;
  const champion = await findChampion(context.db, challenger.product);
  return champion && compareModels(context, { champion, challenger });
}

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
