import { type AuctionRecipe, INTRADAY } from '@lonja/forecasting/issue';
import { type ModelManifest, recipeOf } from '../runs/model-manifest.ts';

/** Tried beside the model of each intraday auction: half of its history, and no trees of the short memory but for the direction. */
export const INTRADAY_CHALLENGER: AuctionRecipe = {
  ...INTRADAY,
  spread: { ...INTRADAY.spread, windowDays: 365, seeds: [1] },
};

/** Days before the delivery day whose data a run reads. */
export function auctionDaysReadBy({
  historyDays,
  calibrationDays,
  fitDays,
}: Pick<AuctionRecipe, 'historyDays' | 'calibrationDays' | 'fitDays'>): number {
  return historyDays + calibrationDays + fitDays;
}

/** The model of a manifest; undefined where this program cannot run it. */
export function auctionRecipeOf(manifest: ModelManifest): AuctionRecipe | undefined {
  const recipe = recipeOf(manifest);
  return recipe?.kind === 'intraday-auction' ? recipe : undefined;
}
