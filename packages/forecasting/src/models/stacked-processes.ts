import { exponentiatedGradient } from '../combine/exponentiated-gradient.ts';
import { weightedMean } from '../combine/weighted-mean.ts';
import type { Panel } from '../data/panel.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import type { DayForecasts, FittedProcess } from './gaussian-process.ts';
import type { FittedModel, Model } from './model.ts';
import { type ResidualCorrectionOptions, fitResidualCorrection } from './residual-correction.ts';

export interface StackingOptions {
  weights: {
    /** Days before the target day whose errors decide. */
    days: number;
    learningRate: number;
  };
  /** Days at the start of the one-step-ahead forecasts that rest on too little to be typical. */
  warmUpDays: number;
  residuals: ResidualCorrectionOptions;
}

export interface FittedStack extends FittedModel {
  /** How much each process counts, adding up to 1. */
  weights: number[];
  /** Whether there were enough days for the residual correction. */
  isCorrected: boolean;
}

/**
 * Two-stage stacking of Gaussian processes. In the first stage they are fitted, which also gives their one-step-ahead (prequential)
 * forecasts of the training days, each from the days before it. In the second stage the processes are combined by exponentiated-gradient
 * weights over the errors of the last year, and boosted trees, trained on the one-step-ahead errors of the first process, correct the
 * residuals.
 */
export function createStackedProcesses(
  processes: Model<FittedProcess>[],
  options: StackingOptions,
): Model<FittedStack> {
  return {
    name: 'stacked-processes',
    minHistoryDays: Math.max(...processes.map(({ minHistoryDays }) => minHistoryDays)),
    memberCount: processes.length,
    fit(panel, target, cache = createFitCache()) {
      const fits = processes.map((process) => process.fit(panel, target, cache));
      const past = fits.map(({ hindcasts }) => hindcasts);
      const weights = weightsOf(panel, target, past, options);
      const [base] = past;
      const hindcasts = new Map([...base].slice(options.warmUpDays));
      const correct = fitResidualCorrection(panel, target, hindcasts, options.residuals, cache);
      return {
        weights,
        isCorrected: correct !== undefined,
        predict(seen, row) {
          const members = fits.map((fitted) => fitted.predict(seen, row).combined);
          const combined = weightedMean(members, weights);
          if (correct === undefined) return { combined, members };
          const correction = correct(seen, row, members[0]);
          return { combined: combined.map((price, slot) => price + correction[slot]), members };
        },
      };
    },
  };
}

/** By the days of the last year that all processes have forecast after their warm-up. */
function weightsOf(
  { price, slotsPerDay }: Panel,
  target: number,
  past: DayForecasts[],
  { weights: { days: weighingDays, learningRate }, warmUpDays }: StackingOptions,
): number[] {
  const warm = past.map((days) => [...days.keys()][warmUpDays] ?? target);
  const from = Math.max(target - weighingDays, ...warm);
  const days = [...past[0].keys()].flatMap((row) => {
    if (row < from) return [];
    const forecasts = past.flatMap((ofDay) => ofDay.get(row) ?? []);
    const actual = price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    return forecasts.length < past.length ? [] : [{ actual, forecasts }];
  });
  return exponentiatedGradient(days, past.length, learningRate);
}
