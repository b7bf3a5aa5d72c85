import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { Spark } from '../../charts/spark.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Countdown } from './countdown.tsx';

/** Every auction of the subscription in a line: what it will cost, until when it can be acted on, and how fresh that is. */
export function Auctions({ summary }: { summary: DashboardSummary }) {
  const t = useMessages('overview.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  return (
    <Section title={t('auctions')}>
      <DataTable
        caption={t('auctions')}
        rows={summary.products}
        keyOf={({ product }) => product}
        columns={[
          {
            title: t('auction'),
            cell: ({ product }) => <span className="font-medium whitespace-nowrap">{common(product)}</span>,
          },
          { title: t('shape'), isWide: true, cell: (product) => <DayShape product={product} /> },
          {
            title: `${t('meanOfDay')}, ${common('unit')}`,
            isNumber: true,
            cell: ({ days }) => {
              const base = meanOf(days.at(-1));
              return base === undefined ? '–' : format.price(base);
            },
          },
          {
            title: t('gateCloses'),
            isNumber: true,
            cell: ({ next_gate }) => (
              <span className="whitespace-nowrap">
                <Countdown to={next_gate.closes_at} />
                <span className="block text-xs text-faint">
                  {t('deliveryOf', { day: format.day(next_gate.date) })}
                </span>
              </span>
            ),
          },
          {
            title: t('latestRun'),
            isNumber: true,
            isWide: true,
            cell: ({ days }) => {
              const run = days.at(-1)?.run;
              return run === null || run === undefined ? '–' : format.instant(run.issued_at);
            },
          },
          {
            title: t('nextRun'),
            isNumber: true,
            isWide: true,
            cell: ({ next_run_at }) => format.instant(next_run_at),
          },
        ]}
      />
    </Section>
  );
}

/** The mean of a day as the figures below the chart have it: of a forecast the median of its paths. */
function meanOf(day: ProductSummary['days'][number] | undefined): number | undefined {
  const isForecast = day?.figures?.basis === 'forecast';
  return (isForecast ? day?.outlook?.base.value : undefined) ?? day?.figures?.base;
}

function DayShape({ product: { days } }: { product: ProductSummary }) {
  const points = days.at(-1)?.points ?? [];
  if (points.length === 0) return '–';
  return (
    <Spark
      values={points.map(({ value }) => value)}
      low={points.map(({ p10 }) => p10)}
      high={points.map(({ p90 }) => p90)}
    />
  );
}
