import { outcomeLevels } from '@lonja/forecasting/scenarios';
import type { Site } from './site-store.ts';
import { type PlanOptions, storeOf } from './plan-site.ts';
import type { PriceOutlook } from './read-outlook.ts';
import type { SiteVolumes } from './site-volumes.ts';

type ChoosingSite = Pick<Site, 'kind' | 'capacity_mw' | 'storage_mw' | 'energy_mwh' | 'efficiency'>;

const SLOTS = 24;

/**
 * Where the money of choices like a site's plan came to lie on past days: a battery that sells in its most expensive hours and buys in
 * its cheapest ones, a load in the cheapest ones of its window. A plan of each past day would say little more and take long. Undefined
 * where no past days are known.
 */
export function choiceLevels(
  site: ChoosingSite,
  { past, periods }: Pick<PriceOutlook, 'past' | 'periods'>,
  { options, plant }: { options: Pick<PlanOptions, 'fromHour' | 'toHour'>; plant: SiteVolumes | undefined },
): Float64Array | undefined {
  if (past.length === 0) return undefined;
  const generation = new Float64Array(SLOTS);
  periods.forEach(({ hour }, t) => (generation[hour] = plant?.mw[t] ?? 0));
  return outcomeLevels(
    past.map(({ forecast, errors }) => {
      const chosen = site.kind === 'load' ? cheapest(site, forecast, options) : spread(site, forecast);
      return { position: chosen.map((mw, slot) => mw + generation[slot]), errors };
    }),
  );
}

function spread(site: ChoosingSite, forecast: Float64Array): Float64Array {
  const { powerMw, energyMwh, efficiency } = storeOf(site);
  const order = hoursByPrice(forecast, 0, SLOTS);
  const hours = Math.min(Math.max(Math.round(energyMwh / powerMw), 1), SLOTS / 2);
  const position = new Float64Array(SLOTS);
  for (const hour of order.slice(0, hours)) position[hour] = -powerMw;
  for (const hour of order.slice(-hours)) position[hour] = powerMw * efficiency;
  return position;
}

function cheapest(
  { capacity_mw, energy_mwh }: ChoosingSite,
  forecast: Float64Array,
  { fromHour, toHour }: Pick<PlanOptions, 'fromHour' | 'toHour'>,
): Float64Array {
  const position = new Float64Array(SLOTS);
  let rest = energy_mwh ?? 0;
  for (const hour of hoursByPrice(forecast, fromHour, toHour)) {
    position[hour] = -Math.min(capacity_mw, rest);
    rest += position[hour];
  }
  return position;
}

function hoursByPrice(forecast: Float64Array, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i).sort((a, b) => forecast[a] - forecast[b]);
}
