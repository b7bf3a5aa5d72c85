/** Places of the ends of a step and of its height, in the units of the drawing. */
export interface StepScale {
  /** Left end of the step; the right end is the left one of the next. */
  x: (index: number) => number;
  y: (value: number) => number;
}

/** A line that holds each value for its step. */
export function stepLine(values: readonly number[], { x, y }: StepScale): string {
  const steps = values.map((value, index) => `V${round(y(value))}H${round(x(index + 1))}`);
  return `M${round(x(0))} ${round(y(values[0] ?? 0))}${steps.join('')}`;
}

/** The area between two such lines. */
export function stepBand(low: readonly number[], high: readonly number[], scale: StepScale): string {
  const back = [...low.keys()]
    .toReversed()
    .map((index) => `V${round(scale.y(low[index] ?? 0))}H${round(scale.x(index))}`);
  return `${stepLine(high, scale)}${back.join('')}Z`;
}

function round(value: number): string {
  return value.toFixed(1);
}
