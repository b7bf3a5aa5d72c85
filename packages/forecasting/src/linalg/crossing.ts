/** More than rounding adds to a share that is a sum of some dozens. */
const ROUNDING = 2e-14;
const MOST_GUESSES = 12;
/** How far beside a guess that is right up to rounding it is asked again. */
const NUDGE_WIDTHS = 4;

/** Where a crossing is looked for: the halvings of the span decide how exactly it is found. */
export interface Search {
  from: number;
  to: number;
  halvings: number;
  /** Two places that it is thought to lie between, which are asked first; by default the ends of the span. */
  near?: readonly [number, number] | undefined;
}

/**
 * The place in a span at which a share that rises, up to rounding, reaches a level: the upper end of the span after its halvings, to the
 * last bit what plain bisection gives. Places are guessed first, by false position; the halvings then ask only between the nearest guesses.
 */
export function crossingOf(
  shareAtMost: (place: number) => number,
  level: number,
  { from, to, halvings, near = [from, to] }: Search,
): number {
  if (!(to > from)) return to;
  const [below, above] = bracketOf(shareAtMost, level, near, (to - from) * 2 ** -halvings);
  let [low, high] = [from, to];
  for (let i = 0; i < halvings && high > low; i++) {
    const middle = (low + high) / 2;
    if (middle <= below || (middle < above && shareAtMost(middle) < level)) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Places where the share is sure to be below the level, and to be above it, as near to the crossing as a few guesses come; infinite where
 * none was found.
 */
function bracketOf(
  shareAtMost: (place: number) => number,
  level: number,
  near: readonly [number, number],
  width: number,
): [number, number] {
  let [below, above] = [-Infinity, Infinity];
  /** How far the share lies beyond the level. */
  const ask = (place: number) => {
    const beyond = shareAtMost(place) - level;
    if (beyond < -ROUNDING) below = Math.max(below, place);
    else if (beyond > ROUNDING) above = Math.min(above, place);
    return beyond;
  };
  let [low, high] = near;
  let [lowBeyond, highBeyond] = [ask(low), ask(high)];
  let kept: 'low' | 'high' | undefined;
  for (let i = 0; i < MOST_GUESSES && lowBeyond < 0 && highBeyond > 0 && high - low > 2 * width; i++) {
    const place = low + ((high - low) * lowBeyond) / (lowBeyond - highBeyond);
    const beyond = ask(place);
    if (Math.abs(beyond) <= ROUNDING) {
      ask(place - NUDGE_WIDTHS * width);
      ask(place + NUDGE_WIDTHS * width);
      break;
    }
    // An end that stays a second time counts half, so that the next guess lies nearer to it (Illinois).
    if (beyond < 0) {
      [low, lowBeyond] = [place, beyond];
      if (kept === 'high') highBeyond /= 2;
      kept = 'high';
    } else {
      [high, highBeyond] = [place, beyond];
      if (kept === 'low') lowBeyond /= 2;
      kept = 'low';
    }
  }
  return [below, above];
}
