/** Uniform numbers in [0, 1) from a seed: a Lehmer generator, multiplier 48271 and modulus 2^31 - 1. */
export function createUniform(seed: number): () => number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number; got ${seed}.`);
  const modulus = 2_147_483_647;
  const inverse = 1 / modulus;
  // The state runs through 1 .. modulus - 1. Small seeds give alike first numbers, hence the turns without use.
  let state = (((seed % (modulus - 1)) + (modulus - 1)) % (modulus - 1)) + 1;
  const next = (): number => {
    // What `%` gives, in half the time: the product is exact, and further from the next multiple than rounding reaches.
    const product = state * 48_271;
    state = product - Math.floor(product * inverse) * modulus;
    return (state - 1) / (modulus - 1);
  };
  for (let i = 0; i < 4; i++) next();
  return next;
}

/** `count` of the whole numbers below `size`, drawn without replacement, ascending. */
export function drawSubset(size: number, count: number, uniform: () => number): Int32Array {
  const pool = Int32Array.from({ length: size }, (_, i) => i);
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(uniform() * (size - i));
    const drawn = pool[j];
    pool[j] = pool[i];
    pool[i] = drawn;
  }
  return pool.subarray(0, count).sort();
}
