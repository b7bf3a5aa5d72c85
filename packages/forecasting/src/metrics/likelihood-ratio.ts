import { chiSquareUpperTail } from './chi-square.ts';

/** A likelihood-ratio test: a small p is evidence against the hypothesis. */
export interface LikelihoodRatioTest {
  statistic: number;
  p: number;
}

/** Log-likelihood of `ones` successes and `zeros` failures, each success with probability `share`; 0 log 0 is 0. */
export function bernoulliLogLikelihood(ones: number, zeros: number, share: number): number {
  const ofOnes = ones === 0 ? 0 : ones * Math.log(share);
  return ofOnes + (zeros === 0 ? 0 : zeros * Math.log1p(-share));
}

/** Twice the gain in log-likelihood over the hypothesis, against the chi-square distribution. */
export function likelihoodRatioTest(
  { hypothesis, alternative }: { hypothesis: number; alternative: number },
  degreesOfFreedom: number,
): LikelihoodRatioTest {
  const statistic = Math.max(0, 2 * (alternative - hypothesis));
  return { statistic, p: chiSquareUpperTail(statistic, degreesOfFreedom) };
}

export function requireNominal(nominal: number): void {
  if (!(nominal > 0 && nominal < 1))
    throw new RangeError(`A nominal coverage lies in (0, 1); got ${nominal}.`);
}
