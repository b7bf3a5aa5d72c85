import { type ForecastDifference, LonjaError } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { degradedReasons } from '../../market/degraded-reasons.ts';
import { PERIOD_MS, type Resolution } from '../../market/resolution.ts';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { driverColour, useDriverName } from '../drivers/driver-names.ts';

const CHART_PX = 280;
/** Contributions that the sentence names. */
const NAMED = 3;
/** EUR/MWh as shown: what is smaller is none. */
const SHOWN = 0.005;

interface DifferenceProps {
  /** Identifiers of the first and the second run. */
  runs: readonly [string, string];
  /** One delivery day, or all that both runs cover. */
  day: string | undefined;
  resolution: Resolution;
  onSwap: () => void;
  onClose: () => void;
}

/** Two runs side by side: their intervals, the change by period, and the inputs that it comes from. */
export function Difference({ runs: [first, second], day, resolution, onSwap, onClose }: DifferenceProps) {
  const t = useMessages('forecasts.difference');
  const format = useFormat();
  const difference = useQuery({
    queryKey: ['difference', first, second, day, resolution],
    queryFn: ({ signal }) =>
      client.forecasts.difference(
        { from_run: first, to_run: second, ...(day !== undefined && { date: day }), resolution },
        { signal },
      ),
  });
  const { data, error } = difference;
  return (
    <Section
      title={t('title')}
      note={
        data !== undefined &&
        t('span', { from: format.instant(data.from.issued_at), to: format.instant(data.to.issued_at) })
      }
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={onSwap}>{t('swap')}</Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
      {isMissing(error) ? (
        <EmptyState text={t('none')} />
      ) : error instanceof LonjaError && error.status === 422 ? (
        <EmptyState text={t('unlike')} />
      ) : (
        <QueryView query={difference} placeholder={<Placeholder className="h-[44rem]" />}>
          {(found) => (
            <>
              <SimulatedLine simulated={found.simulated} />
              <Words difference={found} />
              <Charts difference={found} />
              <Tables difference={found} />
            </>
          )}
        </QueryView>
      )}
    </Section>
  );
}

/** Names of contributions: those of the drivers, and the two that only a difference has. */
function usePartName(): (input: string) => string {
  const t = useMessages('forecasts.difference');
  const driverName = useDriverName();
  return (input) => (input === 'baseline' || input === 'rest' ? t(input) : driverName(input));
}

