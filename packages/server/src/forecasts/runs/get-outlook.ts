import {
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  type DeliveryDay,
  type Product,
  productOf,
  zoneOf,
  instantFor,
  type Zone,
  ZONES,
} from '@lonja/forecasting/market';
import { type PastSpreads, pastSpreads } from '@lonja/forecasting/intraday';
import {
  likelyPrices,
  OUTLOOK_SPREADS,
  type OutlookPeriod,
  outlookPeriods,
} from '@lonja/forecasting/scenarios';
import { AppError } from '../../ground/errors.ts';
import { type ForecastRun, findNewestRun, findVisibleRuns } from './run-store.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { readPrices } from '../../market/prices/price-feeds.ts';
import { getForecastOfDay } from './get-forecast.ts';
import type { ForecastReadContext } from './run-points.ts';
import type { DistributionBasis } from './run-distributions.ts';

export interface IntradayOutlook {
  day: DeliveryDay;
  dataOrigin: DataOrigin;
  /** The earlier auction: the last one of the day that has cleared, before that the day-ahead auction. */
  reference: Product;
  /** The day-ahead run that stands for its prices; undefined where it has cleared. */
  run: ForecastRun | undefined;
  /** Of that run. */
  distributionBasis?: DistributionBasis;
  /** The past days whose spreads were counted. */
  spreadDays: DeliveryDay[];
  periods: OutlookPeriod[];
}

export interface OutlookQuery {
  product: Product;
  /** The earlier auctions whose prices may be told, in order. */
  references: readonly Product[];
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
}

/**
 * What is to be expected of an intraday auction of a day before its first run: the prices of an earlier auction, or their distribution in the
 * newest day-ahead run, plus the spreads that past days showed at the same time of day. Throws `not_found` once the auction has a forecast of its
 * own, and where the earlier auction or too few past days are known.
 */
export async function getIntradayOutlook(
  context: ForecastReadContext,
  query: OutlookQuery,
): Promise<IntradayOutlook> {
  const { product, day } = query;
  const own = await findVisibleRuns(context, product, query.asOf);
  if (own === undefined || clampToServedDays({ from: day, to: day }) === undefined) {
    throw new AppError('not_found', `Nothing is known of ${marketProductId(product)} on ${day}.`);
  }
  if ((await findNewestRun(context.db, own, { coversFirst: day, coversLast: day })) !== undefined) {
    throw new AppError(
      'not_found',
      `${marketProductId(product)} has a forecast of its own for ${day}; ask /forecasts or /forecasts/spreads.`,
    );
  }
  const base = await earlierAuction(context, query);
  const past = await readPastSpreads(context, { ...query, reference: base.reference });
  if (past.days.length < OUTLOOK_SPREADS.fewestDays) {
    throw new AppError(
      'not_found',
      `Of ${OUTLOOK_SPREADS.days} days before ${day}, ${past.days.length} have prices of both ${marketProductId(product)} and ${marketProductId(base.reference)}; an outlook needs ${OUTLOOK_SPREADS.fewestDays}.`,
    );
  }
  const periods = outlookOf(base, past, query);
  return { ...base, day, dataOrigin: own.dataOrigin, spreadDays: past.days, periods };
}

/** The earlier auction's prices with the spreads of past days added, within the limits of the auction. */
function outlookOf(
  base: EarlierAuction,
  past: PastSpreads,
  { product, day, resolution }: Pick<OutlookQuery, 'product' | 'day' | 'resolution'>,
): OutlookPeriod[] {
  const { min: lowest, max: highest } = AUCTION_CALENDAR[product].priceLimits;
  const starts = coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }) => start);
  return outlookPeriods(base.periods, past.spreads, { starts, limits: { lowest, highest } });
}

interface EarlierAuction extends Pick<IntradayOutlook, 'reference' | 'run' | 'distributionBasis'> {
  /** The price of each period or its point forecast, and equally likely prices. EUR/MWh. */
  periods: { start: number; value: number; likely: number[] }[];
}

/** The last auction of the day that has cleared, or what the newest day-ahead run expects. */
async function earlierAuction(context: ForecastReadContext, query: OutlookQuery): Promise<EarlierAuction> {
  const { product, references, day, resolution, asOf } = query;
  const starts = coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }) => start);
  for (const reference of references.toReversed()) {
    const prices = await readPrices(context, { product: reference, from: day, to: day, resolution, asOf });
    const periods = starts.flatMap((start) => {
      const value = prices.get(start);
      return value === undefined ? [] : [{ start, value, likely: [value] }];
    });
    if (periods.length === starts.length) return { reference, run: undefined, periods };
  }
  return expectedDayAhead(context, query);
}

/** What the newest day-ahead run expects of the periods of a later auction. */
async function expectedDayAhead(
  context: ForecastReadContext,
  { product, day, resolution, asOf }: Omit<OutlookQuery, 'references'>,
): Promise<EarlierAuction & { run: ForecastRun }> {
  const starts = coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }) => start);
  const dayAhead = productOf(zoneOf(product), 'da');
  const { run, points } = await getForecastOfDay(context, { product: dayAhead, day, resolution, asOf });
  const { periods, basis } = await context.points.distributions(run.id, resolution);
  const distributionOf = new Map(periods.map(({ start, distribution }) => [start, distribution]));
  const isCovered = new Set(starts);
  return {
    reference: dayAhead,
    run,
    distributionBasis: basis,
    periods: points.flatMap(({ start, value }) => {
      const distribution = distributionOf.get(start);
      if (distribution === undefined || !isCovered.has(start)) return [];
      return [{ start, value, likely: likelyPrices(distribution) }];
    }),
  };
}

/** The spreads to the reference of the days on which both auctions cleared in every period that `day` has. */
export async function readPastSpreads(
  context: ForecastReadContext,
  {
    product,
    reference,
    day,
    resolution,
    asOf,
  }: Pick<OutlookQuery, 'product' | 'day' | 'resolution' | 'asOf'> & { reference: Product },
): Promise<PastSpreads> {
  const { days } = OUTLOOK_SPREADS;
  const span = { from: addDays(day, -days), to: addDays(day, -1) };
  const [later, earlier] = await Promise.all(
    [product, reference].map((of) => readPrices(context, { product: of, ...span, resolution, asOf })),
  );
  return pastSpreads({ product, day, resolution, days }, { later, earlier });
}

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
    const periods = isOutlookKnown(past) ? outlookOf(base, past, query) : undefined;
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
