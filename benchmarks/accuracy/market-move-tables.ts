import { meanAbsoluteError } from '@lonja/forecasting';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { bias, coveragePercent, meanWidth } from '@lonja/forecasting/metrics';
import { markdownTable } from './variant-losses.ts';

/** An hour of a span, with what each forecaster said and the week since the price level had moved, if it had. */
export interface MovedPeriod {
  span: string;
  day: DeliveryDay;
  week: number | undefined;
  actual: number;
  p10: number;
  p90: number;
  forecasts: Record<string, number>;
}

/** First weeks after a shift, both inclusive. */
const WEEKS: [from: number, to: number][] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 6],
  [7, 8],
  [9, Infinity],
];

/** Each forecaster on the moved days. */
export function summaryTable(periods: MovedPeriod[]): string {
  const moved = periods.filter(({ week }) => week !== undefined);
  return markdownTable([
    ['forecast', 'MAE', 'of LEAR', 'of the weekly naive', 'bias', 'bias %'],
    ...Object.keys(moved[0].forecasts).map((name) => {
      const errors = errorsOf(moved, name);
      return [
        name,
        errors.mae.toFixed(2),
        errors.ofLear.toFixed(3),
        errors.ofNaive.toFixed(3),
        errors.bias.toFixed(2),
        errors.biasPercent.toFixed(1),
      ];
    }),
  ]);
}

/** The champion by week after the shift, and on the days without one. */
export function moveTable(periods: MovedPeriod[]): string {
  const after = (from: number, to: number) =>
    periods.filter(({ week }) => week !== undefined && week >= from && week <= to);
  const groups: [string, MovedPeriod[]][] = [
    ...WEEKS.map(([from, to]): [string, MovedPeriod[]] => [nameOf(from, to), after(from, to)]),
    ['2 and later', after(2, Infinity)],
    ['all moved', after(1, Infinity)],
    ['not moved', periods.filter(({ week }) => week === undefined)],
  ];
  return markdownTable([
    [
      'week',
      'days',
      'mean price',
      'MAE',
      'of LEAR',
      'of the weekly naive',
      'bias',
      'bias %',
      'coverage %',
      'width',
    ],
    ...groups
      .filter(([, group]) => group.length > 0)
      .map(([name, group]) => {
        const errors = errorsOf(group, 'champion');
        const [actual, p10, p90] = (['actual', 'p10', 'p90'] as const).map((key) =>
          group.map((some) => some[key]),
        );
        return [
          name,
          String(new Set(group.map(({ span, day }) => span + day)).size),
          meanOf(actual).toFixed(1),
          errors.mae.toFixed(2),
          Number.isNaN(errors.ofLear) ? '' : errors.ofLear.toFixed(3),
          errors.ofNaive.toFixed(3),
          errors.bias.toFixed(2),
          errors.biasPercent.toFixed(1),
          coveragePercent(p10, p90, actual).toFixed(1),
          meanWidth(p10, p90).toFixed(1),
        ];
      }),
  ]);
}

function nameOf(from: number, to: number): string {
  if (from === to) return String(from);
  return to === Infinity ? `${from} and later` : `${from}-${to}`;
}

function errorsOf(periods: MovedPeriod[], name: string) {
  const actual = periods.map((period) => period.actual);
  const of = (some: string) => periods.map(({ forecasts }) => forecasts[some]);
  const mae = meanAbsoluteError(of(name), actual);
  // LEAR by itself forecasts the moved days alone.
  const isLearKnown = of('LEAR alone').every(Number.isFinite);
  const error = bias(of(name), actual);
  return {
    mae,
    ofLear: isLearKnown ? mae / meanAbsoluteError(of('LEAR alone'), actual) : Number.NaN,
    ofNaive: mae / meanAbsoluteError(of('weekly naive'), actual),
    bias: error,
    biasPercent: (100 * error) / meanOf(actual),
  };
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
