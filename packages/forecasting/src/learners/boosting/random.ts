/** A stream of uniform numbers. Code that draws from it elsewhere, as the kernel does, takes its state there and returns it. */
export interface UniformStream {
  /** A whole number from 1 to 2^31 - 2. */
  state: number;
  /** The next number in [0, 1). */
  next: () => number;
}

/** Uniform numbers from a seed, by a Lehmer generator with multiplier 48271 and modulus 2^31 - 1. */
export function createUniformStream(seed: number): UniformStream {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number; got ${seed}.`);
  const states = LEHMER_MODULUS - 1;
  const stream = {
    state: (((seed % states) + states) % states) + 1,
    next: () => uniformOf((stream.state = nextLehmerState(stream.state))),
  };
  // Small seeds give alike first numbers.
  for (let i = 0; i < 4; i++) stream.next();
  return stream;
}

/** Random numbers in [0, 1), the same for the same seed. */
export function createUniform(seed: number): () => number {
  return createUniformStream(seed).next;
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
