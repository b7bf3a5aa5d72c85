import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  addDays,
  deliveryDayOf,
  deliveryPeriods,
} from '@lonja/forecasting/market';
import type { HomeAssistantTariff } from '@lonja/client';

/** Prices from a period on, without a gap: what the auction has cleared, then the newest forecast. */
export interface Tariff {
  start: number;
  stepMs: number;
  /** EUR/kWh. */
  values: readonly number[];
  /** From then on prices are forecasts; undefined: none is. */
  forecastFrom: number | undefined;
  simulated: boolean;
}

const UNIT = 'EUR/kWh';
const DECIMALS = 1e5;

export function tariffOf({ compact, simulated }: HomeAssistantTariff): Tariff | undefined {
  if (compact === undefined) return undefined;
  const { start, step_minutes: minutes, values, forecast_from: from } = compact;
  return {
    start: Date.parse(start),
    stepMs: minutes * MINUTE_MS,
    values,
    forecastFrom: from === null ? undefined : Date.parse(from),
    simulated,
  };
}

/** What stands under each topic at an instant. What is not known is null. */
export function tariffTopics(
  tariff: Tariff | undefined,
  { now, stepMs, cheapestHours }: { now: number; stepMs: number; cheapestHours: number },
): Record<'price' | 'prices' | 'cheapest' | 'tomorrow', object> {
  const first = now - (now % stepMs);
  const simulated = tariff?.simulated ?? null;
  const common = { unit: UNIT, simulated };
  const valueAt = (start: number): number | null => tariff?.values[(start - tariff.start) / stepMs] ?? null;
  const isForecast = (start: number) => tariff?.forecastFrom !== undefined && start >= tariff.forecastFrom;
  const coming = valuesFrom(tariff, first);
  const day = coming.slice(0, DAY_MS / stepMs);
  const price = valueAt(first);
  return {
    price: {
      start: iso(first),
      end: iso(first + stepMs),
      price,
      forecast: price === null ? null : isForecast(first),
      lowest: day.length === 0 ? null : Math.min(...day),
      highest: day.length === 0 ? null : Math.max(...day),
      ...common,
    },
    prices: {
      start: iso(first),
      step_minutes: stepMs / MINUTE_MS,
      values: coming,
      forecast_from: tariff?.forecastFrom === undefined ? null : iso(Math.max(first, tariff.forecastFrom)),
      ...common,
    },
    cheapest: { hours: cheapestHours, ...cheapestOf(day, first, stepMs, cheapestHours), ...common },
    tomorrow: { ...dayAfter(), ...common },
  };

  /** Over every period that the day has: 23, 24 or 25 hours. */
  function dayAfter(): object {
    const date = addDays(deliveryDayOf(now), 1);
    const periods = deliveryPeriods(date, stepMs === HOUR_MS ? 'PT1H' : 'PT15M');
    const values = periods.map(({ start }) => valueAt(start)).filter((value) => value !== null);
    const isKnown = values.length === periods.length;
    return {
      date,
      periods: periods.length,
      mean: isKnown ? meanOf(values) : null,
      lowest: isKnown ? Math.min(...values) : null,
      highest: isKnown ? Math.max(...values) : null,
      forecast: isKnown ? periods.some(({ start }) => isForecast(start)) : null,
    };
  }
}

function valuesFrom(tariff: Tariff | undefined, first: number): number[] {
  if (tariff === undefined || tariff.start > first) return [];
  return tariff.values.slice((first - tariff.start) / tariff.stepMs);
}

/** The cheapest hours in a row, and the cheapest ones wherever they lie. */
function cheapestOf(values: number[], first: number, stepMs: number, hours: number): object {
  const count = (hours * HOUR_MS) / stepMs;
  if (values.length < count) return { start: null, end: null, mean: null, periods: [] };
  let sum = values.slice(0, count).reduce((total, value) => total + value, 0);
  let [least, leastAt] = [sum, 0];
  for (const [at, leaving] of values.slice(0, values.length - count).entries()) {
    sum += (values[at + count] ?? 0) - leaving;
    // Sums of the same prices differ in their last bits.
    if (sum < least - 1 / (2 * DECIMALS)) [least, leastAt] = [sum, at + 1];
  }
  const start = first + leastAt * stepMs;
  const periods = values
    .map((price, at) => ({ at, price }))
    .sort((a, b) => a.price - b.price || a.at - b.at)
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ at, price }) => ({ start: iso(first + at * stepMs), price }));
  return {
    start: iso(start),
    end: iso(start + hours * HOUR_MS),
    mean: meanOf(values.slice(leastAt, leastAt + count)),
    periods,
  };
}

function meanOf(values: number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * DECIMALS) / DECIMALS;
}

function iso(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
