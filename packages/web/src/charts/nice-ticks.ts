/** Round numbers that enclose a span: about `count` of them, one, two or five times a power of ten apart. */
export function niceTicks(min: number, max: number, count: number): number[] {
  const span = max - min || Math.abs(max) || 1;
  const raw = span / count;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((one) => one * magnitude >= raw) ?? 10;
  const step = factor * magnitude;
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  // Multiples rather than sums: no rounding error grows along the axis.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}
