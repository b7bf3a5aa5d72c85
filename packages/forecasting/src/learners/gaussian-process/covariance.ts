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

/** Variances in the unit of the transformed price. */
export interface NoiseVariance {
  /** Of what no feature explains. */
  usual: number;
  /** Of what the inputs would have explained on a day on which none is known. */
  unknownInputs: number;
}

/** The covariance of days in their prices, and the noise of each. */
export interface DayCovariance {
  /** Added up. */
  terms: CovarianceTerm[];
  noise: NoiseVariance;
  /** Hours in which a slot counts e times less in `late price[d-1]`, back from midnight. */
  lateHours: number;
}

/** How much of a term two days share that lie `days` apart. */
export function fadingOf(term: CovarianceShape, days: number): number {
  if (term.lasting === 1) return 1;
  return term.lasting + (1 - term.lasting) * Math.exp(-Math.abs(days) / term.fadingDays);
}

/** `fadingOf` of 0, 1, ... `most` days apart. */
export function fadingsUpTo(most: number, term: CovarianceShape): Float64Array {
  return Float64Array.from({ length: most + 1 }, (_, days) => fadingOf(term, days));
}
