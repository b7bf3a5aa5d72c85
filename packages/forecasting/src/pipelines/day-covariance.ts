import type { DayCovariance } from '../learners/gaussian-process/covariance.ts';

/**
 * The covariance of whole days in all markets. Its weights were chosen by random search over the one-step-ahead errors of the training
 * years of Nord Pool, PJM, EPEX-FR and Spain, then pruned of every weight that none of them missed; those of price signals in Spain alone.
 * See docs/experiments/day-ahead-model.md. The terms: a response to the whole state of the market that lasts, a linear response to the last
 * prices and the inputs, a weekly pattern, and a response to the inputs that changes within two months.
 */
export const DAY_COVARIANCE: DayCovariance = {
  terms: [
    {
      shape: 'squared-exponential',
      variance: 1,
      lasting: 1,
      fadingDays: 1,
      weights: {
        'price[d-1]': 0.8,
        'price week': 1.58,
        input: 0.66,
        'input change in a day': 0.29,
        'unknown inputs': 1,
        weekday: 0.17,
        holiday: 0.5,
        scale: 0.27,
        season: 0.67,
        'price signal': 0.5,
      },
    },
    {
      shape: 'linear',
      variance: 1.65,
      lasting: 1,
      fadingDays: 1,
      weights: {
        'late price[d-1]': 0.84,
        'price[d-2]': 0.1,
        input: 0.9,
        scale: 0.18,
        season: 0.65,
        'price signal mean': 1,
      },
    },
    {
      shape: 'squared-exponential',
      variance: 0.115,
      lasting: 0.32,
      fadingDays: 1.9,
      weights: {
        'price[d-7]': 0.76,
        'input[d-7]': 0.32,
        'input change in a week': 0.64,
        'unknown inputs': 1,
        weekday: 0.62,
      },
    },
    {
      shape: 'matern-3/2',
      variance: 0.1,
      lasting: 0.25,
      fadingDays: 52,
      weights: { input: 1.07, 'unknown inputs': 1 },
    },
  ],
  noise: { usual: 0.21, unknownInputs: 0.1 },
  lateHours: 2.3,
};
