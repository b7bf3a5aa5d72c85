import type { GroupName } from '../../features/day-groups.ts';

/** One term of the covariance of two days: `variance * shape(features) * fading(days between)`. */
export interface CovarianceShape {
  shape: 'squared-exponential' | 'matern-3/2' | 'linear';
  variance: number;
  /** Share that never fades; the rest fades with exp(-days / fadingDays). */
  lasting: number;
  fadingDays: number;
}

/** The weights say how far apart two days are that differ by one standard deviation in every column of a group. */
export interface CovarianceTerm extends CovarianceShape {
  weights: Partial<Record<GroupName, number>>;
}

/**
 * The covariance of all markets, chosen by random search over the one-day-ahead errors of the last 546 days before the test spans of
 * Nord Pool (to 2016), PJM (to 2016), EPEX-FR (to 2014) and Spain (to 2021), then pruned of every weight that none of them missed:
 * an answer to the whole state of the market that lasts, a linear answer to the last prices and the inputs, a weekly pattern, and an
 * answer to the inputs that changes within two months. That late prices count more in the linear answer was chosen later, on the same
 * days, as was that a holiday is not quite a Sunday. What moves count was chosen in Spain, which alone has them, from 2016 to 2025.
 */
export const DAY_COVARIANCE: CovarianceTerm[] = [
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
      move: 0.5,
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
      'move mean': 1,
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
];

/**
 * Takes the first term's place for days that have been forecast once, and compares them by that forecast. Chosen on the days of the
 * benchmarks before their test spans; weights of the forecast between 1.5 and 3 differ little.
 */
export const FORECAST_TERM: CovarianceTerm = {
  shape: 'squared-exponential',
  variance: 1,
  lasting: 1,
  fadingDays: 1,
  weights: { forecast: 2, 'unknown inputs': 1, scale: 0.14, season: 0.33 },
};

/** Variances in the unit of the transformed price. */
export interface NoiseVariance {
  /** Of what no feature tells. */
  usual: number;
  /** Of what the inputs would have told on a day on which none is known. */
  unknownInputs: number;
}

/**
 * `unknownInputs` was chosen with the weights of `unknown inputs` on the same years of the four markets and on Spain in 2018, where the
 * inputs before the last three months of training had been taken away.
 */
export const DAY_NOISE: NoiseVariance = { usual: 0.21, unknownInputs: 0.1 };

/** How much of a term two days share that lie `days` apart. */
export function fadingOf(term: CovarianceShape, days: number): number {
  if (term.lasting === 1) return 1;
  return term.lasting + (1 - term.lasting) * Math.exp(-Math.abs(days) / term.fadingDays);
}

const knownFadings = new WeakMap<CovarianceShape, Float64Array>();

/** `fadingOf` of 0, 1, ... days apart, up to `most` and maybe more. */
export function fadingsUpTo(most: number, term: CovarianceShape): Float64Array {
  const known = knownFadings.get(term);
  if (known !== undefined && known.length > most) return known;
  const fadings = Float64Array.from({ length: most + 1 }, (_, days) => fadingOf(term, days));
  knownFadings.set(term, fadings);
  return fadings;
}
