import { meanAbsoluteError } from '@lonja/forecasting';
import { addDays, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import type { AccuracyBasis } from '../accuracy/list-scored-hours.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { forecastScores } from '../statistics/interval-scores.ts';
import { listComparedHours } from '../statistics/list-compared-hours.ts';

/** How good the last forecasts were, in a line. Errors are EUR/MWh. */
export interface HeadlineAccuracy {
  /** Delivery days, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
  /** Delivery hours with a price and a forecast, and the delivery days that they are of. */
  count: number;
  days: number;
  maeEurPerMwh: number;
  /** Of the price a week before, on the hours where it is known. */
  naiveMaeEurPerMwh: number | null;
  /** How much smaller the error is than the naive one, percent; negative when it is larger. */
  skillPercent: number | null;
  coveragePercent: number;
}

export const HEADLINE_DAYS = 30;

/** Figures of fewer days say little: what calibration made up of days past is shown beside them. */
const FEW_DAYS = 14;

/** How good the issued forecasts were, and where they are few, how good those were that were made up of days past. */
export interface Headlines {
  issued: HeadlineAccuracy | undefined;
  backtested: HeadlineAccuracy | undefined;
}

/** The figures of the thirty delivery days up to `to`; undefined where none of them can be scored. */
export async function headlineAccuracies(
  context: ReadContext,
  query: { product: Product; to: DeliveryDay },
): Promise<Headlines> {
  const issued = await headlineAccuracy(context, { ...query, basis: 'issued' });
  if (issued !== undefined && issued.days >= FEW_DAYS) return { issued, backtested: undefined };
  return { issued, backtested: await headlineAccuracy(context, { ...query, basis: 'backtested' }) };
}

async function headlineAccuracy(
  context: ReadContext,
  { product, to, basis }: { product: Product; to: DeliveryDay; basis: AccuracyBasis },
): Promise<HeadlineAccuracy | undefined> {
  const span = { from: addDays(to, 1 - HEADLINE_DAYS), to };
  const { hours } = await listComparedHours(context, { product, ...span, everyLeadDay: false, basis });
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
  const days = new Set(hours.map(({ day }) => day)).size;
  return { ...span, count, days, maeEurPerMwh, naiveMaeEurPerMwh, skillPercent, coveragePercent };
}
