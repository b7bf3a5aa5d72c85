import type { DashboardSummary, IntradayOutlook, ProductSummary, SpreadSet } from '@lonja/client';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { PERIOD_MS } from '../../market/resolution.ts';
import { periodsOf } from './two-day-chart.ts';

/** What is drawn of spreads, of a forecast or of an outlook. */
export interface DrawnSpreads extends Pick<SpreadSet, 'resolution' | 'product' | 'reference_product'> {
  points: Pick<SpreadSet['points'][number], 'time' | 'value' | 'p10' | 'p90' | 'probability_positive'>[];
}

interface SpreadInput {
  set: DrawnSpreads;
  /** The summary of the same day and resolution, for the spreads that have cleared. */
  summary: DashboardSummary;
  texts: { spread: string; band: string; actual: string; dearer: string; even: string };
}

/** The spread of each period of the day with its interval and, once both auctions have cleared, what it was; and how likely it is above zero, in percent. */
export function spreadCharts({ set, summary, texts }: SpreadInput): {
  spread: TimeChartData;
  probability: TimeChartData;
} {
  const periodMs = PERIOD_MS[set.resolution];
  const day = summary.days.at(-1);
  const startsMs = day === undefined ? [] : periodsOf(day, periodMs);
  const points = new Map(set.points.map((point) => [Date.parse(point.time), point]));
  const rowOf = (pick: (point: DrawnSpreads['points'][number]) => number) =>
    startsMs.map((start) => {
      const point = points.get(start);
      return point === undefined ? null : pick(point);
    });
  const own = pricesOf(summary, set.product);
  const earlier = pricesOf(summary, set.reference_product);
  const actual = startsMs.map((start) => {
    const [price, reference] = [own.get(start), earlier.get(start)];
    return price === undefined || reference === undefined ? null : price - reference;
  });
  return {
    spread: {
      startsMs,
      periodMs,
      bands: [
        { label: texts.band, colour: 'band', low: rowOf(({ p10 }) => p10), high: rowOf(({ p90 }) => p90) },
      ],
      series: [
        { label: texts.spread, colour: 'second', values: rowOf(({ value }) => value) },
        ...(actual.some((value) => value !== null)
          ? [{ label: texts.actual, colour: 'cleared' as const, values: actual }]
          : []),
      ],
    },
    probability: {
      startsMs,
      periodMs,
      leastTop: 100,
      series: [
        {
          label: texts.dearer,
          colour: 'second',
          kind: 'bars',
          values: rowOf((point) => 100 * point.probability_positive),
        },
        { label: texts.even, colour: 'now', values: startsMs.map(() => 50), isThin: true, dash: [4, 3] },
      ],
    },
  };
}

/** Periods whose spread is above or below zero with a probability of at least `least`. */
export function likelySigns(
  { points }: Pick<DrawnSpreads, 'points'>,
  least: number,
): { up: number; down: number } {
  const count = (isLikely: (positive: number) => boolean) =>
    points.filter((point) => isLikely(point.probability_positive)).length;
  return { up: count((positive) => positive >= least), down: count((positive) => 1 - positive >= least) };
}

function pricesOf(
  { products }: DashboardSummary,
  product: ProductSummary['product'],
): ReadonlyMap<number, number> {
  const day = products.find((one) => one.product === product)?.days.at(-1);
  return new Map(day?.prices.map(({ time, value }) => [Date.parse(time), value]));
}

/** The spreads of an outlook. */
export function spreadsOfOutlook({ points, ...outlook }: IntradayOutlook): DrawnSpreads {
  return {
    ...outlook,
    points: points.map(({ time, spread, spread_p10, spread_p90, probability_positive }) => ({
      time,
      value: spread,
      p10: spread_p10,
      p90: spread_p90,
      probability_positive,
    })),
  };
}
