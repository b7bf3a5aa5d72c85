import { createUniform } from '../learners/boosting/random.ts';

const SEED = 1;

/**
 * Errors of whole days where there are no past forecasts: each slot goes with the one before, of size 1, always the same
 * numbers. For `fitDependence`, which takes nothing from them but how the slots go together. `correlation`: of neighbouring slots; it falls
 * with every slot between two.
 */
export function assumedErrors(days: number, slots: number, correlation: number): Float64Array[] {
  const uniform = createUniform(SEED);
  const innovation = Math.sqrt(1 - correlation ** 2);
  return Array.from({ length: days }, () => {
    const errors = new Float64Array(slots);
    errors[0] = normal(uniform);
    for (let i = 1; i < slots; i++) errors[i] = correlation * errors[i - 1] + innovation * normal(uniform);
    return errors;
  });
}

/** A standard normal number (Box and Muller 1958). */
function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
