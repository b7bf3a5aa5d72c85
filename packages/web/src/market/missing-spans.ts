/** From a start to an end, epoch ms. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** The spans of the periods that lack something, neighbours joined. */
export function missingSpans(
  startsMs: readonly number[],
  periodMs: number,
  isMissing: (index: number) => boolean,
): Span[] {
  const spans: Span[] = [];
  for (const [index, fromMs] of startsMs.entries()) {
    if (!isMissing(index)) continue;
    const last = spans.at(-1);
    if (last !== undefined && last.toMs === fromMs) last.toMs = fromMs + periodMs;
    else spans.push({ fromMs, toMs: fromMs + periodMs });
  }
  return spans;
}

/** Spans without prices between periods that have some; what has not cleared yet is not missing. */
export function missingPrices(
  startsMs: readonly number[],
  periodMs: number,
  values: readonly (number | null)[],
): Span[] {
  const isKnown = (value: number | null) => value !== null;
  const [first, last] = [values.findIndex(isKnown), values.findLastIndex(isKnown)];
  return missingSpans(startsMs, periodMs, (index) => index > first && index < last && values[index] === null);
}
