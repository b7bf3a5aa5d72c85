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
import { madridDay } from '../../time/madrid-time.ts';
import { EmptyState } from '../../ui/states.tsx';
import { messages } from './messages.ts';
import type { MarketSearch } from './route.ts';

interface PriceViewsProps {
  chart: PriceChart;
  view: NonNullable<MarketSearch['view']>;
  product: ProductName;
}

const CHART_PX = 340;
const DAY_MS = 86_400_000;

/** The prices of the range as a line, as daily bars, as days by hours, or in falling order. */
export function PriceViews({ chart, view, product }: PriceViewsProps) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const startsMs = useMemo(() => startsOf(chart), [chart]);
  const values = useMemo(() => chart.series[0]?.price ?? [], [chart]);
  const label = t('prices', { product: common(product) });
  const line = useMemo(
    (): TimeChartData => ({
      startsMs,
      periodMs: chart.step_s * 1000,
      series: [{ label: t('price'), colour: 'price', values }],
    }),
    [startsMs, chart.step_s, values, t],
  );
  const days = useMemo((): TimeChartData => {
    const means = dailyMeans(startsMs, values);
    return {
      startsMs: means.map(({ start }) => start),
      periodMs: DAY_MS,
      series: [
        { label: t('dailyMean'), colour: 'price', kind: 'bars', values: means.map(({ mean }) => mean) },
      ],
    };
  }, [startsMs, values, t]);
  const curve = useMemo(() => [{ label: t('price'), colour: 'price' as const, values }], [values, t]);
  const names = useMemo(() => ({ start: t('start'), value: t('price') }), [t]);
  if (!values.some((value) => value !== null)) return <EmptyState text={t('empty')} />;
  const unit = common('unit');
  const file = { what: 'prices', product, days: [chart.date_from, chart.date_to] };
  if (view === 'heat')
    return (
      <HeatMap label={label} unit={unit} startsMs={startsMs} values={values} names={names} file={file} />
    );
  if (view === 'duration')
    return (
      <DurationCurve
        label={label}
        unit={unit}
        series={curve}
        share={t('share')}
        file={{ ...file, what: 'price-duration' }}
      />
    );
  return (
    <TimeChart
      label={label}
      file={view === 'bars' ? { ...file, what: 'daily-prices' } : file}
      unit={unit}
      data={view === 'bars' ? days : line}
      height={CHART_PX}
    />
  );
}

/** Mean price of each delivery day that has one, by the day's first instant. */
function dailyMeans(
  startsMs: readonly number[],
  values: readonly (number | null)[],
): { start: number; mean: number }[] {
  const sums = new Map<string, { start: number; sum: number; count: number }>();
  for (const [index, start] of startsMs.entries()) {
    const value = values[index];
    if (typeof value !== 'number') continue;
    const day = madridDay(start);
    const known = sums.get(day) ?? { start, sum: 0, count: 0 };
    sums.set(day, { start: known.start, sum: known.sum + value, count: known.count + 1 });
  }
  return [...sums.values()].map(({ start, sum, count }) => ({ start, mean: sum / count }));
}
