import {
  bestShare,
  type Contributions,
  daysBetween,
  type FallbackForecast,
  type Panel,
  type UsualPrices,
  usualPrices,
} from '@lonja/forecasting';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';
import type { LateHorizonTask } from './horizon-task.ts';

/** With prices of fewer past days of a lead the model is followed wholly. */
const FEWEST_DAYS = 21;

/**
 * From so many issued runs on, those that were made up are left out: they had to do without the service's own forecasts of load, wind and
 * sun, which nobody makes up.
 */
const ENOUGH_ISSUED = 56;

const NOTHING = new Float64Array(0);

export interface SettledForecast {
  forecast: FallbackForecast;
  calibration: CalibrationForecast[];
}

/** One day of a past run: what the model told of it, what was usual when the run was made, and what came; by slot, NaN where not known. */
interface PastDay {
  told: Float64Array;
  usual: Float64Array;
  actual: Float64Array;
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
  const usual = usualPrices(panel, usualDays);
  const past = calibration.map((run) => daysOf(run, panel, usual));
  const shares = sharesOf(past, calibration);
  const wanted = forecast.days.map((values, i) => ({
    told: values,
    usual: usual({ row: target + i, origin: target }),
    share: shares[Math.min(i, shares.length - 1)],
  }));
  return {
    forecast: {
      ...forecast,
      days: wanted.map((day) => settle(day, day.share)),
      explanations: forecast.explanations.map((explanation, i) => explained(explanation, wanted[i])),
    },
    calibration: calibration.map((run, r) => {
      const values = past[r].flatMap((day, lead) => [...settle(day, shares[lead])]);
      return { ...run, values: Float64Array.from(values) };
    }),
  };
}

function daysOf({ firstDay, values }: CalibrationForecast, panel: Panel, usual: UsualPrices): PastDay[] {
  const { slotsPerDay, price } = panel;
  const origin = daysBetween(panel.days[0], firstDay);
  return Array.from({ length: values.length / slotsPerDay }, (_, lead) => {
    const row = origin + lead;
    return {
      told: values.subarray(lead * slotsPerDay, (lead + 1) * slotsPerDay),
      usual: usual({ row, origin }),
      actual: row < 0 ? NOTHING : price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay),
    };
  });
}

/** How far to follow the model on each day of the horizon: the first one wholly. */
function sharesOf(past: PastDay[][], calibration: CalibrationForecast[]): number[] {
  const issued = past.filter((_, r) => calibration[r].bounds !== undefined);
  const judged = issued.length < ENOUGH_ISSUED ? past : issued;
  return past[0].map((_, lead) => {
    if (lead === 0) return 1;
    const known = judged.map((days) => days[lead]).filter(({ actual }) => actual.some(Number.isFinite));
    if (known.length < FEWEST_DAYS) return 1;
    return bestShare(
      known.flatMap(({ told, usual, actual }) =>
        Array.from(told, (model, slot) => ({ model, plain: usual[slot], actual: actual[slot] })),
      ),
    );
  });
}

/** From usual prices so far to what was told; that itself in slots that have nothing usual. */
function settle({ told, usual }: Pick<PastDay, 'told' | 'usual'>, share: number): Float64Array {
  return told.map((value, slot) =>
    share === 1 || Number.isNaN(usual[slot]) ? value : usual[slot] + share * (value - usual[slot]),
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
