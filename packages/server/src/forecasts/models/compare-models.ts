import { meanAbsoluteError } from '@lonja/forecasting';
import { addDays, daysBetween, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import { sequentialSuperiority } from '@lonja/forecasting/metrics';
import { listRunningChallengers, type ModelVersion } from '../runs/model-versions.ts';
import { listShadowValues } from './shadow-runs.ts';
import { listScoredHours } from '../accuracy/list-scored-hours.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/** A comparison begins anew after 52 weeks: what was better a year ago need not be so now. */
const COMPARED_DAYS = 364;

/** How a challenger did beside the champion, on the hours that both have forecast and whose price is known. */
export interface ModelComparison {
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
export async function compareModels(
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
  const both = deliveryDayOf(Math.max(champion.activeFrom ?? champion.createdAt, challenger.createdAt));
  return addDays(today, -(Math.max(0, daysBetween(both, today)) % COMPARED_DAYS));
}
