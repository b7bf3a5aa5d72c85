import { cssColour } from './colours.ts';

interface SparkProps {
  values: readonly number[];
  low: readonly number[];
  high: readonly number[];
}

const WIDTH = 120;
const HEIGHT = 32;

/** The shape of a day in the height of a line of text. The numbers stand beside it, so nothing is read out. */
export function Spark({ values, low, high }: SparkProps) {
  const bottom = Math.min(0, ...low);
  const top = Math.max(...high, bottom + 1);
  const x = (index: number) => (index / values.length) * WIDTH;
  const y = (value: number) => HEIGHT - 1 - ((value - bottom) / (top - bottom)) * (HEIGHT - 2);
  const steps = (row: readonly number[]) =>
    row
      .map((value, index) => `H${x(index).toFixed(1)}V${y(value).toFixed(1)}H${x(index + 1).toFixed(1)}`)
      .join('');
  const back = [...low.keys()]
    .toReversed()
    .map((index) => `V${y(low[index] ?? 0).toFixed(1)}H${x(index).toFixed(1)}`)
    .join('');
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="max-w-full">
      <path d={`M0 ${y(high[0] ?? 0)}${steps(high)}${back}Z`} style={{ fill: cssColour('band') }} />
      <path d={`M0 ${y(0).toFixed(1)}H${WIDTH}`} style={{ stroke: cssColour('zero') }} strokeWidth="0.5" />
      <path
        d={`M0 ${y(values[0] ?? 0)}${steps(values)}`}
        fill="none"
        style={{ stroke: cssColour('price') }}
        strokeWidth="1.5"
      />
    </svg>
  );
}
