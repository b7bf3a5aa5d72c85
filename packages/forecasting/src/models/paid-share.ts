import type { Panel } from '../data/panel.ts';
import { type DayForecasts, type GaussianProcessOptions, createGaussianProcess } from './gaussian-process.ts';
import { unlessInsufficient } from './model.ts';
import type { FitCache } from '../kernel/fit-cache.ts';

/** A past day under an option: what was left to explain of its prices, and the step that the option makes in its forecast. */
export interface OptionDay {
  error: Float64Array;
  step: Float64Array;
}

/** A day that was forecast without the option and with it. */
export function optionDay(without: Float64Array, withOption: Float64Array, actual: Float64Array): OptionDay {
  return {
    error: actual.map((price, slot) => price - without[slot]),
    step: without.map((price, slot) => withOption[slot] - price),
  };
}

/** How it is judged what has paid. */
export interface PaidShareOptions {
  /** By how much the whole option must lessen errors before it is used. */
  leastGain: number;
  /** Equal steps from none of the option to all of it, each of which is tried. */
  shareSteps: number;
  /** A share whose error is greater by 1/`shareSharpness` of the least weighs 1/e. */
  shareSharpness: number;
}

/**
 * How much of an option has paid on past days, from 0 (leave it out) to 1 (all of it): shares of its steps, averaged with weights
 * that fall with their mean absolute error. The error of the whole option counts as greater by the part `leastGain`, so that it must be
 * better by that much before it is used. 0 where there are no days or nothing to explain.
 */
export function paidShare(
  days: OptionDay[],
  { leastGain, shareSteps, shareSharpness }: PaidShareOptions,
): number {
  const shares = Array.from({ length: shareSteps + 1 }, (_, i) => i / shareSteps);
  const errors = shares.map((share) => {
    let sum = 0;
    for (const { error, step } of days) {
      for (let slot = 0; slot < step.length; slot++) sum += Math.abs(error[slot] - share * step[slot]);
    }
    return sum * (1 + leastGain * share);
  });
  const least = Math.min(...errors);
  if (!(least > 0)) return shares[errors.indexOf(least)];
  const weights = errors.map((error) => Math.exp((1 - error / least) / (1 / shareSharpness)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return shares.reduce((sum, share, i) => sum + (share * weights[i]) / total, 0);
}

/** One-step-ahead forecasts of the days before row `target` by a small probe process; none where there are too few days. */
export function probeForecasts(
  panel: Panel,
  target: number,
  probe: GaussianProcessOptions,
  cache: FitCache,
): DayForecasts {
  return unlessInsufficient<DayForecasts>(
    () => createGaussianProcess(probe).fit(panel, target, cache).hindcasts,
    () => new Map(),
  );
}
