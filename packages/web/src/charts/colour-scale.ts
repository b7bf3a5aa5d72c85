/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface ScaleColours {
  /** Of the lower end of the scale and what is below it. */
  negative: Rgb;
  /** Of zero itself. */
  zero: Rgb;
  /** Where both hues begin, beside zero. */
  nearZero: Rgb;
  /** Of the middle of the values above zero. */
  middle: Rgb;
  /** Of the upper end and what is above it. */
  high: Rgb;
}

/** Ends of the scale of prices, EUR/MWh: the same for every range, so that pictures can be compared. */
export const SCALE_ENDS = { min: -50, max: 200 } as const;
/** So much of its hue the smallest price below zero has: most are small, and each counts. */
const LEAST_NEGATIVE = 0.35;
/** Prices have two decimals: what is nearer to zero is zero. */
const ZERO = 0.005;

/** Colours of prices: one hue below zero, another above, the last for what is dear; zero itself has a colour of its own. */
export function colourScale(colours: ScaleColours): (value: number) => Rgb {
  const { negative, zero, nearZero, middle, high } = colours;
  const { min, max } = SCALE_ENDS;
  return (value) => {
    if (Math.abs(value) < ZERO) return zero;
    if (value < 0) {
      return blend(nearZero, negative, LEAST_NEGATIVE + (1 - LEAST_NEGATIVE) * Math.min(1, value / min));
    }
    const share = Math.min(1, value / max);
    return share < 0.5 ? blend(nearZero, middle, share * 2) : blend(middle, high, share * 2 - 1);
  };
}

function blend(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share);
  return [at(0), at(1), at(2)];
}

/** The parts of a computed colour such as `rgb(11, 127, 121)`. */
export function parseRgb(text: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
