/** A Lehmer generator of modulus 2^31 - 1: its state runs through 1 .. LEHMER_MODULUS - 1. */
export const LEHMER_MODULUS = 2_147_483_647;

const MULTIPLIER = 48_271;
const INVERSE = 1 / LEHMER_MODULUS;

export function nextLehmerState(state: number): number {
  // What `%` gives, in half the time: the product is exact, and further from the next multiple than rounding reaches.
  const product = state * MULTIPLIER;
  return product - Math.floor(product * INVERSE) * LEHMER_MODULUS;
}

/** The uniform number in [0, 1) that a state stands for. */
export function uniformOf(state: number): number {
  return (state - 1) / (LEHMER_MODULUS - 1);
}
