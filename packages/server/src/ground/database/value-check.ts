import { type Reason, reason } from '../reasons/reasons.ts';
import { AUCTION_CALENDAR, AUCTIONS, MARKETS } from '@lonja/forecasting/market';

type Limits = readonly [min: number, max: number];

const ANY: Limits = [-1e12, 1e12];

const IS_OF_THE_SYSTEM = /\.(forecast|forecast\.intraday|actual|archive)$/;

/**
 * The check that a series' values must pass to be served, from whichever source or file: gives the reason why a value fails, or
 * undefined. Auction prices (`price.<product>` and `price.<product>.<zone>`) must lie within the limits of their auction, what is
 * published of the power system and the weather within what can be.
 */
export function valueCheck(series: string): (value: number) => Reason | undefined {
  return checkOf(auctionLimitsOf(series) ?? plausibleLimitsOf(series));
}

/**
 * The part of that check that even a value passes which somebody has looked at and released: it is finite and, for auction prices,
 * within the limits of its auction.
 */
export function limitCheck(series: string): (value: number) => Reason | undefined {
  return checkOf(auctionLimitsOf(series) ?? ANY);
}

function checkOf([min, max]: Limits): (value: number) => Reason | undefined {
  const [outside, notFinite] = [reason('outside', { min, max }), reason('not_finite')];
  return (value) => {
    if (!Number.isFinite(value)) return notFinite;
    return value < min || value > max ? outside : undefined;
  };
}

function auctionLimitsOf(series: string): Limits | undefined {
  const product = AUCTIONS.find((name) => `${series}.`.startsWith(`price.${name}.`));
  if (product === undefined) return undefined;
  const { min, max } = AUCTION_CALENDAR[product].priceLimits;
  return [min, max];
}

function plausibleLimitsOf(series: string): Limits {
  return (IS_OF_THE_SYSTEM.test(series) ? MARKETS[0].plausible[series.split('.')[0]] : undefined) ?? ANY;
}
