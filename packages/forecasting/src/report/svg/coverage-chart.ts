import { circle, columnLabels, drawChart, line, rectangle } from './chart.ts';

const NOMINAL = 80;
const TOLERANCE = { low: 75, high: 85 };

export interface CoverageChart {
  title: string;
  labels: readonly string[];
  /** Percent of actuals inside the bounds, one for each label. */
  percents: readonly number[];
}

/** Coverage as distances from 80 %, over the band from 75 to 85 %; what lies outside the band has another colour. */
export function coverageChart({ title, labels, percents }: CoverageChart): string {
  const domain = { low: Math.min(70, ...percents), high: Math.max(90, ...percents) };
  const legend = [
    { text: 'inside 75-85 %', mark: circle({ x: 9, y: 5 }, 4.5, 'model') },
    { text: 'outside', mark: circle({ x: 9, y: 5 }, 4.5, 'fault') },
  ];
  const axisTitle = 'Actual prices within the 10-90 % bounds';
  return drawChart({ title, axisTitle, legend, domain, suffix: ' %' }, (plot) => {
    const step = (plot.right - plot.left) / labels.length;
    return [
      rectangle(
        {
          x: plot.left,
          y: plot.y(TOLERANCE.high),
          width: plot.right - plot.left,
          height: plot.y(TOLERANCE.low) - plot.y(TOLERANCE.high),
        },
        'band',
      ),
      line({ x1: plot.left, x2: plot.right, y1: plot.y(NOMINAL), y2: plot.y(NOMINAL) }, 'axis dashed'),
      ...percents.flatMap((percent, i) => {
        const isSound = percent >= TOLERANCE.low && percent <= TOLERANCE.high;
        const at = { x: plot.left + (i + 0.5) * step, y: plot.y(percent) };
        return [
          line({ x1: at.x, x2: at.x, y1: plot.y(NOMINAL), y2: at.y }, isSound ? 'model-stem' : 'fault-stem'),
          circle(at, 4.5, isSound ? 'model' : 'fault'),
        ];
      }),
      ...columnLabels(labels, plot),
    ];
  });
}
