/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface ScaleColours {
  /** Of the lowest value below zero. */
  negative: Rgb;
  /** Of zero. */
  zero: Rgb;
  /** Of the middle of the values above zero. */
  middle: Rgb;
  /** Of the highest value. */
  high: Rgb;
}

/** Colours of values between `min` and `max`: one hue below zero, another above, the last for what is dear. */
export function colourScale(colours: ScaleColours, min: number, max: number): (value: number) => Rgb {
  const { negative, zero, middle, high } = colours;
  return (value) => {
    if (value < 0) return blend(zero, negative, min < 0 ? Math.min(1, value / min) : 1);
    const share = max > 0 ? Math.min(1, value / max) : 0;
    return share < 0.5 ? blend(zero, middle, share * 2) : blend(middle, high, share * 2 - 1);
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
