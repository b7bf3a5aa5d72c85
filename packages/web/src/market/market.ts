import { createKeptChoice } from './kept-choice.ts';
import { SHOWN_MARKETS } from './shown-markets.ts';

const [first, ...others] = SHOWN_MARKETS.map(({ id }) => id);
/** Usually Spain, and Portugal, which the same auctions clear. */
export const MARKET_IDS: readonly [MarketId, ...MarketId[]] = [first, ...others];
export type MarketId = string;
/** The market with forecasts of its own; those of the others are made from it. */
export const FIRST_MARKET = first;

/** The part of an address that says the market. */
export interface MarketIdSearch {
  market?: MarketId;
}

const choice = createKeptChoice('market', MARKET_IDS);

/** For a route's `validateSearch`. */
export const readMarket = choice.readSearch;
/** The market that the reader chose last, where the address does not say one. */
export const storedMarket = choice.stored;
/** The market of the page, and how to choose another. */
export const useMarket = choice.use;
