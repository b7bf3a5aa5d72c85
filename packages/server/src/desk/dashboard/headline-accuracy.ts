import { meanAbsoluteError } from '@lonja/forecasting';
import { addDays, type DeliveryDay, type Product, auctionOf } from '@lonja/forecasting/market';
import type { Cutoff } from '../../forecasts/runs/cutoff.ts';
import { type DayCounts, dayCounts, HEADLINE_DAYS } from '../../forecasts/accuracy/day-counts.ts';
import { isProvisional } from '../../forecasts/accuracy/is-provisional.ts';
import type { AccuracyBasis } from '../../forecasts/accuracy/scored-points.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { forecastScores } from '@lonja/forecasting/metrics';
import { listComparedHours } from '../../forecasts/statistics/compared-hours.ts';

/** How good the last forecasts were, in a line. Errors are EUR/MWh. */
export interface HeadlineAccuracy {
  /** Delivery days, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
  cutoff: Cutoff;
  /** Delivery hours with a price and a forecast. */
  count: number;
  days: DayCounts;
  isProvisional: boolean;
  maeEurPerMwh: number;
  /** Of the price a week before, on the hours where it is known. */
  naiveMaeEurPerMwh: number | null;
  /** How much smaller the error is than the naive one, percent; negative when it is larger. */
  skillPercent: number | null;
  coveragePercent: number;
}

/** Figures of fewer days say little: what calibration made up of days past is shown beside them. */
const FEW_DAYS = 14;

/** How good the issued forecasts were, and where they are few, how good those were that were made up of days past. */
export interface Headlines {
  issued: HeadlineAccuracy | undefined;
  backtested: HeadlineAccuracy | undefined;
}

/** The figures of both cutoffs: of intraday auctions they are the same. */
export interface CutoffHeadlines {
  official: Headlines;
  gate: Headlines;
}

export async function cutoffHeadlines(
  context: ReadContext,
  query: { product: Product; to: DeliveryDay },
): Promise<CutoffHeadlines> {
  const official = await headlineAccuracies(context, { ...query, cutoff: 'official' });
  // No run lies between the gate of an intraday auction and what is official there.
  if (auctionOf(query.product) !== 'da') return { official, gate: withCutoff(official, 'gate') };
  return { official, gate: await headlineAccuracies(context, { ...query, cutoff: 'gate' }) };
}

/** The figures of the thirty delivery days up to `to`; undefined where none of them can be scored. */
export async function headlineAccuracies(
  context: ReadContext,
  query: { product: Product; to: DeliveryDay; cutoff: Cutoff },
): Promise<Headlines> {
  const issued = await headlineAccuracy(context, { ...query, basis: 'issued' });
  if (issued !== undefined && issued.days.counted >= FEW_DAYS) return { issued, backtested: undefined };
  return { issued, backtested: await headlineAccuracy(context, { ...query, basis: 'backtested' }) };
}

function withCutoff({ issued, backtested }: Headlines, cutoff: Cutoff): Headlines {
  return { issued: issued && { ...issued, cutoff }, backtested: backtested && { ...backtested, cutoff } };
}

async function headlineAccuracy(
  context: ReadContext,
  query: { product: Product; to: DeliveryDay; basis: AccuracyBasis; cutoff: Cutoff },
): Promise<HeadlineAccuracy | undefined> {
  const { to, cutoff } = query;
  const span = { from: addDays(to, 1 - HEADLINE_DAYS), to };
  const wanted = { ...query, ...span };
  const { hours, days } = await listComparedHours(context, { ...wanted, everyLeadDay: false });
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
  return {
    ...span,
    cutoff,
    count,
    days: dayCounts(span, days, hours),
    isProvisional: await isProvisional(context, wanted, days),
    maeEurPerMwh,
    naiveMaeEurPerMwh,
    skillPercent: relativeMae === null ? null : 100 * (1 - relativeMae),
    coveragePercent,
  };
}
