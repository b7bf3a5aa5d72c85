import type { Reliability } from '../../metrics/reliability.ts';
import { type Plot, circle, drawChart, line, rectangle, text } from './chart.ts';

/**
 * Left: how often actuals fell below each quantile against how often they should have, on the diagonal when calibrated.
 * Right: how full each bin between quantiles is, as a multiple, cut at 1.76, of what it should hold.
 */
export function reliabilityChart(title: string, { levels, bins }: Reliability): string {
  const legend = [
    { text: 'observed', mark: circle({ x: 9, y: 5 }, 4.5, 'model') },
    { text: 'calibrated', mark: line({ x1: 0, x2: 18, y1: 5, y2: 5 }, 'axis dashed') },
  ];
  const axisTitle = 'Actual prices at or below the quantile';
  return drawChart({ title, axisTitle, legend, domain: { low: 0, high: 100 }, suffix: ' %' }, (plot) => {
    const middle = plot.left + (plot.right - plot.left) * 0.52;
    return [
      ...drawDiagonal(levels, { ...plot, right: middle - 30 }),
      ...drawBins(bins, { ...plot, left: middle + 30 }),
    ];
  });
}

function drawDiagonal(levels: Reliability['levels'], plot: Plot): string[] {
  const x = (percent: number) => plot.left + (percent / 100) * (plot.right - plot.left);
  return [
    line({ x1: x(0), x2: x(100), y1: plot.y(0), y2: plot.y(100) }, 'axis dashed'),
    ...levels.flatMap(({ level, observedPercent }) => {
      const at = { x: x(100 * level), y: plot.y(observedPercent) };
      const isHigh = level > 0.5;
      return [
        circle(at, 5, 'model'),
        text(
          { x: at.x + (isHigh ? -10 : 10), y: at.y + 4 },
          `${observedPercent.toFixed(1)} %`,
          `title small${isHigh ? ' end' : ''}`,
        ),
        text({ x: at.x, y: plot.bottom + 18 }, `${round(100 * level)} %`, 'label middle'),
      ];
    }),
  ];
}

/** The plot's percentages serve as heights: a bin as full as it should be reaches 50 %. */
function drawBins(bins: Reliability['bins'], plot: Plot): string[] {
  const x = (share: number) => plot.left + share * (plot.right - plot.left);
  return [
    rectangle(
      {
        x: plot.left - 30,
        y: plot.top - 4,
        width: plot.right - plot.left + 32,
        height: plot.bottom - plot.top + 3,
      },
      'background',
    ),
    text({ x: plot.left, y: plot.top + 10 }, 'Percent of them between the quantiles', 'label'),
    ...bins.flatMap(({ from, to, expectedPercent, observedPercent }) => {
      const ratio = observedPercent / expectedPercent;
      const y = plot.y(Math.min(88, 50 * ratio));
      return [
        rectangle({ x: x(from) + 1, y, width: x(to) - x(from) - 2, height: plot.bottom - y }, 'model'),
        text({ x: (x(from) + x(to)) / 2, y: y - 6 }, observedPercent.toFixed(1), 'title small middle'),
        text(
          { x: (x(from) + x(to)) / 2, y: plot.bottom + 18 },
          `of ${round(expectedPercent)} %`,
          'label middle',
        ),
      ];
    }),
    line({ x1: plot.left, x2: plot.right, y1: plot.y(50), y2: plot.y(50) }, 'axis dashed'),
    line({ x1: plot.left, x2: plot.right, y1: plot.bottom, y2: plot.bottom }, 'axis'),
  ];
}

function round(percent: number): number {
  return Number(percent.toFixed(1));
}
