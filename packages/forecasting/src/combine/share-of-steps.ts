/** A past day: what was left to explain of its prices, and the step from one forecast to another. */
export interface Step {
  error: Float64Array;
  step: Float64Array;
}

/** From one forecast of a day to another. */
export function stepBetween(from: Float64Array, to: Float64Array, actual: Float64Array): Step {
  return {
    error: actual.map((price, slot) => price - from[slot]),
    step: from.map((price, slot) => to[slot] - price),
  };
}

const SHARES = Array.from({ length: 11 }, (_, i) => i / 10);

/** How sharply shares are told apart: one whose error is greater by this part counts 1/e. */
const RELATIVE_DIFFERENCE = 1 / 600;

/**
 * The part of its step, from 0 to 1, that a forecast should take so that the least is left of its errors: shares in tenths, averaged
 * with weights that fall with their mean absolute error on the days. The error of a whole step counts as greater by the part `reserve`, so
 * that a step must be worth that much before it is taken. 0 where there are no days or nothing to explain.
 */
export function shareOfSteps(days: Step[], reserve = 0): number {
  const errors = SHARES.map((share) => {
    let sum = 0;
    for (const { error, step } of days) {
      for (let slot = 0; slot < step.length; slot++) sum += Math.abs(error[slot] - share * step[slot]);
    }
    return sum * (1 + reserve * share);
  });
  const least = Math.min(...errors);
  if (!(least > 0)) return SHARES[errors.indexOf(least)];
  const weights = errors.map((error) => Math.exp((1 - error / least) / RELATIVE_DIFFERENCE));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return SHARES.reduce((sum, share, i) => sum + (share * weights[i]) / total, 0);
}
