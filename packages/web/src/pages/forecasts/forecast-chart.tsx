import type { ForecastRun, PriceChart } from '@lonja/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import { drawDots } from '../../charts/draw-dots.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCompared } from '../../market/compared.ts';
import type { Comparison } from '../../market/comparison.ts';
import { IntervalChoice } from '../../market/interval-choice.tsx';
import { FAN_PERCENTS, useBands, useIntervals } from '../../market/intervals.ts';
import { startsOf } from '../../market/price-chart.ts';
import type { MarketId } from '../../market/market.ts';
import { PRODUCT_COLOURS, type ProductName } from '../../market/products.ts';
import { EmptyState } from '../../ui/states.tsx';
import { AbsentAuctions, Implausible } from './chart-notes.tsx';

interface ForecastChartProps {
  chart: PriceChart;
  /** The product whose interval and prices are drawn. */
  main: ProductName;
  /** Further runs to draw. */
  runs: readonly string[];
  /** What the product's forecast is compared with, where the chart has it. */
  comparison: Comparison;
  market: MarketId;
  onChoose: (hour: string) => void;
}

const CHART_PX = 380;

export function ForecastChart({ chart, main, runs, comparison, market, onChoose }: ForecastChartProps) {
  const t = useMessages('forecasts.page');
  const common = useMessages('shell.common');
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
  const drawn = chart.series.find(({ product }) => product === main);
  const late = useLateRun(chart, { market, product: main }, lacksForecast(chart, main));
  const compared = drawn?.compared;
  const words = useCompared(comparison);
  const comparedName = words.nameOf(
    compared?.days.length === 1 ? (compared.days[0]?.issued_at ?? undefined) : undefined,
  );
  const [intervals] = useIntervals();
  const bandsOf = useBands(intervals);
  const data = useMemo((): TimeChartData => {
    const startsMs = startsOf(chart);
    const named = (run: ForecastRun) => t('run', { issued: format.instant(run.issued_at) });
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
    const marked = chart.series.map((one): ChartSeries => ({
      label: t('outside', { product: common(one.product) }),
      colour: 'spike',
      kind: 'dots',
      values: one.value.map((value, index) => (isBeyond(one, index) ? value : null)),
    }));
    const bands = bandsOf((percent) => {
      const bound = percent === 10 || percent === 90 ? (`p${percent}` as const) : undefined;
      if (late === undefined) return bound === undefined ? drawn?.quantiles?.[percent] : drawn?.[bound];
      return rowOf(late, startsMs, (point) =>
        bound === undefined ? point.quantiles?.[percent] : point[bound],
      );
    });
    const periodMs = chart.step_s * 1000;
    const lastPrice = startsMs.findLast((_, index) => typeof drawn?.price[index] === 'number');
    return {
      startsMs,
      periodMs,
      settled:
        lastPrice === undefined
          ? undefined
          : { untilMs: lastPrice + periodMs, before: t('settledSide'), after: t('forecastSide') },
      drawMore: drawDots,
      bands: bands.map((band) => ({
        ...band,
        label: t('band', { product: common(main), band: band.label }),
      })),
      series: [
        ...(compared === undefined
          ? []
          : [
              {
                label: comparedName,
                colour: 'previous' as const,
                values: compared.value,
                isThin: true,
                dash: [2, 3],
              },
            ]),
        ...further.map((run) => ({ ...runSeries(run, startsMs, named(run)), isThin: true, dash: [2, 3] })),
        ...lines.toReversed(),
        ...(late === undefined
          ? []
          : [{ ...runSeries(late, startsMs, named(late)), colour: 'price' as const }]),
        prices,
        ...marked,
      ].filter(hasValue),
    };
  }, [chart, main, drawn, late, further, bandsOf, compared, comparedName, t, common, format]);
  const missing = compared?.days.filter(({ issued_at: at }) => at === null) ?? [];
  const absent = chart.series
    .filter(
      (one) => one.value.every((value) => value === null) && (one.product !== main || late === undefined),
    )
    .map(({ product }) => product);
  if (data.series.length === 0) {
    return (
      <>
        <EmptyState text={t('empty')} />
        <AbsentAuctions chart={chart} absent={absent} />
      </>
    );
  }
  return (
    <>
      <TimeChart
        label={t('chart', { products: chart.series.map(({ product }) => common(product)).join(', ') })}
        file={{ what: 'forecast', product: chart.series.map(({ product }) => product).join('-') }}
        data={data}
        unit={common('unit')}
        height={CHART_PX}
        controls={<IntervalChoice />}
        onChoose={(start) => onChoose(new Date(start).toISOString())}
      />
      <AbsentAuctions chart={chart} absent={absent} />
      {chart.series.map((one) => (
        <Implausible
          key={one.product}
          series={one}
          count={one.value.filter((_, index) => isBeyond(one, index)).length}
        />
      ))}
      {missing.length > 0 && (
        <p className="-mt-2 text-xs text-faint">
          {missing.length === compared?.days.length
            ? words.noneText
            : `${words.nameOf(undefined)}: ${t('noneFor', { days: missing.map(({ date }) => format.day(date)).join(', ') })}`}
        </p>
      )}
    </>
  );
}

function loadedRuns(results: { data?: ForecastRun | undefined }[]): ForecastRun[] {
  return results.flatMap(({ data }) => (data === undefined ? [] : [data]));
}

/** Whether the forecast of a period lies beyond anything that had cleared when it was issued. */
function isBeyond({ beyond_cleared: sides }: PriceChart['series'][number], index: number): boolean {
  return typeof sides?.[index] === 'string';
}

function hasValue({ values }: ChartSeries): boolean {
  return values.some((value) => value !== null);
}

/** Whether no run came before the auctions of the range, so that a later one is asked for. */
export function lacksForecast({ series }: PriceChart, main: ProductName): boolean {
  const own = series.find(({ product }) => product === main);
  return own !== undefined && own.value.every((value) => value === null);
}

/** The last run of the range though it came after the auction, where none came before: as when the service was started too late. */
function useLateRun(
  chart: PriceChart,
  { market, product }: { market: MarketId; product: ProductName },
  isWanted: boolean,
): ForecastRun | undefined {
  const { resolution, start, step_s, periods } = chart;
  const end = new Date(Date.parse(start) + periods * step_s * 1000).toISOString();
  const { data } = useQuery({
    queryKey: [MARKET_KEY, 'late-run', market, product, start, end, resolution],
    queryFn: ({ signal }) =>
      client.forecasts.get(
        { market_id: market, product, from: start, to: end, resolution, quantiles: FAN_PERCENTS.join() },
        { signal },
      ),
    enabled: isWanted,
  });
  return isWanted ? data : undefined;
}

function runSeries(run: ForecastRun, startsMs: readonly number[], label: string): ChartSeries {
  return { label, colour: 'previous', values: rowOf(run, startsMs, ({ value }) => value) };
}

function rowOf(
  { points }: ForecastRun,
  startsMs: readonly number[],
  valueOf: (point: ForecastRun['points'][number]) => number | undefined,
): (number | null)[] {
  const values = new Map(points.map((point) => [Date.parse(point.time), valueOf(point)]));
  return startsMs.map((start) => values.get(start) ?? null);
}