function Words({ difference }: { difference: ForecastDifference }) {
  const t = useMessages('forecasts.difference');
  const unit = useMessages('shell.common')('unit');
  const format = useFormat();
  const locale = useLocale('degraded');
  const partName = usePartName();
  const { from, to, mean_change: mean, points, contributions } = difference;
  const [largest] = points.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const causes = contributions
    .filter((part) => part.mean_absolute >= SHOWN)
    .slice(0, NAMED)
    .map((part) => `${partName(part.input)} ${format.change(part.mean)}`);
  const without = [from, to].filter(({ explained }) => !explained);
  const sentences = [
    Math.abs(mean) < SHOWN
      ? t('same')
      : t(mean > 0 ? 'higher' : 'lower', { change: format.price(Math.abs(mean)), unit }),
    largest !== undefined &&
      Math.abs(largest.change) >= SHOWN &&
      t('largest', { change: format.change(largest.change), unit, hour: format.instant(largest.time) }),
    causes.length > 0 && t('causes', { causes: causes.join(', ') }),
    difference.model_changed && t('otherModel', { from: from.model_version, to: to.model_version }),
    from.known_until !== to.known_until &&
      t('prices', { from: format.instant(from.known_until), to: format.instant(to.known_until) }),
    ...without.map((run) => t('unexplained', { run: format.instant(run.issued_at) })),
    without.length === 0 && points.some((point) => point.contributions === null) && t('partly'),
    difference.new_reasons.length > 0 &&
      t('newReasons', { reasons: degradedReasons(difference.new_reasons, locale) }),
    difference.gone_reasons.length > 0 &&
      t('goneReasons', { reasons: degradedReasons(difference.gone_reasons, locale) }),
  ].filter((sentence) => typeof sentence === 'string');
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Charts({ difference }: { difference: ForecastDifference }) {
  const t = useMessages('forecasts.difference');
  const common = useMessages('shell.common');
  const format = useFormat();
  const partName = usePartName();
  const { from, to, points, resolution, contributions } = difference;
  const [both, changes] = useMemo((): [TimeChartData, TimeChartData] => {
    const periods = {
      startsMs: points.map(({ time }) => Date.parse(time)),
      periodMs: PERIOD_MS[resolution],
    };
    const runs = [
      { side: 'from', run: from, line: 'previous', band: 'band-far' },
      { side: 'to', run: to, line: 'price', band: 'band' },
    ] as const;
    const edges = { low: t('low'), high: t('high') };
    const stacks = contributions.map(({ input }): ChartSeries => ({
      label: partName(input),
      colour: input === 'baseline' ? 'third' : driverColour(input),
      kind: 'stack',
      values: points.map((point) => point.contributions?.find((part) => part.input === input)?.value ?? null),
    }));
    const change = points.map((point) => point.change);
    return [
      {
        ...periods,
        bands: runs.map(({ side, run, band }) => ({
          label: t('firstBand', { issued: format.instant(run.issued_at) }),
          colour: band,
          low: points.map((point) => point[side].p10),
          high: points.map((point) => point[side].p90),
          edges,
        })),
        series: runs.map(({ side, run, line }) => ({
          label: t('firstRun', { issued: format.instant(run.issued_at) }),
          colour: line,
          values: points.map((point) => point[side].value),
        })),
      },
      { ...periods, series: [...stacks, { label: t('change'), colour: 'cleared', values: change }] },
    ];
  }, [points, resolution, from, to, contributions, t, format, partName]);
  const file = { product: difference.market_product_id, run: to.issued_at };
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-2">
      <TimeChart
        label={t('forecasts')}
        file={{ what: 'two-runs', ...file }}
        data={both}
        unit={common('unit')}
        height={CHART_PX}
      />
      <TimeChart
        label={t('changes')}
        file={{ what: 'run-difference', ...file }}
        data={changes}
        unit={common('unit')}
        height={CHART_PX}
      />
    </div>
  );
}

function Tables({ difference }: { difference: ForecastDifference }) {
  const t = useMessages('forecasts.difference');
  const unit = useMessages('shell.common')('unit');
  const format = useFormat();
  const partName = usePartName();
  const { inputs, contributions } = difference;
  const amount = ({ unit: of }: (typeof inputs)[number], value: number | null) =>
    value === null ? '–' : format.number(value, of === 'MW' ? 0 : 2);
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-2">
      <div className="space-y-2">
        <h3 className="text-sm font-medium">{t('inputs')}</h3>
        <DataTable
          caption={t('inputs')}
          rows={inputs}
          keyOf={({ input }) => input}
          columns={[
            { title: t('input'), cell: ({ input }) => partName(input) },
            { title: t('unit'), isWide: true, cell: (row) => row.unit },
            { title: t('before'), isNumber: true, cell: (row) => amount(row, row.mean_from) },
            { title: t('after'), isNumber: true, cell: (row) => amount(row, row.mean_to) },
            { title: t('meanChange'), isNumber: true, cell: (row) => amount(row, row.mean_change) },
            {
              title: t('most'),
              isNumber: true,
              isWide: true,
              cell: (row) =>
                row.largest !== null
                  ? `${amount(row, row.largest.to - row.largest.from)} (${format.instant(row.largest.time)})`
                  : row.hours > 0
                    ? t('unchanged')
                    : row.hours_only_to > 0
                      ? t('onlySecond')
                      : row.hours_only_from > 0
                        ? t('onlyFirst')
                        : t('unknown'),
            },
          ]}
        />
      </div>
      {contributions.length > 0 && (
        <div className="space-y-2">
          <h3 className="text-sm font-medium">{`${t('contributions')} (${unit})`}</h3>
          <DataTable
            caption={t('contributions')}
            rows={contributions}
            keyOf={({ input }) => input}
            columns={[
              { title: t('input'), cell: ({ input }) => partName(input) },
              { title: t('mean'), isNumber: true, cell: (row) => format.change(row.mean) },
              { title: t('size'), isNumber: true, cell: (row) => format.price(row.mean_absolute) },
            ]}
          />
        </div>
      )}
    </div>
  );
}
