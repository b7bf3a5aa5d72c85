import { meanAbsoluteError } from '@lonja/forecasting';
import { addDays, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import type { ReadContext } from '../forecasts/read-context.ts';
import { forecastScores } from '../statistics/interval-scores.ts';
import { listComparedHours } from '../statistics/list-compared-hours.ts';

/** How good the last forecasts were, in a line. Errors are EUR/MWh. */
export interface HeadlineAccuracy {
  /** Delivery days, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
  /** Delivery hours with a price and a forecast. */
  count: number;
  maeEurPerMwh: number;
  /** Of the price a week before, on the hours where it is known. */
  naiveMaeEurPerMwh: number | null;
  /** How much smaller the error is than the naive one, percent; negative when it is larger. */
  skillPercent: number | null;
  coveragePercent: number;
}

const HEADLINE_DAYS = 30;

/** The figures of the thirty delivery days up to `to`; undefined where none of them can be scored. */
export async function headlineAccuracy(
  context: ReadContext,
  { product, to }: { product: Product; to: DeliveryDay },
): Promise<HeadlineAccuracy | undefined> {
  const span = { from: addDays(to, 1 - HEADLINE_DAYS), to };
  const { hours } = await listComparedHours(context, { product, ...span, everyLeadDay: false });
  if (hours.length === 0) return undefined;
  const { count, maeEurPerMwh, relativeMae, coveragePercent } = forecastScores(hours);
  const withNaive = hours.flatMap(({ naive, price }) => (naive === undefined ? [] : [{ naive, price }]));
  const naiveMaeEurPerMwh =
    withNaive.length === 0
      ? null
      : meanAbsoluteError(
          withNaive.map(({ naive }) => naive),
          withNaive.map(({ price }) => price),
        );
  const skillPercent = relativeMae === null ? null : 100 * (1 - relativeMae);
  return { ...span, count, maeEurPerMwh, naiveMaeEurPerMwh, skillPercent, coveragePercent };
}
