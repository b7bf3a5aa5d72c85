import { AUCTION_CALENDAR, coveredPeriods, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import type { PastSpreads } from '@lonja/forecasting/intraday';
import {
  type PartWithinLoss,
  partWithinLoss,
  waitingOutcomes,
  type WaitingWorth,
  waitingWorth,
} from '@lonja/forecasting/scenarios';
import { isOutlookKnown, knownBeforeGateOf, readPastSpreads } from '../../forecasts/runs/get-outlook.ts';
import type { Principal } from '../../people/access/principal.ts';
import { siteOnDay } from '../portfolio/day-profiles.ts';
import { getSite } from '../portfolio/site-rules.ts';
import { optionsOf } from '../portfolio/plan-site.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { positionOfSite, type SitePosition } from '../portfolio/position-of-site.ts';
import { type PriceOutlook, readOutlook, VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { createVolumes } from '../portfolio/site-volumes.ts';
import type { Site } from '../portfolio/site-store.ts';

export interface WaitingQuery {
  id: string;
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
  /** The intraday auctions to wait for. */
  products: readonly Product[];
  /** What may be lost, EUR; undefined: no size is asked for. */
  maxLoss: number | undefined;
  /** With which probability no more than that is lost. */
  confidence: number;
}

/** What it brings to leave the position of a site for one intraday auction. */
export interface AuctionWaiting {
  product: Product;
  past: PastSpreads;
  /** Of the periods that the auction covers. */
  periods: WaitingPeriod[];
  /** Undefined with too few past days to say anything. */
  worth: (WaitingWorth & { lossOfAll: number }) | undefined;
  /** Undefined where none is asked for, too. */
  size: (PartWithinLoss & { peakMw: number; mwh: number }) | undefined;
}

interface WaitingPeriod {
  start: number;
  mw: number;
  /** On each past day, EUR/MWh. */
  spreads: Float64Array;
}

export interface SiteWaiting {
  site: Site;
  outlook: PriceOutlook;
  position: SitePosition;
  /** Up to when it was known, epoch ms. */
  knownUntil: number;
  auctions: AuctionWaiting[];
}

/**
 * What it is worth to leave the day-ahead position of a site, its plan or what it does by itself, to each intraday auction: the energy of each
 * period times the spreads of past days. Rests on what was known before the day-ahead gate of the day, whenever it is asked.
 */
export async function valueWaiting(
  context: PortfolioContext,
  principal: Principal,
  query: WaitingQuery,
): Promise<SiteWaiting> {
  const { day, resolution } = query;
  const found = await getSite(context, principal, query.id);
  const knownUntil = knownBeforeGateOf(context, { day });
  const outlook = await readOutlook(context, { day, resolution, asOf: knownUntil });
  const site = await siteOnDay(context, principal.tenantId, found, outlook);
  const volumes = createVolumes(context, outlook);
  const position = await positionOfSite(context, site, { outlook, volumes, options: optionsOf(site, {}) });
  // What a floor holds back is sold nowhere.
  const soldMw =
    position.plan === undefined
      ? position.netMw.map((mw, t) => mw - position.curtailedMw[t])
      : position.netMw;
  const mwAt = new Map(outlook.periods.map(({ start }, t) => [start, soldMw[t]]));
  const auctions = query.products.map(async (product): Promise<AuctionWaiting> => {
    const asked = { product, day, resolution, asOf: knownUntil };
    const past = await readPastSpreads(context, { ...asked, reference: VALUED_PRODUCT });
    const periods = coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }, t) => ({
      start,
      mw: mwAt.get(start) ?? 0,
      spreads: Float64Array.from(past.spreads, (ofDay) => ofDay[t]),
    }));
    return { product, past, periods, ...worthOf(past, periods, outlook, query) };
  });
  return { site, outlook, position, knownUntil, auctions: await Promise.all(auctions) };
}

function worthOf(
  past: PastSpreads,
  periods: readonly WaitingPeriod[],
  { periodHours }: PriceOutlook,
  { maxLoss, confidence }: WaitingQuery,
): Pick<AuctionWaiting, 'worth' | 'size'> {
  if (!isOutlookKnown(past)) return { worth: undefined, size: undefined };
  const outcomes = waitingOutcomes(
    Float64Array.from(periods, ({ mw }) => mw * periodHours),
    past.spreads,
  );
  const { loss: lossOfAll } = partWithinLoss(outcomes, { maxLoss: Infinity, confidence });
  const worth = { ...waitingWorth(outcomes), lossOfAll };
  if (maxLoss === undefined) return { worth, size: undefined };
  const sized = partWithinLoss(outcomes, { maxLoss, confidence });
  const powers = periods.map(({ mw }) => Math.abs(mw));
  return {
    worth,
    size: {
      ...sized,
      peakMw: sized.part * Math.max(0, ...powers),
      mwh: sized.part * periodHours * powers.reduce((sum, mw) => sum + mw, 0),
    },
  };
}
