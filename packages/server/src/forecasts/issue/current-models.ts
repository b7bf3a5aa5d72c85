import { historyStart } from '@lonja/forecasting/issue';
import { addDays, type DeliveryDay, type Product, zoneOf, isFirstZone } from '@lonja/forecasting/market';
import { manifestOf, type ModelManifest } from '../runs/model-manifest.ts';
import { registerModels, type RunningModels } from '../runs/model-versions.ts';
import type { ForecastContext } from './forecast-context.ts';

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
  { champion, challengers, auctions, zones, version }: ForecastContext,
  product: Product,
): ModelManifest[] {
  const recipes = () => {
    if (!isFirstZone(zoneOf(product))) return [zones];
    if (product === 'da') return [champion, ...challengers];
    return [auctions.champion, ...auctions.challengers];
  };
  return recipes().map((recipe) => manifestOf(recipe, { codeVersion: version }));
}

function startOfHistory(
  { champion, auctions, zones }: ForecastContext,
  product: Product,
  firstDay: DeliveryDay,
): DeliveryDay {
  if (!isFirstZone(zoneOf(product))) return addDays(firstDay, -zones.windowDays);
  if (product === 'da') return historyStart(firstDay, champion);
  return addDays(firstDay, -auctions.champion.historyDays);
}
