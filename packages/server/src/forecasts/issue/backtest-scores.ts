import type { Panel } from '@lonja/forecasting';
import { addDays, type DeliveryDay } from '@lonja/forecasting/market';
import type { CalibrationForecast } from '../runs/calibration-forecasts.ts';
import type { BacktestScores } from '../runs/model-versions.ts';

const WEEK_DAYS = 7;

/**
 * How the first days of past forecasts did against the prices, beside the same hours a week before: hours for which all three are
 * known. Undefined where there are none.
 */
export function backtestScores(calibration: CalibrationForecast[], panel: Panel): BacktestScores | undefined {
  const { slotsPerDay, price } = panel;
  let [count, own, naive] = [0, 0, 0];
  const days: DeliveryDay[] = [];
  for (const { firstDay, values } of calibration) {
    const row = panel.days.indexOf(firstDay);
    if (row < WEEK_DAYS || panel.days[row - WEEK_DAYS] !== addDays(firstDay, -WEEK_DAYS)) continue;
    let known = 0;
    for (let slot = 0; slot < slotsPerDay; slot++) {
      const actual = price[row * slotsPerDay + slot];
      const before = price[(row - WEEK_DAYS) * slotsPerDay + slot];
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
    mae_eur_per_mwh: own / count,
    naive_mae_eur_per_mwh: naive / count,
  };
}
