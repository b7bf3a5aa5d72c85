import { createKeptChoice } from './kept-choice.ts';

/** Spain, and Portugal, which the same auctions clear. */
export const MARKET_IDS = ['es', 'pt'] as const;
export type MarketId = (typeof MARKET_IDS)[number];

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
