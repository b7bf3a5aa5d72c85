import type { ZoneSpreadSet } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { DayRange } from '../../market/day-range.ts';
import type { ProductName } from '../../market/products.ts';
import { PERIOD_MS, type Resolution } from '../../market/resolution.ts';
import { addDays, dayStart, madridInstant } from '../../time/madrid-time.ts';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';

const CHART_PX = 200;

/** How likely the border splits both markets in each period of the newest run, and how far their prices then lie apart. */
export function ZoneSpreads({
  product,
  from,
  to,
  resolution,
}: DayRange & { product: ProductName; resolution: Resolution }) {
  const t = useMessages('forecasts.zoneSpreads');
  const format = useFormat();
  const spreads = useQuery({
    queryKey: [MARKET_KEY, 'zone-spreads', product, from, to, resolution],
    queryFn: ({ signal }) =>
      client.forecasts.zoneSpreads(
        {
          market_id: 'pt',
          product,
          ...(from === to
            ? { date: from }
            : { from: madridInstant(dayStart(from)), to: madridInstant(dayStart(addDays(to, 1))) }),
          resolution,
        },
        { signal },
      ),
  });
  return (
    <Section
      title={t('title')}
      note={spreads.data !== undefined && t('note', { issued: format.instant(spreads.data.issued_at) })}
    >
      {isMissing(spreads.error) ? (
        <EmptyState text={t('none')} />
      ) : (
        <QueryView query={spreads} placeholder={<Placeholder className="h-60" />}>
          {(data) => <Charts set={data} />}
        </QueryView>
      )}
    </Section>
  );
}

function Charts({ set }: { set: ZoneSpreadSet }) {
  const t = useMessages('forecasts.zoneSpreads');
  const common = useMessages('shell.common');
  const { points, resolution } = set;
  const [chances, spreads] = useMemo((): [TimeChartData, TimeChartData] => {
    const periods = {
      startsMs: points.map(({ time }) => Date.parse(time)),
      periodMs: PERIOD_MS[resolution],
    };
    return [
      {
        ...periods,
        leastTop: 10,
        series: [
          {
            label: t('dearer'),
            colour: 'second',
            kind: 'stack',
            values: points.map((point) => 100 * point.probability_above),
          },
          {
            label: t('cheaper'),
            colour: 'third',
            kind: 'stack',
            values: points.map((point) => 100 * point.probability_below),
          },
        ],
      },
      {
        ...periods,
        bands: [
          {
            label: t('band'),
            colour: 'band',
            low: points.map(({ p10 }) => p10),
            high: points.map(({ p90 }) => p90),
            edges: { low: t('low'), high: t('high') },
          },
        ],
        series: [{ label: t('expected'), colour: 'price', values: points.map(({ value }) => value) }],
      },
    ];
  }, [points, resolution, t]);
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-2">
      <TimeChart
        label={t('chance')}
        file={{ what: 'zone-split', product: set.market_product_id, run: set.issued_at }}
        data={chances}
        unit="%"
        decimals={1}
        height={CHART_PX}
      />
      <TimeChart
        label={t('spread')}
        file={{ what: 'zone-spread', product: set.market_product_id, run: set.issued_at }}
        data={spreads}
        unit={common('unit')}
        height={CHART_PX}
      />
    </div>
  );
}
