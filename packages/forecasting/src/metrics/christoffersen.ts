import {
  type LikelihoodRatioTest,
  bernoulliLogLikelihood,
  likelihoodRatioTest,
  requireNominal,
} from './likelihood-ratio.ts';

export interface ChristoffersenResult {
  /** H0: a miss today does not change the odds of a miss tomorrow. One degree of freedom. */
  independence: LikelihoodRatioTest;
  /** H0: independent and as many inside as claimed. Two degrees of freedom. */
  conditionalCoverage: LikelihoodRatioTest;
}

/**
 * Christoffersen's tests of an interval: the periods inside and outside, in order of time, are held against a Markov chain
 * of first order. The first period is only conditioned on. Arguments as in `kupiecTest`, at least two periods. Where one
 * of the two states never occurs, independence cannot be doubted: statistic 0, p = 1. O(n).
 * Source: Christoffersen (1998), International Economic Review 39:841-862, sections 3.1-3.3.
 */
export function christoffersenTest(isInside: ArrayLike<boolean>, nominal: number): ChristoffersenResult {
  requireNominal(nominal);
  const n = isInside.length;
  if (n < 2) throw new RangeError('A test of independence needs at least two periods.');
  const counts = { stayOut: 0, comeIn: 0, goOut: 0, stayIn: 0 };
  for (let i = 1; i < n; i++) {
    if (isInside[i - 1]) counts[isInside[i] ? 'stayIn' : 'goOut']++;
    else counts[isInside[i] ? 'comeIn' : 'stayOut']++;
  }
  const { stayOut, comeIn, goOut, stayIn } = counts;
  const [inside, outside] = [comeIn + stayIn, stayOut + goOut];
  const chain = bestLogLikelihood(comeIn, stayOut) + bestLogLikelihood(stayIn, goOut);
  const constant = bestLogLikelihood(inside, outside);
  const claimed = bernoulliLogLikelihood(inside, outside, nominal);
  return {
    independence: likelihoodRatioTest({ hypothesis: constant, alternative: chain }, 1),
    conditionalCoverage: likelihoodRatioTest({ hypothesis: claimed, alternative: chain }, 2),
  };
}

function bestLogLikelihood(ones: number, zeros: number): number {
  return ones + zeros === 0 ? 0 : bernoulliLogLikelihood(ones, zeros, ones / (ones + zeros));
}
