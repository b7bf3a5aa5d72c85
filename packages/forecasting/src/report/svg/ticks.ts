/**
 * Round numbers, 1, 2, 2.5 or 5 times a power of ten apart, that enclose [low, high]: the first is at most `low`, the last
 * at least `high`, about `count` in all. Equal ends are moved apart.
 */
export function niceTicks(low: number, high: number, count = 5): number[] {
  if (!Number.isFinite(low) || !Number.isFinite(high) || low > high)
    throw new RangeError(`An axis needs finite ends in order; got ${low} and ${high}.`);
  const span = high - low || Math.max(1, Math.abs(high) / 10);
  const step = niceStep(span / count);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => roundTo((first + i) * step, step));
}

/** The tick as text with as many decimals as the step between ticks needs. */
export function tickLabels(ticks: readonly number[]): string[] {
  const decimals = Math.max(0, ...ticks.map((tick) => (String(tick).split('.')[1] ?? '').length));
  return ticks.map((tick) => tick.toFixed(Math.min(decimals, 6)));
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const multiple = [1, 2, 2.5, 5].find((candidate) => candidate * power >= least) ?? 10;
  return multiple * power;
}

/** Takes off what adding tenths leaves behind: 0.30000000000000004. */
function roundTo(value: number, step: number): number {
  const decimals = Math.min(100, Math.max(0, 2 - Math.floor(Math.log10(step))));
  return Number(value.toFixed(decimals)) + 0;
}
