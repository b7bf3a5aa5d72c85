import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  instantFor,
  type Product,
  productOf,
  type Zone,
  ZONES,
} from '@lonja/forecasting/market';
import type { PastSpreads } from '@lonja/forecasting/intraday';
import { OUTLOOK_SPREADS } from '@lonja/forecasting/scenarios';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { ForecastReadContext } from './forecast-read-context.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { AppError } from '../../ground/errors.ts';
import {
  expectedDayAhead,
  type OutlookPeriod,
  outlookPeriods,
  readPastSpreads,
} from './get-intraday-outlook.ts';
import type { ForecastRun } from './forecast-queries.ts';
import type { DistributionBasis } from './read-run-periods.ts';

/** What is known of an intraday auction before the gate of the day-ahead auction. */
export interface AuctionBeforeGate {
  product: Product;
  /** Spreads to the day-ahead price. */
  past: PastSpreads;
  /** The periods that it covers; undefined with too few past days to say anything. */
  periods: OutlookPeriod[] | undefined;
}

export interface GateOutlook {
  day: DeliveryDay;
  dataOrigin: DataOrigin;
  /** Up to when it was known, epoch ms: the gate, or now where that is still to come. */
  knownUntil: number;
  /** The day-ahead run that was the newest by then. */
  run: ForecastRun;
  distributionBasis: DistributionBasis | undefined;
  auctions: AuctionBeforeGate[];
}

/** Up to when the market may be known by whoever offers to the day-ahead auction of a day, epoch ms. Throws `not_found` for days without a market. */
export function knownBeforeGateOf(
  { clock }: Pick<ForecastReadContext, 'clock'>,
  { day, zone = ZONES[0] }: { day: DeliveryDay; zone?: Zone },
): number {
  if (clampToServedDays({ from: day, to: day }) === undefined)
    throw new AppError('not_found', `Nothing is known of ${day}.`);
  return Math.min(clock.now(), instantFor(day, AUCTION_CALENDAR[productOf(zone, 'da')].gateClosure));
}

/** Whether so many past days of an auction say something of its spread. */
export function isOutlookKnown({ days }: PastSpreads): boolean {
  return days.length >= OUTLOOK_SPREADS.fewestDays;
}

/**
 * The intraday auctions of one market and day as they look before the day-ahead gate: the newest day-ahead run of then, and the spreads of each
 * auction to the day-ahead price that past days had shown. Nothing that came after the gate enters, whenever it is asked. Throws `not_found`
 * without such a run.
 */
export async function getGateOutlook(
  context: ForecastReadContext,
  {
    products,
    zone,
    day,
    resolution,
  }: { products: readonly Product[]; zone: Zone; day: DeliveryDay; resolution: 'PT15M' | 'PT1H' },
): Promise<GateOutlook> {
  const asOf = knownBeforeGateOf(context, { day, zone });
  const read = products.map(async (product) => {
    const query = { product, day, resolution, asOf };
    const [base, past] = await Promise.all([
      expectedDayAhead(context, query),
      readPastSpreads(context, { ...query, reference: productOf(zone, 'da') }),
    ]);
    const periods = isOutlookKnown(past) ? outlookPeriods(base, past, query) : undefined;
    return { base, auction: { product, past, periods } };
  });
  const found = await Promise.all(read);
  const [{ base }] = found;
  return {
    day,
    dataOrigin: base.run.dataOrigin,
    knownUntil: asOf,
    run: base.run,
    distributionBasis: base.distributionBasis,
    auctions: found.map(({ auction }) => auction),
  };
}
