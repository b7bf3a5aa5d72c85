import type { PriceChart } from '@lonja/client';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { DurationCurve } from '../../charts/duration-curve.tsx';
import { HeatMap } from '../../charts/heat-map.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useMessages } from '../../i18n/locale.ts';
import { startsOf } from '../../market/price-chart.ts';
import type { ProductName } from '../../market/products.ts';
import { missingPrices } from '../../market/missing-spans.ts';
import { dayStart, daysBetween, madridDay } from '../../time/madrid-time.ts';
import { EmptyState } from '../../ui/states.tsx';
import { messages } from './messages.ts';
import type { MarketSearch } from './route.ts';
import { useSpanText } from './span-text.ts';

interface PriceViewsProps {
  chart: PriceChart;
  view: NonNullable<MarketSearch['view']>;
  product: ProductName;
  /** Called with the delivery day that was chosen in the picture. */
  onDay: (day: string) => void;
}

const CHART_PX = 340;
/** Of more days a line of hours is a smear. */
const MOST_HOURLY_DAYS = 60;
const DAY_MS = 86_400_000;

/** The prices of the range as a line, of daily means where the range is long, as daily bars, as days by hours, or in falling order. */
export function PriceViews({ chart, view, product, onDay }: PriceViewsProps) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const spanText = useSpanText();
  const startsMs = useMemo(() => startsOf(chart), [chart]);
  const values = useMemo(() => chart.series[0]?.price ?? [], [chart]);
  const label = t('prices', { product: common(product) });
  const periodMs = chart.step_s * 1000;
  const gaps = useMemo(() => missingPrices(startsMs, periodMs, values), [startsMs, periodMs, values]);
  const line = useMemo(
    (): TimeChartData => ({
      startsMs,
      periodMs,
      series: [{ label: t('price'), colour: 'price', values }],
      gaps,
    }),
    [startsMs, periodMs, values, gaps, t],
  );
  const days = useMemo((): TimeChartData => {
    const figures = dailyFigures(startsMs, values);
    const isLine = view === 'line';
    return {
      startsMs: figures.map(({ start }) => start),
      periodMs: DAY_MS,
      series: [
        {
          label: t('dailyMean'),
          colour: 'price',
          ...(!isLine && { kind: 'bars' as const }),
          values: figures.map(({ mean }) => mean),
        },
      ],
      ...(isLine && {
        gaps,
        bands: [
          {
            label: t('daysRange'),
            colour: 'band' as const,
            low: figures.map(({ low }) => low),
            high: figures.map(({ high }) => high),
            edges: { low: t('dayLowest'), high: t('dayHighest') },
          },
        ],
      }),
    };
  }, [startsMs, values, gaps, view, t]);
  const curve = useMemo(() => [{ label: t('price'), colour: 'price' as const, values }], [values, t]);
  const names = useMemo(() => ({ start: t('start'), value: t('price') }), [t]);
  if (!values.some((value) => value !== null)) return <EmptyState text={t('empty')} />;
  const unit = common('unit');
  const file = { what: 'prices', product, days: [chart.date_from, chart.date_to] };
  if (view === 'heat')
    return (
      <HeatMap
        label={label}
        unit={unit}
        startsMs={startsMs}
        periodMs={periodMs}
        values={values}
        names={names}
        file={file}
      />
    );
  if (view === 'duration')
    return (
      <DurationCurve
        label={label}
        unit={unit}
        series={curve}
        share={t(chart.resolution === 'PT15M' ? 'shareQuarters' : 'share')}
        file={{ ...file, what: 'price-duration' }}
      />
    );
  const isDaily = view === 'bars' || daysBetween(chart.date_from, chart.date_to) >= MOST_HOURLY_DAYS;
  return (
    <div className="grid gap-2">
      <TimeChart
        label={label}
        file={isDaily ? { ...file, what: 'daily-prices' } : file}
        unit={unit}
        data={isDaily ? days : line}
        height={CHART_PX}
        onChoose={(start) => onDay(madridDay(start))}
      />
      {isDaily && view === 'line' && (
        <p className="text-sm text-faint">{t('longRange', { days: MOST_HOURLY_DAYS })}</p>
      )}
      {view === 'line' && gaps.length > 0 && (
        <p className="text-sm text-warn">{t('noPrice', { spans: spanText(gaps) })}</p>
      )}
    </div>
  );
}

interface DailyFigures {
  /** First instant of the delivery day, epoch ms. */
  start: number;
  mean: number;
  low: number;
  high: number;
}

/** Mean, lowest and highest price of each delivery day that has one. */
function dailyFigures(startsMs: readonly number[], values: readonly (number | null)[]): DailyFigures[] {
  const days = new Map<string, { start: number; prices: number[] }>();
  for (const [index, start] of startsMs.entries()) {
    const value = values[index];
    if (typeof value !== 'number') continue;
    const day = madridDay(start);
    const known = days.get(day) ?? { start: dayStart(day), prices: [] };
    known.prices.push(value);
    days.set(day, known);
  }
  return [...days.values()].map(({ start, prices }) => ({
    start,
    mean: prices.reduce((sum, price) => sum + price, 0) / prices.length,
    low: Math.min(...prices),
    high: Math.max(...prices),
  }));
}
