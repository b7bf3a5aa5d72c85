import type { DashboardSummary, IntradayOutlook, SpreadSet } from '@lonja/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { ProductName } from '../../market/products.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { type DrawnSpreads, likelySigns, spreadCharts, spreadsOfOutlook } from './spread-chart.ts';

const CHART_PX = 220;
const PROBABILITY_PX = 150;
const LIKELY = 0.8;

interface SpreadSectionProps {
  summary: DashboardSummary;
  product: Exclude<ProductName, 'da'>;
  /** The auctions before it that the reader may see. */
  earlier: readonly ProductName[];
  /** Without one there is the outlook, in the same place, so that nothing moves when the first run lands. */
  hasForecast: boolean;
}

/** How far an intraday auction lies from an earlier one: expected, with its interval, and how likely above it. */
export function SpreadSection(props: SpreadSectionProps) {
  return props.hasForecast ? <ForecastSpreads {...props} /> : <OutlookSpreads {...props} />;
}

function ForecastSpreads({ summary, product, earlier }: SpreadSectionProps) {
  const t = useMessages('parts.spread');
  const common = useMessages('shell.common');
  const [wanted, setWanted] = useState<ProductName>('da');
  const reference = earlier.includes(wanted) ? wanted : (earlier[0] ?? 'da');
  const { market_id, date, resolution } = summary;
  const spreads = useQuery({
    queryKey: [MARKET_KEY, 'spreads', market_id, product, reference, date, resolution],
    queryFn: ({ signal }) =>
      client.forecasts.spreads({ market_id, product, reference, date, resolution }, { signal }),
  });
  return (
    <Section
      title={t('title')}
      note={spreads.data ? <Basis set={spreads.data} /> : t('noteToCome', { product: common(product) })}
      actions={
        earlier.length > 1 && (
          <Segmented
            label={t('reference')}
            value={reference}
            choices={earlier.map((value) => ({ value, label: common(value) }))}
            onChange={setWanted}
          />
        )
      }
    >
      <Charts query={spreads} summary={summary} spreadsOf={(set) => set} />
    </Section>
  );
}

/** Before the first run of the auction: from the day-ahead forecast and the spreads of past days. */
function OutlookSpreads({ summary, product, earlier }: SpreadSectionProps) {
  const t = useMessages('parts.spread');
  const common = useMessages('shell.common');
  const { market_id, date, resolution } = summary;
  const outlook = useQuery({
    queryKey: [MARKET_KEY, 'outlook', market_id, product, date, resolution],
    queryFn: ({ signal }) => client.forecasts.outlook({ market_id, product, date, resolution }, { signal }),
    enabled: earlier.includes('da'),
  });
  return (
    <Section
      title={t('title')}
      note={
        outlook.data ? <OutlookBasis outlook={outlook.data} /> : t('noteToCome', { product: common(product) })
      }
    >
      {earlier.includes('da') ? (
        <Charts query={outlook} summary={summary} spreadsOf={spreadsOfOutlook} />
      ) : (
        <EmptyState text={t('empty')} />
      )}
    </Section>
  );
}

/** As high as its charts, whatever is there. */
function Charts<T>({
  query,
  summary,
  spreadsOf,
}: {
  query: UseQueryResult<T>;
  summary: DashboardSummary;
  spreadsOf: (data: T) => DrawnSpreads & { issued_at?: string };
}) {
  const t = useMessages('parts.spread');
  return (
    <div className="min-h-[35rem] sm:min-h-[31rem] xl:min-h-[17rem]">
      {isMissing(query.error) ? (
        <EmptyState text={t('empty')} />
      ) : (
        <QueryView query={query} placeholder={<Placeholder className="h-64" />}>
          {(data) => <SpreadCharts set={spreadsOf(data)} summary={summary} />}
        </QueryView>
      )}
    </div>
  );
}

function OutlookBasis({ outlook }: { outlook: IntradayOutlook }) {
  const t = useMessages('parts.spread');
  const common = useMessages('shell.common');
  const format = useFormat();
  const { reference_issued_at: issued, spread_days: days } = outlook;
  const names = { product: common(outlook.product), reference: common(outlook.reference_product), days };
  return issued === null
    ? t('outlookOfPrices', names)
    : t('outlookOfForecast', { ...names, issued: format.instant(issued) });
}

/** What the spread is to, and whether that is known. */
function Basis({ set }: { set: SpreadSet }) {
  const t = useMessages('parts.spread');
  const common = useMessages('shell.common');
  const format = useFormat();
  const forecasts = set.points.filter(({ reference }) => reference === 'forecast').length;
  const names = { product: common(set.product), reference: common(set.reference_product) };
  const issued = set.reference_issued_at === null ? '' : format.instant(set.reference_issued_at);
  const isForecast = forecasts === set.points.length;
  return (
    <>
      {forecasts === 0 ? t('cleared', names) : t(isForecast ? 'forecast' : 'mixed', { ...names, issued })}
      {set.dependence === 'assumed' && ` ${t('assumed')}`}
    </>
  );
}

function SpreadCharts({
  set,
  summary,
}: {
  set: DrawnSpreads & { issued_at?: string };
  summary: DashboardSummary;
}) {
  const t = useMessages('parts.spread');
  const common = useMessages('shell.common');
  const product = common(set.product);
  const { spread, probability } = useMemo(
    () =>
      spreadCharts({
        set,
        summary,
        texts: {
          spread: t('spread'),
          band: t('band'),
          actual: t('actual'),
          dearer: t('dearer'),
          even: t('even'),
        },
      }),
    [set, summary, t],
  );
  const file = { product: `${set.product}-${set.reference_product}`, run: set.issued_at };
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 xl:grid-cols-2">
      <TimeChart
        label={t('chart', { product, reference: common(set.reference_product) })}
        file={{ ...file, what: 'spreads' }}
        data={spread}
        unit={common('unit')}
        height={CHART_PX}
        syncKey="spread"
      />
      <div className="grid min-w-0 content-start gap-1">
        <TimeChart
          label={t('probability', { product })}
          file={{ ...file, what: 'spread-probability' }}
          data={probability}
          unit="%"
          decimals={0}
          height={PROBABILITY_PX}
          syncKey="spread"
        />
        <p className="text-sm text-soft">
          {t('likely', { ...likelySigns(set, LIKELY), all: set.points.length })}
        </p>
      </div>
    </div>
  );
}
