import type { ForecastPoint } from '@lonja/forecasting/data';
import type { Product } from '@lonja/forecasting/market';
import type { ClearedExtremes } from '../../ground/database/schema.ts';
import { findClearedExtremes } from './find-cleared-extremes.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { roundPrice } from '../../ground/http/wire.ts';

export type { ClearedExtremes } from '../../ground/database/schema.ts';

export const BEYOND_SIDES = ['below', 'above'] as const;
export type BeyondSide = (typeof BEYOND_SIDES)[number];

/** Which prices of a point lie below the lowest or above the highest price that ever cleared, and on which side. */
export type BeyondCleared = Partial<Record<(typeof MARKED_PRICES)[number], BeyondSide>>;

export const MARKED_PRICES = ['value', 'p10', 'p90'] as const;

/**
 * The marks of a point of a run by what had cleared in its auction when it was issued (`ForecastRun.clearedExtremes`); undefined where no
 * price lies beyond that, or hardly anything had cleared. Compares prices as they are served, in cents; an extreme itself is not beyond.
 */
export function beyondCleared(
  extremes: ClearedExtremes | undefined,
  point: Pick<ForecastPoint, (typeof MARKED_PRICES)[number]>,
): BeyondCleared | undefined {
  if (extremes === undefined) return undefined;
  const marks: BeyondCleared = {};
  for (const name of MARKED_PRICES) {
    const price = roundPrice(point[name]);
    if (price < roundPrice(extremes.lowest.value)) marks[name] = 'below';
    if (price > roundPrice(extremes.highest.value)) marks[name] = 'above';
  }
  return Object.keys(marks).length === 0 ? undefined : marks;
}

/** What has ever cleared by now, as far as it is stored and public; undefined where hardly anything is known. */
export async function findEverCleared(
  context: ReadContext,
  product: Product,
): Promise<ClearedExtremes | undefined> {
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined) return undefined;
  return findClearedExtremes(context.db, { product, dataOrigin, asOf: context.clock.now() });
}
