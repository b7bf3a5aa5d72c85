import type { Contributions } from '../explain/contributions.ts';
import { type ShrinkageCase, shrinkageWeight } from '../linalg/shrinkage-weight.ts';
import type { Panel } from '../data/panel.ts';
import { type BaselinePrices, baselinePrices } from './baseline-prices.ts';
import type { HorizonForecast } from './forecast-horizon.ts';

/** How forecasts of later days are shrunk to a baseline. */
export interface ShrinkageOptions {
  /** Days of the baseline; 0 where nothing is shrunk. */
  baselineDays: number;
  /** With prices of fewer past days of a lead day nothing is shrunk. */
  fewestDays: number;
  /**
   * From so many issued runs on, hindcasts are left out: they had to do without the service's own forecasts of load, wind and sun, which
   * are not made in hindsight.
   */
  enoughIssued: number;
}

const NOTHING = new Float64Array(0);

/** The forecasts of a past run. */
export interface PastRun {
  /** The panel's row of the first day; negative where that lies before the panel. */
  origin: number;
  /** Row-major lead days x slots, in the panel's price unit. Every run has as many lead days. */
  values: Float64Array;
  /** Whether the run was issued at its time, rather than made in hindsight. */
  wasIssued: boolean;
}

export interface ShrunkForecast extends Pick<HorizonForecast, 'days' | 'explanations'> {
  /** The `values` of the past runs under the same weights. */
  past: Float64Array[];
}

/** One day of a run by slot: the model's forecast and the baseline, NaN where not known. */
interface ForecastDay {
  model: Float64Array;
  baseline: Float64Array;
}

/** Prices are NaN where not known, empty before the panel. */
interface PastDay extends ForecastDay {
  actual: Float64Array;
}

/**
 * Shrinks the forecasts of rows `target` + 1 and later to a baseline, the mean of recent working days or weekends (see `baselinePrices`),
 * and the past runs alike, so that bounds learn from forecasts as they are issued now. Each lead day has its weight, by which its past
 * forecasts would have had the least absolute errors (see `shrinkageWeight`); that of the first is 1. The further ahead a day lies and the
 * less is known of its weather, the less a model adds to the baseline.
 */
export function shrinkToBaseline(
  { days, explanations }: Pick<HorizonForecast, 'days' | 'explanations'>,
  { panel, target, runs }: { panel: Panel; target: number; runs: PastRun[] },
  options: ShrinkageOptions,
): ShrunkForecast {
  const baselineOf = baselinePrices(panel, options.baselineDays);
  const past = runs.map((run) => daysOf(run, panel, baselineOf));
  const weights = weightsOf(past, runs, options);
  const ahead = days.map((model, lead) => ({
    model,
    baseline: baselineOf({ row: target + lead, origin: target }),
    weight: weights.length === 0 ? 1 : weights[Math.min(lead, weights.length - 1)],
  }));
  return {
    days: ahead.map((day) => shrink(day, day.weight)),
    explanations: explanations.map((explanation, lead) => shrinkExplanation(explanation, ahead[lead])),
    past: past.map((ofRun) =>
      Float64Array.from(ofRun.flatMap((day, lead) => [...shrink(day, weights[lead])])),
    ),
  };
}

function daysOf({ origin, values }: PastRun, panel: Panel, baselineOf: BaselinePrices): PastDay[] {
  const { slotsPerDay, price } = panel;
  return Array.from({ length: values.length / slotsPerDay }, (_, lead) => {
    const row = origin + lead;
    return {
      model: values.subarray(lead * slotsPerDay, (lead + 1) * slotsPerDay),
      baseline: baselineOf({ row, origin }),
      actual: row < 0 ? NOTHING : price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay),
    };
  });
}

/** The weight of the model on each lead day; none without past runs. */
function weightsOf(
  past: PastDay[][],
  runs: PastRun[],
  { fewestDays, enoughIssued }: ShrinkageOptions,
): number[] {
  const issued = past.filter((_, run) => runs[run].wasIssued);
  const judged = issued.length < enoughIssued ? past : issued;
  const leads = past.length === 0 ? 0 : past[0].length;
  return Array.from({ length: leads }, (_, lead) => {
    if (lead === 0) return 1;
    const known = judged.map((days) => days[lead]).filter(({ actual }) => actual.some(Number.isFinite));
    return known.length < fewestDays ? 1 : shrinkageWeight(known.flatMap(casesOf));
  });
}

function casesOf({ model, baseline, actual }: PastDay): ShrinkageCase[] {
  return Array.from(model, (value, slot) => ({
    model: value,
    baseline: baseline[slot],
    actual: actual[slot],
  }));
}

/** The model's forecast itself in slots that have no baseline. */
function shrink({ model, baseline }: ForecastDay, weight: number): Float64Array {
  return model.map((value, slot) =>
    weight === 1 || Number.isNaN(baseline[slot]) ? value : baseline[slot] + weight * (value - baseline[slot]),
  );
}

/** What the baseline of prices adds, beyond the explanation's own baseline, belongs to the prices. */
function shrinkExplanation(
  { baseline, contributions }: Contributions,
  { weight, baseline: prices }: { weight: number; baseline: Float64Array },
): Contributions {
  return {
    baseline,
    contributions: contributions.map(({ group, values }) => ({
      group,
      values: values.map((value, slot) => {
        if (weight === 1 || Number.isNaN(prices[slot])) return value;
        const added = group === 'price' ? (1 - weight) * (prices[slot] - baseline[slot]) : 0;
        return weight * value + added;
      }),
    })),
  };
}
