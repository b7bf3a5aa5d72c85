import type { ForecastRecipe } from '@lonja/forecasting/issue';
import type { IssuedDay } from '@lonja/server/operations';
import { UsageError } from '../errors.ts';
import { isNaive } from '../named-recipe.ts';
import type { MarketSource } from './market-source.ts';

/** The product whose days are issued from the store as the service issues them. */
const DAY_AHEAD_PRODUCT = 'es-da';

/** Whether the days of a market are issued by the service's own code from its store. Naives need nothing but the prices. */
export function isIssuedFromStore({ fromStore, floor, cap }: MarketSource, recipe: ForecastRecipe): boolean {
  if (fromStore !== DAY_AHEAD_PRODUCT || isNaive(recipe)) return false;
  if (floor !== undefined || cap !== undefined)
    throw new UsageError(
      `${DAY_AHEAD_PRODUCT} has the limits of its auction; --floor and --cap are for other markets.`,
    );
  return true;
}

/** Gives days of the store as the service would have issued them. */
export type IssueFromStore = (request: {
  from: string;
  to: string;
  calibrationDays?: number | undefined;
  onProgress: (progress: { done: number; total: number }) => void;
}) => Promise<IssuedDay[]>;
