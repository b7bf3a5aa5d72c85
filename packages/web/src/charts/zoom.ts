/** Share of what is shown that counts as its edge. */
const EDGE = 0.1;

export interface Span {
  min: number;
  max: number;
}

/** What is shown after zooming about a place: inside the whole, and no shorter than `least`. A factor below 1 shows less. */
export function zoomed(
  shown: Span,
  whole: Span,
  { about, factor, least }: { about: number; factor: number; least: number },
): Span {
  const length = Math.min(Math.max((shown.max - shown.min) * factor, least), whole.max - whole.min);
  const share = (about - shown.min) / (shown.max - shown.min || 1);
  return placed(about - share * length, length, whole);
}

/** What is shown after moving it, by as little as needed, until it holds a place, not at its very edge. */
export function movedTo(shown: Span, whole: Span, place: number): Span {
  const length = shown.max - shown.min;
  const margin = length * EDGE;
  if (place < shown.min + margin) return placed(place - margin, length, whole);
  return place > shown.max - margin ? placed(place + margin - length, length, whole) : shown;
}

export function isWhole(shown: Span, whole: Span): boolean {
  return shown.min <= whole.min && shown.max >= whole.max;
}

function placed(start: number, length: number, whole: Span): Span {
  const min = Math.min(Math.max(start, whole.min), whole.max - length);
  return { min, max: min + length };
}
