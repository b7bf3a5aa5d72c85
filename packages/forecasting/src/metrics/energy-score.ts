/**
 * Energy score of equally likely paths of several periods against what came, in the unit of the price; lower is better. The mean
 * distance of the paths from the outcome, less half of their mean distance from each other (Euclidean). With one period it is the
 * continuous ranked probability score. O(paths^2 x periods).
 * Source: Gneiting, Raftery (2007), JASA 102:359-378, equation 22.
 */
export function energyScore(paths: readonly ArrayLike<number>[], actual: ArrayLike<number>): number {
  checkPaths(paths, actual);
  let fromOutcome = 0;
  let apart = 0;
  for (let i = 0; i < paths.length; i++) {
    fromOutcome += distance(paths[i], actual);
    for (let j = 0; j < i; j++) apart += distance(paths[i], paths[j]);
  }
  return fromOutcome / paths.length - apart / paths.length ** 2;
}

/** Throws RangeError without paths, where lengths differ, and for NaN in the outcome. */
export function checkPaths(paths: readonly ArrayLike<number>[], actual: ArrayLike<number>): void {
  if (paths.length === 0) throw new RangeError('A score of paths needs one path or more.');
  if (paths.some(({ length }) => length !== actual.length)) {
    throw new RangeError(`Every path needs ${actual.length} periods, as many as the outcome has.`);
  }
  for (let i = 0; i < actual.length; i++) {
    if (Number.isNaN(actual[i])) throw new RangeError(`The outcome of period ${i} is NaN.`);
  }
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i] - b[i]) ** 2;
  return Math.sqrt(squares);
}
