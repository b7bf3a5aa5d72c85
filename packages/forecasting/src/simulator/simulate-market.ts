import { type DeliveryDay, dayNumber } from '../market/delivery-day.ts';
import type { Series } from '../data/series.ts';
import { simulateAuctions } from './auctions.ts';
import { publishForecasts, publishFuels, publishMeasurements, publishWeather } from './published-series.ts';
import { simulateSystem } from './simulate-system.ts';

export interface SimulatedMarket {
  /** Sorted like any series. A price that changes its resolution within the range is two series of the same key. */
  series: Series[];
}

/**
 * A made-up market that behaves like the Spanish one of 2024 to 2026, for every delivery day from `from` to `to`, both
 * inclusive, in 1997..2098. Only the seed and the period decide a value: overlapping calls agree bit for bit. Every
 * series is published when its real counterpart would be (`availableAt`), whatever the time is now. `seed` is a safe
 * integer. Takes about 1 ms a day.
 *
 * Keys: `price.{da,ida1,ida2,ida3}` and the same with `.pt` of Portugal, `{load,wind,solar}.forecast`, `{load,wind,solar,hydro,nuclear,thermal,other,
 * netimport}.actual` (load is the sum of the others), `gas.price`, `co2.price`, `{temperature,windspeed,irradiance}.forecast`.
 */
export function simulateMarket(options: {
  seed: number;
  from: DeliveryDay;
  to: DeliveryDay;
}): SimulatedMarket {
  const { seed, from, to } = options;
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`The seed must be a whole number; got ${String(seed)}.`);
  }
  const first = dayNumber(from);
  const last = dayNumber(to);
  if (last < first) throw new RangeError(`The range ends on ${to}, before it starts on ${from}.`);
  const { weather, fuels, market } = simulateSystem({ seed, from, to });
  return {
    series: [
      ...simulateAuctions(market, first, last),
      ...publishForecasts(market, first, last),
      ...publishMeasurements(market, first, last),
      ...publishFuels(market, fuels, first, last),
      ...publishWeather(market, weather, first, last),
    ],
  };
}
