import { type HorizonForecast, forecastHorizon } from '../horizon/forecast-horizon.ts';
import type { MemberForecasts, Model } from '../models/model.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import type { Panel } from '../data/panel.ts';

/** Called after each finished day. */
export type OnProgress = (progress: { done: number; total: number }) => void;

/**
 * Point forecasts of many days and those that they are made of, each the live run's forecast of that day alone and fitted afresh
 * on what was known for it, so they can be made in any order or in parallel. Every array is row-major `targets x slotsPerDay`,
 * in the order of `targets`.
 */
export function forecastDays({
  panel,
  targets,
  model,
  onProgress,
}: {
  panel: Panel;
  targets: number[];
  model: Model;
  onProgress?: OnProgress | undefined;
}): MemberForecasts {
  const cache = createFitCache();
  return firstDaysOf(
    targets.map((target, i) => {
      const forecast = forecastHorizon({ panel, target, horizonDays: 1, model, cache });
      onProgress?.({ done: i + 1, total: targets.length });
      return forecast;
    }),
  );
}

/** The first day of every forecast, one below the other; with `leadDays` the day so many after it. */
export function firstDaysOf(forecasts: HorizonForecast[], leadDays: number = 0): MemberForecasts {
  const memberCount = forecasts[0]?.members[leadDays].length ?? 0;
  return {
    combined: stack(forecasts.map(({ days }) => days[leadDays])),
    members: Array.from({ length: memberCount }, (_, k) =>
      stack(forecasts.map(({ members }) => members[leadDays][k])),
    ),
  };
}

/** Each day of such forecasts as a forecast of its own. */
export function horizonsOf(
  { combined, members }: MemberForecasts,
  slotsPerDay: number,
): Pick<HorizonForecast, 'days' | 'members'>[] {
  return Array.from({ length: combined.length / slotsPerDay }, (_, place) => {
    const ofDay = (values: Float64Array) => values.slice(place * slotsPerDay, (place + 1) * slotsPerDay);
    return { days: [ofDay(combined)], members: [members.map(ofDay)] };
  });
}

function stack(rows: Float64Array[]): Float64Array {
  return Float64Array.from(rows.flatMap((row) => [...row]));
}
