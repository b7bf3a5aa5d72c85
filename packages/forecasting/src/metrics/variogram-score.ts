import { checkPaths } from './energy-score.ts';

const ORDER = 0.5;

/**
 * Variogram score of order 1/2 of equally likely paths against what came; lower is better. For each pair of periods the root of the
 * difference between their prices is compared with its mean over the paths: it notices a wrong dependence where the energy score hardly does.
 * Mean over the pairs, in the unit of the price. O(paths x periods^2).
 * Source: Scheuerer, Hamill (2015), Monthly Weather Review 143:1321-1334.
 */
export function variogramScore(paths: readonly ArrayLike<number>[], actual: ArrayLike<number>): number {
  checkPaths(paths, actual);
  const periods = actual.length;
  if (periods < 2) throw new RangeError('A variogram score needs two periods or more.');
  let sum = 0;
  for (let i = 0; i < periods; i++) {
    for (let j = 0; j < i; j++) {
      let expected = 0;
      for (const path of paths) expected += Math.abs(path[i] - path[j]) ** ORDER;
      sum += (Math.abs(actual[i] - actual[j]) ** ORDER - expected / paths.length) ** 2;
    }
  }
  return sum / ((periods * (periods - 1)) / 2);
}
