import { cssColour } from './colours.ts';
import { stepBand, stepLine } from './step-path.ts';

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
  const scale = {
    x: (index: number) => (index / values.length) * WIDTH,
    y: (value: number) => HEIGHT - 1 - ((value - bottom) / (top - bottom)) * (HEIGHT - 2),
  };
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="max-w-full">
      <path d={stepBand(low, high, scale)} style={{ fill: cssColour('band') }} />
      <path d={`M0 ${scale.y(0)}H${WIDTH}`} style={{ stroke: cssColour('zero') }} strokeWidth="0.5" />
      <path
        d={stepLine(values, scale)}
        fill="none"
        style={{ stroke: cssColour('price') }}
        strokeWidth="1.5"
      />
    </svg>
  );
}
