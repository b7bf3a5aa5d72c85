import type { DashboardSummary, SpreadSet } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { ProductName } from '../../market/products.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { likelySigns, spreadCharts } from './spread-chart.ts';
import { messages } from './spread-messages.ts';

const CHART_PX = 220;
const PROBABILITY_PX = 150;
const LIKELY = 0.8;

interface SpreadSectionProps {
  summary: DashboardSummary;
  product: Exclude<ProductName, 'da'>;
  /** The auctions before it that the reader may see. */
  earlier: readonly ProductName[];
  /** Without one the section keeps its place, so that nothing moves when the first run lands. */
  hasForecast: boolean;
}

/** How far an intraday auction lies from an earlier one: expected, with its interval, and how likely above it. */
export function SpreadSection({ summary, product, earlier, hasForecast }: SpreadSectionProps) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const [wanted, setWanted] = useState<ProductName>('da');
  const reference = earlier.includes(wanted) ? wanted : (earlier[0] ?? 'da');
  const { date, resolution } = summary;
  const spreads = useQuery({
    queryKey: [MARKET_KEY, 'spreads', product, reference, date, resolution],
    queryFn: ({ signal }) =>
      client.forecasts.spreads({ market_id: 'es', product, reference, date, resolution }, { signal }),
    enabled: hasForecast,
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
      <div className="min-h-[35rem] sm:min-h-[31rem] xl:min-h-[17rem]">
        {!hasForecast || isMissing(spreads.error) ? (
          <EmptyState text={t('empty')} />
        ) : (
          <QueryView query={spreads} placeholder={<Placeholder className="h-64" />}>
            {(set) => <SpreadCharts set={set} summary={summary} />}
          </QueryView>
        )}
      </div>
    </Section>
  );
}

/** What the spread is to, and whether that is known. */
function Basis({ set }: { set: SpreadSet }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
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

function SpreadCharts({ set, summary }: { set: SpreadSet; summary: DashboardSummary }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
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
