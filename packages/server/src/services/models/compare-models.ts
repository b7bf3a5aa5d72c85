import { addDays, deliveryDayOf } from '@lonja/forecasting/market';
import { multivariateDieboldMariano } from '@lonja/forecasting/metrics';
import type { ModelVersion } from '../../store/model-versions.ts';
import { listShadowValues } from '../../store/shadow-runs.ts';
import { listScoredHours } from '../accuracy/list-scored-hours.ts';
import type { ReadContext } from '../forecasts/read-context.ts';

/** Fewest days on which a challenger can win. */
export const FEWEST_COMPARED_DAYS = 28;
/** Past days in the comparison: what was better half a year ago need not be so now. */
const MOST_COMPARED_DAYS = 182;

/** How a challenger did beside the champion, on the hours that both have forecast and whose price is known. */
export interface ModelComparison {
  challengerId: string;
  days: number;
  championMaeEurPerMwh: number;
  challengerMaeEurPerMwh: number;
  /** One-sided Diebold-Mariano test of the days' absolute errors: small where the challenger is better. Undefined with fewer than 28 days. */
  pChallengerBetter: number | undefined;
}

/** Holds a challenger against the runs of the champion that count; undefined where there is no common day. */
export async function compareModels(
  context: ReadContext,
  { champion, challenger }: { champion: ModelVersion; challenger: ModelVersion },
): Promise<ModelComparison | undefined> {
  const today = deliveryDayOf(context.clock.now());
  const { hours } = await listScoredHours(context, {
    product: champion.product,
    from: addDays(today, -MOST_COMPARED_DAYS),
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
  const count = new Set(days).size;
  const errorOf = (values: number[]) =>
    values.reduce((sum, value, i) => sum + Math.abs(value - prices[i]) / values.length, 0);
  return {
    challengerId: challenger.id,
    days: count,
    championMaeEurPerMwh: errorOf(served),
    challengerMaeEurPerMwh: errorOf(shadow),
    pChallengerBetter:
      count < FEWEST_COMPARED_DAYS
        ? undefined
        : multivariateDieboldMariano(served, shadow, prices, { days }).pSecondBetter,
  };
}
