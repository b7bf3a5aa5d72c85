import { createKeptChoice } from './kept-choice.ts';

/** Length of the delivery periods that are shown: hours or quarter hours. */
export type Resolution = 'PT1H' | 'PT15M';

export const PERIOD_MS: Record<Resolution, number> = { PT1H: 3_600_000, PT15M: 900_000 };

/** More days of quarter hours are not served at once; counted from the first day to the last. */
export const MAX_QUARTER_DAYS = 99;

/** The part of an address that says the resolution: that of a shared link. */
export interface ResolutionSearch {
  resolution?: Resolution;
}

const choice = createKeptChoice<'resolution', Resolution>('resolution', ['PT1H', 'PT15M']);

/** For a route's `validateSearch`. */
export const readResolution = choice.readSearch;

/** The resolution that the reader chose last, where the address does not say one. */
export const storedResolution = choice.stored;
/** The resolution of the page, and how to choose another. */
export const useResolution = choice.use;
