import { historyStart } from '@lonja/forecasting/issue';
import { addDays, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import type { ModelManifest } from '../runs/model-manifest.ts';
import { registerModels, type RunningModels } from '../runs/model-versions.ts';
import type { ForecastContext } from './forecast-context.ts';
import { manifestOf } from './day-ahead-model.ts';
import { FIT_DAYS, intradayManifest } from './intraday-model.ts';

/** The versions that forecast a product now: the champion and its challengers, entered into the registry where they are new. */
export async function currentModels(
  context: ForecastContext,
  { product, firstDay, now }: { product: Product; firstDay: DeliveryDay; now: number },
): Promise<RunningModels> {
  const from =
    product === 'da' ? historyStart(firstDay, context.champion.historyDays) : addDays(firstDay, -FIT_DAYS);
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
  if (product === 'da') return [champion, ...challengers].map((model) => manifestOf(model, version));
  return [spreads.champion, ...spreads.challengers].map((options) =>
    intradayManifest(product, options, version),
  );
}
