import { createKeptChoice } from './kept-choice.ts';

/** Which run a forecast is compared with: the previous one that differs, the first of the same day, the last of the day before. */
export const COMPARISONS = ['previous', 'morning', 'yesterday'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The part of an address that says what is compared with: that of a shared link. */
export interface ComparisonSearch {
  compare?: Comparison;
}

const choice = createKeptChoice('compare', COMPARISONS);

/** For a route's `validateSearch`. */
export const readComparison = choice.readSearch;

/** What the reader chose last, where the address does not say it. */
export const storedComparison = choice.stored;
/** What forecasts are compared with, and how to choose another. */
export const useComparison = choice.use;
