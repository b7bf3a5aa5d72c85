import type { DashboardSummary, ForecastRun, ProductSummary } from '@lonja/client';
import type { ChartMark, ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import type { useBands } from '../../market/intervals.ts';
import { PRODUCT_COLOURS, type ProductName } from '../../market/products.ts';
import { PERIOD_MS } from '../../market/resolution.ts';

interface Point extends Pick<
  ProductSummary['days'][number]['points'][number],
  'value' | 'p10' | 'p90' | 'change'
> {
  quantiles?: Record<string, number> | undefined;
}

export interface TwoDayTexts {
  forecast: string;
  cleared: string;
  previousRun: string;
  now: string;
  gate: string;
  /** Names of the lines of an earlier auction. */
  earlierCleared: (product: ProductName) => string;
  earlierForecast: (product: ProductName) => string;
}

interface TwoDayInput {
  summary: DashboardSummary;
  product: ProductSummary;
  /** A run whose further days are drawn behind the two. */
  run: ForecastRun | undefined;
  texts: TwoDayTexts;
  bandsOf: ReturnType<typeof useBands>;
}

/**
 * The day before and the day itself: the forecast with its interval, the prices that have cleared, and the run before. Beneath those of an
 * intraday auction lie the auctions before it: their prices, or their forecasts for as long as these are not public.
 */
export function twoDayChart({ summary, product, run, texts, bandsOf }: TwoDayInput): TimeChartData {
  const periodMs = PERIOD_MS[summary.resolution];
  const ownMs = summary.days.flatMap((day) => periodsOf(day, periodMs));
  const lastMs = ownMs.at(-1) ?? 0;
  const further = (run?.points ?? [])
    .map(({ time, ...point }) => ({ time: Date.parse(time), ...point, change: null }))
    .filter(({ time }) => time > lastMs);
  // A later run says nothing of the days between a past day and its own first.
  const follows = further[0]?.time === lastMs + periodMs;
  const startsMs = follows ? [...ownMs, ...further.map(({ time }) => time)] : ownMs;
  const points = new Map<number, Point>([
    ...product.days.flatMap((day) =>
      day.points.map((point): [number, Point] => [Date.parse(point.time), point]),
    ),
    ...further.map((point): [number, Point] => [point.time, point]),
  ]);
  const prices = new Map(
    product.days.flatMap((day) => day.prices.map(({ time, value }) => [Date.parse(time), value] as const)),
  );
  const pointsOf = <T>(pick: (point: Point) => T) =>
    startsMs.map((start) => {
      const point = points.get(start);
      return point === undefined ? null : pick(point);
    });
  const previous = pointsOf(({ value, change }) => (change === null || change === 0 ? null : value - change));
  return {
    startsMs,
    periodMs,
    bands: bandsOf((percent) =>
      pointsOf((point) => {
        if (percent === 10 || percent === 90) return point[`p${percent}`];
        return point.quantiles?.[percent] ?? null;
      }),
    ),
    series: [
      ...(previous.some((value) => value !== null)
        ? [
            {
              label: texts.previousRun,
              colour: 'previous' as const,
              values: previous,
              isThin: true,
              dash: [2, 3],
            },
          ]
        : []),
      ...earlierAuctions(summary, product).flatMap((earlier) => earlierLines(earlier, startsMs, texts)),
      { label: texts.forecast, colour: 'price', values: pointsOf(({ value }) => value) },
      ...(prices.size === 0
        ? []
        : [
            {
              label: texts.cleared,
              colour: 'cleared' as const,
              values: startsMs.map((start) => prices.get(start) ?? null),
            },
          ]),
    ],
    marks: marksOf(summary, product, texts),
    settled:
      prices.size === 0
        ? undefined
        : {
            untilMs: Math.max(...prices.keys()) + periodMs,
            before: texts.cleared.toLowerCase(),
            after: texts.forecast.toLowerCase(),
          },
  };
}

/** The auctions before one that the reader may see, in their order. */
export function earlierAuctions(
  { products }: DashboardSummary,
  { product }: ProductSummary,
): ProductSummary[] {
  const place = products.findIndex((one) => one.product === product);
  return products.slice(0, Math.max(place, 0));
}

/** The day-ahead auction has the colour of the forecast elsewhere, which is another line here. */
const EARLIER_COLOURS = { ...PRODUCT_COLOURS, da: 'fourth' } as const;

function earlierLines(
  { product, days }: ProductSummary,
  startsMs: readonly number[],
  texts: TwoDayTexts,
): ChartSeries[] {
  const prices = new Map(
    days.flatMap((day) => day.prices.map(({ time, value }) => [Date.parse(time), value])),
  );
  const points = new Map(
    days.flatMap((day) => day.points.map(({ time, value }) => [Date.parse(time), value])),
  );
  const line = { colour: EARLIER_COLOURS[product], isThin: true };
  const cleared = startsMs.map((start) => prices.get(start) ?? null);
  const forecast = startsMs.map((start) => (prices.has(start) ? null : (points.get(start) ?? null)));
  return [
    { ...line, label: texts.earlierCleared(product), values: cleared },
    { ...line, label: texts.earlierForecast(product), values: forecast, dash: [4, 3], isPassing: true },
  ].filter(({ values }) => values.some((value) => value !== null));
}

/** Starts of the periods of a day, epoch ms: 23, 24 or 25 hours or four times as many quarters. */
export function periodsOf(
  { starts_at, ends_at }: Pick<DashboardSummary['days'][number], 'starts_at' | 'ends_at'>,
  periodMs: number,
): number[] {
  const first = Date.parse(starts_at);
  const count = (Date.parse(ends_at) - first) / periodMs;
  return Array.from({ length: count }, (_, index) => first + index * periodMs);
}

function marksOf({ now }: DashboardSummary, { days }: ProductSummary, texts: TwoDayTexts): ChartMark[] {
  const gates = days.map(({ gate_closes_at }): ChartMark => ({
    atMs: Date.parse(gate_closes_at),
    label: texts.gate,
    kind: 'gate',
  }));
  return [...gates, { atMs: Date.parse(now), label: texts.now, kind: 'now' }];
}
