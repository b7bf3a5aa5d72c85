import type { Panel } from '../data/panel.ts';
import { addDays, type DeliveryDay } from '../market/delivery-day.ts';
import { NAIVE_LAG_DAYS } from '../metrics/weekly-naive.ts';
import type { PastForecast } from './past-forecast.ts';

/** Mean absolute errors over the first days of past forecasts, unit of the price. */
export interface PastScores {
  from: DeliveryDay;
  to: DeliveryDay;
  days: number;
  mae: number;
  naiveMae: number;
}

/**
 * How the first days of past forecasts did against the prices, beside the same hours a week before: hours for which all three are
 * known. Undefined where there are none.
 */
export function scoresOfPast(past: readonly PastForecast[], panel: Panel): PastScores | undefined {
  const { slotsPerDay, price } = panel;
  let [count, own, naive] = [0, 0, 0];
  const days: DeliveryDay[] = [];
  for (const { firstDay, values } of past) {
    const row = panel.days.indexOf(firstDay);
    if (row < NAIVE_LAG_DAYS || panel.days[row - NAIVE_LAG_DAYS] !== addDays(firstDay, -NAIVE_LAG_DAYS))
      continue;
    let known = 0;
    for (let slot = 0; slot < slotsPerDay; slot++) {
      const actual = price[row * slotsPerDay + slot];
      const before = price[(row - NAIVE_LAG_DAYS) * slotsPerDay + slot];
      if (!Number.isFinite(actual + before + values[slot])) continue;
      known++;
      own += Math.abs(actual - values[slot]);
      naive += Math.abs(actual - before);
    }
    count += known;
    if (known > 0) days.push(firstDay);
  }
  if (count === 0) return undefined;
  return {
    from: days[0],
    to: days[days.length - 1],
    days: days.length,
    mae: own / count,
    naiveMae: naive / count,
  };
}
