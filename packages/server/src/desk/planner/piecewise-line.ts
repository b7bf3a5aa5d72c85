/** A continuous function that is straight between its points, defined from the first to the last; `x` ascends strictly. */
export interface PiecewiseLine {
  x: number[];
  y: number[];
}

/** A straight line over one interval: its values at both ends. */
export type Segment = readonly [atStart: number, atEnd: number];

/** Points that lie closer together than this are one. */
export const SAME_POINT = 1e-9;
/** A point that lies so near to the line between its neighbours is left out. */
const SAME_VALUE = 1e-7;

/** The value at `at`, which lies between the first point and the last or is taken for the nearer of them. */
export function valueAt({ x, y }: PiecewiseLine, at: number): number {
  let [below, above] = [0, x.length - 1];
  if (at <= x[below]) return y[below];
  if (at >= x[above]) return y[above];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (x[middle] <= at) below = middle;
    else above = middle;
  }
  return y[below] + ((at - x[below]) / (x[above] - x[below])) * (y[above] - y[below]);
}

/** Appends a point right of all others, in place of the last one where that is not needed any more. */
export function appendPoint({ x, y }: PiecewiseLine, at: number, value: number): void {
  const last = x.length - 1;
  if (last >= 0 && at - x[last] < SAME_POINT) {
    y[last] = Math.max(y[last], value);
    return;
  }
  if (last >= 1) {
    const share = (x[last] - x[last - 1]) / (at - x[last - 1]);
    if (Math.abs(y[last - 1] + share * (value - y[last - 1]) - y[last]) < SAME_VALUE) {
      x[last] = at;
      y[last] = value;
      return;
    }
  }
  x.push(at);
  y.push(value);
}

/** Appends the largest of some lines over the interval from `start` to `end`, with the points where two of them cross. */
export function appendLargest(
  line: PiecewiseLine,
  segments: readonly Segment[],
  { start, end }: { start: number; end: number },
): void {
  const shares = [0, 1];
  segments.forEach(([a0, a1], i) => {
    for (const [b0, b1] of segments.slice(i + 1)) {
      const [before, after] = [a0 - b0, a1 - b1];
      if (before * after < 0) shares.push(before / (before - after));
    }
  });
  for (const share of shares.sort((a, b) => a - b)) {
    const largest = Math.max(...segments.map(([atStart, atEnd]) => atStart + share * (atEnd - atStart)));
    appendPoint(line, start + share * (end - start), largest);
  }
}
