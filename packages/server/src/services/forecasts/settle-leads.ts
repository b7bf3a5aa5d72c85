import {
  bestShare,
  type Contributions,
  daysBetween,
  type FallbackForecast,
  usualPrices,
} from '@lonja/forecasting';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';
import type { LateHorizonTask } from './horizon-task.ts';

/** With prices of fewer past days of a lead the model is followed wholly. */
const FEWEST_DAYS = 21;

export interface SettledForecast {
  forecast: FallbackForecast;
  calibration: CalibrationForecast[];
}

/**
 * Goes from the model's forecasts of the days after the first one back towards usual prices, as far as its past forecasts of as many
 * days ahead would have gained by it, and does the same with that past, so that bounds learn from forecasts as they are issued now.
 * The further ahead a day lies and the less is known of its weather, the less a model adds to what the last weeks tell.
 */
export function settleLeads(
  told: SettledForecast,
  { task, usualDays }: { task: LateHorizonTask; usualDays: number },
): SettledForecast {
  const { forecast, calibration } = told;
  if (usualDays === 0 || forecast.fallbackReason !== undefined || calibration.length === 0) return told;
  const { panel, target } = task;
  const { slotsPerDay, price } = panel;
  const usual = usualPrices(panel, usualDays);
  const past = calibration.map(({ firstDay, values }) => {
    const origin = daysBetween(panel.days[0], firstDay);
    const days = Array.from({ length: values.length / slotsPerDay }, (_, lead) => origin + lead);
    const isSeen = origin >= usualDays;
    return {
      first: origin * slotsPerDay,
      values,
      usual: isSeen ? days.map((row) => usual({ row, origin })) : undefined,
    };
  });
  const shareOf = (lead: number): number => {
    const slots = past.flatMap(({ first, values, usual: days }) => {
      if (days === undefined) return [];
      const at = lead * slotsPerDay;
      return Array.from(days[lead], (plain, slot) => ({
        model: values[at + slot],
        plain,
        actual: price[first + at + slot],
      })).filter(({ actual }) => Number.isFinite(actual));
    });
    return slots.length < FEWEST_DAYS * slotsPerDay ? 1 : bestShare(slots);
  };
  const leads = calibration[0].values.length / slotsPerDay;
  const shares = Array.from({ length: leads }, (_, lead) => (lead === 0 ? 1 : shareOf(lead)));
  const settledDays = forecast.days.map((values, i) => {
    const share = shares[Math.min(i, leads - 1)];
    return { share, values, usual: usual({ row: target + i, origin: target }) };
  });
  return {
    forecast: {
      ...forecast,
      days: settledDays.map(({ share, values, usual: plain }) => towards(plain, values, share)),
      explanations: forecast.explanations.map((explanation, i) => explained(explanation, settledDays[i])),
    },
    calibration: calibration.map((run, r) => {
      const { usual: days } = past[r];
      if (days === undefined) return run;
      const settled = days.flatMap((plain, lead) => [
        ...towards(plain, run.values.subarray(lead * slotsPerDay, (lead + 1) * slotsPerDay), shares[lead]),
      ]);
      return { ...run, values: Float64Array.from(settled) };
    }),
  };
}

/** From `plain` so far to `values`; the values themselves in slots that have nothing usual. */
function towards(plain: Float64Array, values: Float64Array, share: number): Float64Array {
  return values.map((value, slot) =>
    share === 1 || Number.isNaN(plain[slot]) ? value : plain[slot] + share * (value - plain[slot]),
  );
}

/** What usual prices add, beyond the baseline, belongs to the prices. */
function explained(
  { baseline, contributions }: Contributions,
  { share, usual }: { share: number; usual: Float64Array },
): Contributions {
  return {
    baseline,
    contributions: contributions.map(({ group, values }) => ({
      group,
      values: values.map((value, slot) => {
        if (share === 1 || Number.isNaN(usual[slot])) return value;
        const added = group === 'price' ? (1 - share) * (usual[slot] - baseline[slot]) : 0;
        return share * value + added;
      }),
    })),
  };
}
