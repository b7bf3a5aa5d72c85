import { historyStart } from '@lonja/forecasting/issue';
import { addDays, type DeliveryDay, type Product, zoneOf } from '@lonja/forecasting/market';
import { ZONE_RECIPE } from '@lonja/forecasting/zones';
import { manifestOf, type ModelManifest } from '../runs/model-manifest.ts';
import { registerModels, type RunningModels } from '../runs/model-versions.ts';
import type { ForecastContext } from './forecast-context.ts';
import { auctionRecipe } from './intraday-model.ts';

/** The versions that forecast a product now: the champion and its challengers, entered into the registry where they are new. */
export async function currentModels(
  context: ForecastContext,
  { product, firstDay, now }: { product: Product; firstDay: DeliveryDay; now: number },
): Promise<RunningModels> {
  const from = startOfHistory(context, product, firstDay);
  return registerModels(context.db, {
    product,
    manifests: manifestsOf(context, product),
    training: {
      from,
      to: addDays(firstDay, -1),
      known_at: new Date(now).toISOString(),
    },
    now,
  });
}

/** What the service's models of a product are made of, the first choice first. */
function manifestsOf(
  { champion, challengers, spreads, version }: ForecastContext,
  product: Product,
): ModelManifest[] {
  const recipes = () => {
    if (zoneOf(product) !== 'es') return [ZONE_RECIPE];
    if (product === 'da') return [champion, ...challengers];
    return [spreads.champion, ...spreads.challengers].map(auctionRecipe);
  };
  return recipes().map((recipe) => manifestOf(recipe, { codeVersion: version }));
}

function startOfHistory(
  { champion, spreads }: ForecastContext,
  product: Product,
  firstDay: DeliveryDay,
): DeliveryDay {
  if (zoneOf(product) !== 'es') return addDays(firstDay, -ZONE_RECIPE.windowDays);
  if (product === 'da') return historyStart(firstDay, champion.historyDays);
  return addDays(firstDay, -auctionRecipe(spreads.champion).historyDays);
}
