import { dualityGap } from './moments.ts';
import {
  type LassoWalk,
  appendColumn,
  beginLeg,
  polishWalk,
  resetWalk,
  solveLower,
  stepWalk,
} from './lasso-walk.ts';

/** One y of a regression with several, in its moments. */
export interface Target {
  /** X'y. */
  cross: Float64Array;
  /** y'y. */
  squares: number;
}

export interface AkaikeLasso {
  lambda: number;
  /** Undefined where the walk missed the minimum, as it can where columns depend on each other. */
  coefficients: Float64Array | undefined;
}

/** A gap to the minimum of this share of y'y is rounding. */
const CLOSED = 1e-9;

/** A path ends where lambda has fallen to this share of its beginning: the rest is rounding. */
const ROUNDING = 1e-12;

/** A column explained to this share by those before it adds nothing to a least-squares fit. */
const DEPENDENT = 1e-12;

/** No path goes below this share of the least-squares residual, whatever rounding does to either. */
const SAFE_SHARE = 0.99;

/**
 * LASSO with the penalty of LEAR for every target of one design of `rows` rows: lambda by Akaike's criterion on columns of unit
 * length, then used on the columns as they are. Two things make it cheap. The path for the criterion
 * ends as soon as not even the residual of least squares on all columns would make up for the columns it has. And the second
 * minimiser is reached from there by moving every column's bound in a straight line, rather than by another path from 0.
 */
export function lassoByAkaike(walk: LassoWalk, targets: Target[], rows: number): AkaikeLasso[] {
  const { columns, stride, block } = walk.gram;
  const lengths = Float64Array.from(
    { length: columns },
    (_, j) => Math.sqrt(block.values[j * stride + j]) || 1,
  );
  const floors = leastSquares(walk, targets, rows);
  return targets.map((target, i) => {
    const largest = resetWalk(walk, target.cross, lengths);
    if (largest === 0) return { lambda: 0, coefficients: new Float64Array(columns) };
    const floor = (SAFE_SHARE * floors[i]) / target.squares;
    const { lambda, end } = searchLambda(walk, { lengths, largest, squares: target.squares, floor, rows });
    return { lambda, coefficients: walkToBound(walk, target, { lengths, end, lambda }) };
  });
}

/** The residual squares that no fit on all columns goes below; 0 where there are as many columns as rows. */
function leastSquares(walk: LassoWalk, targets: Target[], rows: number): number[] {
  const { columns, block, stride } = walk.gram;
  if (columns >= rows) return targets.map(() => 0);
  walk.count = 0;
  for (let j = 0; j < columns; j++) if (block.values[j * stride + j] > 0) appendColumn(walk, j, DEPENDENT);
  const z = walk.blocks.z.values;
  return targets.map(({ cross, squares }) => {
    for (let i = 0; i < walk.count; i++) z[i] = cross[walk.active[i]];
    solveLower(walk);
    let explained = 0;
    for (let i = 0; i < walk.count; i++) explained += z[i] * z[i];
    return Math.max(0, squares - explained);
  });
}

/**
 * Walks down the path of columns of unit length. Returns the lambda of the knot with the least n RSS / y'y + 2 df, where y'y / n
 * stands for the noise variance and df counts the active columns, and the lambda where the search ended.
 */
function searchLambda(
  walk: LassoWalk,
  search: { lengths: Float64Array; largest: number; squares: number; floor: number; rows: number },
): { lambda: number; end: number } {
  const { lengths, largest, squares, floor, rows } = search;
  beginLeg(
    walk,
    lengths.map((length) => largest * length),
    lengths,
  );
  let best = Infinity;
  let lambda = 0;
  let end = largest;
  let residualSquares = squares;
  for (let knots = 1; ; knots++) {
    const criterion = (rows * residualSquares) / squares + 2 * walk.count;
    if (criterion < best) {
      best = criterion;
      lambda = end;
    }
    const isDecided = rows * floor + 2 * walk.count > best;
    if (isDecided || end <= largest * ROUNDING || knots >= 8 * lengths.length) return { lambda, end };
    const length = stepWalk(walk, end);
    residualSquares = Math.max(0, residualSquares - walk.alignment * length * (2 * end - length));
    end -= length;
  }
}

/** Moves the bounds from `end` times the lengths to lambda for all columns, and returns the minimiser there. */
function walkToBound(
  walk: LassoWalk,
  { cross, squares }: Target,
  { lengths, end, lambda }: { lengths: Float64Array; end: number; lambda: number },
): Float64Array | undefined {
  const p = lengths.length;
  const origins = lengths.map((length) => end * length);
  beginLeg(
    walk,
    origins,
    origins.map((bound) => bound - lambda),
  );
  for (let knots = 0; walk.travelled < 1; knots++) {
    if (knots === 8 * p) return undefined;
    const limit = 1 - walk.travelled;
    if (stepWalk(walk, limit) === limit) break;
  }
  polishWalk(walk, cross, lambda);
  const coefficients = new Float64Array(p);
  for (let i = 0; i < walk.count; i++) coefficients[walk.active[i]] = walk.coefficients[i];
  const gradient = walk.blocks.correlations.values.subarray(0, p);
  const gap = dualityGap({ columns: p, cross, squares }, lambda, coefficients, gradient);
  return gap <= CLOSED * squares ? coefficients : undefined;
}
