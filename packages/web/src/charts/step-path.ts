/** Places of the ends of a step and of its height, in the units of the drawing. */
export interface StepScale {
  /** Left end of the step; the right end is the left one of the next. */
  x: (index: number) => number;
  y: (value: number) => number;
}

type Column = readonly (number | null)[];

/** A line that holds each value for its step; it is broken where there is none. */
export function stepLine(values: Column, { x, y }: StepScale): string {
  let isDrawing = false;
  return values
    .map((value, index) => {
      const isFirst = !isDrawing;
      isDrawing = value !== null;
      if (value === null) return '';
      const height = round(y(value));
      return `${isFirst ? `M${round(x(index))} ${height}` : ''}V${height}H${round(x(index + 1))}`;
    })
    .join('');
}

/** The area between two such lines, where both are. */
export function stepBand(low: Column, high: Column, scale: StepScale): string {
  const spans: { from: number; low: number[]; high: number[] }[] = [];
  for (const [index, bottom] of low.entries()) {
    const top = high[index] ?? null;
    if (bottom === null || top === null) continue;
    const last = spans.at(-1);
    if (last !== undefined && last.from + last.low.length === index) {
      last.low.push(bottom);
      last.high.push(top);
    } else spans.push({ from: index, low: [bottom], high: [top] });
  }
  return spans
    .map((span) => {
      const x = (index: number) => scale.x(span.from + index);
      const back = [...span.low.entries()]
        .toReversed()
        .map(([index, value]) => `V${round(scale.y(value))}H${round(x(index))}`);
      return `${stepLine(span.high, { ...scale, x })}${back.join('')}Z`;
    })
    .join('');
}

function round(value: number): string {
  return value.toFixed(1);
}
