import {
  type LikelihoodRatioTest,
  bernoulliLogLikelihood,
  likelihoodRatioTest,
  requireNominal,
} from './likelihood-ratio.ts';

/**
 * Kupiec's test of unconditional coverage: are as many actuals inside as the interval claims? `isInside` says it of each
 * period, `nominal` is the claim, 0.8 for p10-p90. It takes periods to be independent: give it one hour of the day at a
 * time, for over all hours of a day it rejects too often. One degree of freedom. O(n).
 * Source: Kupiec (1995), Journal of Derivatives 3(2):73-84.
 */
export function kupiecTest(isInside: ArrayLike<boolean>, nominal: number): LikelihoodRatioTest {
  requireNominal(nominal);
  const n = isInside.length;
  if (n === 0) throw new RangeError('A test of coverage needs at least one period.');
  let inside = 0;
  for (let i = 0; i < n; i++) if (isInside[i]) inside++;
  return likelihoodRatioTest(
    {
      hypothesis: bernoulliLogLikelihood(inside, n - inside, nominal),
      alternative: bernoulliLogLikelihood(inside, n - inside, inside / n),
    },
    1,
  );
}
