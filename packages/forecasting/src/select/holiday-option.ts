import type { Panel } from '../data/panel.ts';
import { type FitCache, createFitCache } from '../runtime/fit-cache.ts';
import type { Model } from '../models/model.ts';
import type { GaussianProcessOptions } from '../models/gaussian-process.ts';
import { type OptionDay, optionDay, paidShare, probeForecasts } from './paid-share.ts';
import { type Rows, settledResult, settledUntil } from './settled.ts';

/** Whether holidays are Sundays in a market. */
export interface HolidayOptions {
  /** The last days before the selection, on which holidays must have paid. */
  proofDays: number;
  /** Days before them on which the forecasts start. */
  warmUpDays: number;
  /** Days further back that the first of those forecasts rest on. */
  reachDays: number;
  /** Days after a holiday on which its effect is felt. */
  feltAfterDays: number[];
  /** Days that feel a holiday below which nothing is selected. */
  fewestDays: number;
  /** By how much holidays must lessen the errors of those days. */
  leastGain: number;
  probe: GaussianProcessOptions;
}

/**
 * Whether the holidays of the panel are better taken for Sundays in a forecast of row `target`: that would have lessened the errors of the
 * probe model on the days that feel one. In some markets the forecast of the load holds all of it. See
 * docs/experiments/day-ahead-model.md.
 */
export function selectHolidays(
  panel: Panel,
  target: number,
  options: HolidayOptions,
  cache: FitCache,
): boolean {
  if (panel.holidays === undefined) return false;
  const until = settledUntil(panel, target);
  const from = Math.max(0, until - options.proofDays - options.warmUpDays - options.reachDays);
  // A fit also sees which inputs are known on the day behind those that it is trained on.
  const rows = { from, until: until + 1 };
  return until > 0 && settledResult({ kind: 'holidays', compute: search }, panel, rows, options, cache);
}

function search(panel: Panel, rows: Rows, options: HolidayOptions, cache: FitCache): boolean {
  const { proofDays, warmUpDays, feltAfterDays, fewestDays, leastGain, probe } = options;
  const { slotsPerDay, holidays } = panel;
  const until = rows.until - 1;
  const [plain, informed] = [{ ...panel, holidays: undefined }, panel].map((seen) =>
    probeForecasts(seen, until, probe, cache),
  );
  const days: OptionDay[] = [];
  for (const [row, forecast] of [...plain].slice(warmUpDays)) {
    const isFelt = feltAfterDays.some((after) => holidays?.has(panel.days[row - after]));
    const other = informed.get(row);
    if (row < until - proofDays || !isFelt || other === undefined) continue;
    const actual = panel.price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    days.push(optionDay(forecast, other, actual));
  }
  return days.length >= fewestDays && paidShare(days, leastGain) >= 0.5;
}

/** A model that takes the panel's holidays for Sundays where that has paid in the market (`selectHolidays`), and knows none elsewhere. */
export function createWithHolidays(model: Model, options: HolidayOptions): Model {
  return {
    ...model,
    fit(panel, target, cache = createFitCache()) {
      const seenBy = selectHolidays(panel, target, options, cache)
        ? (seen: Panel) => seen
        : (seen: Panel) => ({ ...seen, holidays: undefined });
      const fitted = model.fit(seenBy(panel), target, cache);
      return { predict: (seen, row) => fitted.predict(seenBy(seen), row) };
    },
  };
}
