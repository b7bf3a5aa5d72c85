import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { summaryQuery } from '../../api/summary.ts';
import { fileNameOf, saveFile } from '../../charts/save-file.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { CopyLinkButton } from '../../layout/copy-link-button.tsx';
import { Page } from '../../layout/page.tsx';
import { CurlButton } from '../../market/curl-button.tsx';
import { Preparation } from '../../market/preparation.tsx';
import { MARKETS, PRODUCTS } from '../../market/products.ts';
import { MarketChoice } from '../../market/market-choice.tsx';
import { MarketNote } from '../../market/market-note.tsx';
import { FIRST_MARKET, type MarketId, useMarket } from '../../market/market.ts';
import { RangeControls } from '../../market/range-controls.tsx';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { addDays } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Battery } from './battery.tsx';
import { Record } from './record.tsx';
import { DaysLine } from './days-line.tsx';
import { DriftNotice } from './drift-notice.tsx';
import { type AccuracyBasis, type AccuracyCutoff, type AccuracySearch, MAX_SCORED_DAYS } from './route.ts';

const route = getRouteApi('/app/accuracy');
const FIRST_SHOWN_DAYS = 89;

/** How good the forecasts were, with the evidence to check it. */
export function AccuracyPage() {
  const t = useMessages('accuracy.page');
  const common = useMessages('shell.common');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tomorrow = addDays(useToday(), 1);
  const { from = addDays(tomorrow, -FIRST_SHOWN_DAYS), to = tomorrow, product = 'da' } = search;
  const set = (change: AccuracySearch) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const [market] = useMarket();
  const input = { market_id: market, market: MARKETS[product], date_from: from, date_to: to };
  // Of intraday auctions both are the same run.
  const isDayAhead = product === 'da';
  const { cutoff = isDayAhead ? 'gate' : 'official' } = search;
  const ofBasis = (basis: AccuracyBasis, of: AccuracyCutoff = cutoff) => ({
    queryKey: [MARKET_KEY, 'accuracy', market, product, from, to, basis, of],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      client.dashboard.accuracyPage({ ...input, basis, cutoff: of }, { signal }),
  });
  const wanted = search.basis;
  const chosen = useQuery(ofBasis(wanted ?? 'issued'));
  const fallsBack = wanted === undefined && chosen.data?.overall === null;
  const backtested = useQuery({ ...ofBasis('backtested'), enabled: fallsBack });
  const accuracy = fallsBack ? backtested : chosen;
  // The market bar asks for it anyway.
  const preparation = useQuery(summaryQuery(undefined)).data?.preparation ?? null;
  const basis = wanted ?? (fallsBack ? 'backtested' : 'issued');
  const otherCutoff = cutoff === 'gate' ? 'official' : 'gate';
  const other = useQuery({ ...ofBasis(basis, otherCutoff), enabled: isDayAhead && accuracy.isSuccess });
  return (
    <Page
      title={t('title')}
      subtitle={`${t(isDayAhead ? cutoff : 'intradayRun')} ${t(basis === 'issued' ? 'subtitle' : 'subtitleBacktested')}`}
      actions={
        <>
          <EvidenceButton input={{ ...input, basis, cutoff }} />
          <CopyLinkButton to="/accuracy" search={{ from, to, product, basis, cutoff, market }} />
          <CurlButton
            requests={[
              {
                name: t('curlFigures'),
                path: '/statistics/accuracy',
                query: { ...input, basis, cutoff, group_by: 'hour', page: '1', page_size: '50' },
              },
              { name: t('battery'), path: '/statistics/battery', query: { ...input, basis } },
              { name: t('curlPage'), path: '/dashboard/accuracy', query: { ...input, basis, cutoff } },
            ]}
          />
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <RangeControls range={{ from, to }} maxDays={MAX_SCORED_DAYS} onChange={set} />
        <MarketChoice />
        <SelectField
          label={t('auction')}
          value={product}
          choices={PRODUCTS.map((value) => ({ value, label: common(value) }))}
          onChange={(value) => set({ product: value })}
          className="w-40"
        />
        {isDayAhead && (
          <Segmented
            label={t('cutoff')}
            value={cutoff}
            choices={[
              { value: 'gate', label: t('cutoffGate') },
              { value: 'official', label: t('cutoffOfficial') },
            ]}
            onChange={(value) => set({ cutoff: value })}
          />
        )}
        <Segmented
          label={t('basis')}
          value={basis}
          choices={[
            { value: 'issued', label: t('issued') },
            { value: 'backtested', label: t('backtested') },
          ]}
          onChange={(value) => set({ basis: value })}
        />
      </div>
      <MarketNote />
      <QueryView query={accuracy} placeholder={<Placeholder className="h-[40rem]" />}>
        {(data) => (
          <>
            <SimulatedLine simulated={data.simulated} />
            {basis === 'backtested' && <Notice kind="warn">{t('backtestedNote')}</Notice>}
            <DaysLine accuracy={data} />
            <DriftNotice drift={data.drift} />
            {data.overall === null ? (
              <EmptyState text={t(basis === 'issued' ? 'empty' : 'emptyBacktested')} />
            ) : (
              <Record
                accuracy={data}
                overall={data.overall}
                beside={isDayAhead ? (other.data?.overall ?? null) : null}
              />
            )}
            {data.overall !== null && <Battery {...input} basis={basis} />}
            {preparation !== null && preparation.first_forecast_in_s === null && (
              <Preparation preparation={preparation} />
            )}
          </>
        )}
      </QueryView>
      <p className="max-w-prose text-sm text-soft">
        {t('checkable')}{' '}
        <a href="/docs/guides/check-our-history" className="text-accent underline">
          {t('howToCheck')}
        </a>
      </p>
    </Page>
  );
}

interface EvidenceInput {
  market_id: MarketId;
  basis: AccuracyBasis;
  cutoff: AccuracyCutoff;
  market: (typeof MARKETS)[keyof typeof MARKETS];
  date_from: string;
  date_to: string;
}

/** The hours behind the figures, one line each, with run and price. */
function EvidenceButton({ input }: { input: EvidenceInput }) {
  const t = useMessages('accuracy.page');
  const errorText = useErrorText();
  const locale = useLocale();
  const fetchCsv = useMutation({
    mutationFn: () => client.statistics.accuracy({ ...input, format: 'csv', locale }),
    onSuccess: (text) => {
      const { market_id, market, date_from, date_to } = input;
      const product = market_id === FIRST_MARKET ? market : `${market_id}-${market}`;
      saveFile(fileNameOf({ what: 'accuracy', product, days: [date_from, date_to] }), text);
    },
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <Button isBusy={fetchCsv.isPending} onClick={() => fetchCsv.mutate()}>
      <Download aria-hidden size={15} />
      {t('evidence')}
    </Button>
  );
}
