import { IBERIA } from './iberia.ts';
import type { Market } from './market.ts';

/** The markets that this program works with; the first has forecasts of its own, the others are made from it. */
export let MARKETS: readonly Market[] = IBERIA;

const followers: (() => void)[] = [];

/** Has `derive` run now and whenever the markets change, so that what follows from them is worked out once. */
export function deriveFromMarkets(derive: () => void): void {
  followers.push(derive);
  derive();
}

/**
 * Puts other markets in the place of those of Iberia, in this thread: before anything is read or computed, as what was derived from the former
 * ones is not made again. Throws RangeError where the first market is made from another one, and where a further one has another clock or
 * currency than the first or is not made from it.
 */
export function installMarkets(markets: readonly Market[]): void {
  const fault = marketsFault(markets);
  if (fault !== undefined) throw new RangeError(fault);
  MARKETS = markets;
  for (const derive of followers) derive();
}

function marketsFault(markets: readonly Market[]): string | undefined {
  if (markets.length === 0) return 'There is no market.';
  const [first, ...others] = markets;
  if (first.reference !== undefined) return `${first.id}: the first market has no reference.`;
  for (const { id, reference, timeZone, currency, auctions } of others) {
    if (markets.filter((one) => one.id === id).length > 1) return `${id}: is there twice.`;
    if (reference !== first.id) return `${id}: its reference must be ${first.id}, the first market.`;
    if (timeZone !== first.timeZone)
      return `${id}: its time zone must be ${first.timeZone}, that of ${first.id}.`;
    if (currency !== first.currency)
      return `${id}: its currency must be ${first.currency}, that of ${first.id}.`;
    const more = auctions.find(({ auction }) => first.auctions.every((one) => one.auction !== auction));
    if (more !== undefined) return `${id}: ${first.id} has no auction ${more.auction}.`;
  }
  return undefined;
}
