import type { ForecastRun, PriceChart } from '@lonja/client';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { startsOf } from '../../market/price-chart.ts';
import { PRODUCT_COLOURS, type ProductName } from '../../market/products.ts';
import { EmptyState } from '../../ui/states.tsx';
import { messages } from './messages.ts';

interface ForecastChartProps {
  chart: PriceChart;
  /** The product whose interval and prices are drawn. */
  main: ProductName;
  /** Further runs to draw. */
  runs: readonly string[];
  onChoose: (hour: string) => void;
}

const CHART_PX = 380;

export function ForecastChart({ chart, main, runs, onChoose }: ForecastChartProps) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { resolution } = chart;
  const further = useQueries({
    queries: runs.map((id) => ({
      queryKey: [MARKET_KEY, 'run', id, resolution],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.forecasts.run({ forecast_id: id, resolution }, { signal }),
    })),
    combine: loadedRuns,
  });
  const data = useMemo((): TimeChartData => {
    const startsMs = startsOf(chart);
    const drawn = chart.series.find(({ product }) => product === main);
    const lines = chart.series.map(({ product, value }): ChartSeries => ({
      label: common(product),
      colour: PRODUCT_COLOURS[product],
      values: value,
    }));
    const prices: ChartSeries = {
      label: t('cleared', { product: common(main) }),
      colour: 'cleared',
      values: drawn?.price ?? [],
    };
    return {
      startsMs,
      periodMs: chart.step_s * 1000,
      band: drawn && {
        label: t('band', { product: common(main) }),
        colour: 'band',
        low: drawn.p10,
        high: drawn.p90,
      },
      series: [
        ...further.map((run) =>
          runSeries(run, startsMs, t('run', { issued: format.instant(run.issued_at) })),
        ),
        ...lines.toReversed(),
        ...(hasValue(prices) ? [prices] : []),
      ],
    };
  }, [chart, main, further, t, common, format]);
  if (!data.series.some(hasValue)) return <EmptyState text={t('empty')} />;
  return (
    <TimeChart
      label={t('chart', { products: chart.series.map(({ product }) => common(product)).join(', ') })}
      data={data}
      unit={common('unit')}
      height={CHART_PX}
      onChoose={(start) => onChoose(new Date(start).toISOString())}
    />
  );
}

function loadedRuns(results: { data?: ForecastRun | undefined }[]): ForecastRun[] {
  return results.flatMap(({ data }) => (data === undefined ? [] : [data]));
}

function hasValue({ values }: ChartSeries): boolean {
  return values.some((value) => value !== null);
}

function runSeries({ points }: ForecastRun, startsMs: readonly number[], label: string): ChartSeries {
  const values = new Map(points.map(({ time, value }) => [Date.parse(time), value]));
  return {
    label,
    colour: 'previous',
    isThin: true,
    dash: [2, 3],
    values: startsMs.map((start) => values.get(start) ?? null),
  };
}
