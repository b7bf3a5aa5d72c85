import type { ForecastPoint } from '../data/forecast-point.ts';
import { middleOf } from './spread.ts';

/** Figures of the prices of a day over its paths: of each the median, the 10th and the 90th percentile. Unit of the prices. */
export interface DayFigures {
  /** Mean price. */
  base: Omit<ForecastPoint, 'start'>;
  lowest: Omit<ForecastPoint, 'start'>;
  highest: Omit<ForecastPoint, 'start'>;
  /** Highest minus lowest. */
  spread: Omit<ForecastPoint, 'start'>;
}

/** The figures of a day from paths over its periods, one at least. */
export function dayFigures(paths: readonly Float64Array[]): DayFigures {
  const lowest = paths.map((path) => Math.min(...path));
  const highest = paths.map((path) => Math.max(...path));
  return {
    base: middleOf(paths.map((path) => path.reduce((sum, price) => sum + price, 0) / path.length)),
    lowest: middleOf(lowest),
    highest: middleOf(highest),
    spread: middleOf(highest.map((price, i) => price - lowest[i])),
  };
}
