import type { KeptPlan, Settlements, Site } from '@lonja/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { hasRole, useMe } from '../../api/me.ts';
import { fileNameOf, saveFile } from '../../charts/save-file.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Figure } from '../../ui/figure.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { PORTFOLIO_KEY } from './query.ts';

const PAGE_SIZE = 31;
/** The service looks every minute for what a gate keeps. */
const KEEPING_MS = 300_000;
const KINDS = ['plan', 'offer'] as const;

interface KeptProps {
  site: Site;
  date: string;
  plan: 'expected' | 'robust';
}

/** What was kept of a site, what came of it, and the ways to keep more. */
export function Kept({ site, date, plan }: KeptProps) {
  const t = useMessages('portfolio.kept');
  const me = useMe();
  const [page, setPage] = useState(1);
  const asked = { site_id: site.id, page, page_size: PAGE_SIZE };
  const plans = useQuery({
    queryKey: [...PORTFOLIO_KEY, 'kept', site.id, page],
    queryFn: ({ signal }) => client.portfolio.keptPlans(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const months = useQuery({
    queryKey: [...PORTFOLIO_KEY, 'settlements', site.id],
    queryFn: ({ signal }) =>
      client.portfolio.settlements({ site_id: site.id, group_by: 'month' }, { signal }),
  });
  const settled = months.data?.items ?? [];
  return (
    <Section
      title={t('title')}
      note={t('note')}
      actions={hasRole(me, 'trader') && <Keep site={site} date={date} plan={plan} />}
    >
      {hasRole(me, 'manager') && <AtGate site={site} />}
      {settled.length > 0 && <Totals months={settled} />}
      <PagedList
        query={plans}
        page={page}
        onPage={setPage}
        height="h-96"
        empty={<EmptyState text={t('empty')} />}
      >
        {({ items }) => <Plans site={site} plans={items} />}
      </PagedList>
      {settled.length > 0 && <Months site={site} months={settled} />}
      {(plans.data?.total ?? 0) > 0 && <Files site={site} />}
    </Section>
  );
}

function Keep({ site, date, plan }: KeptProps) {
  const t = useMessages('portfolio.kept');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: (kind: KeptPlan['kind']) => client.portfolio.keepPlan({ id: site.id, date, kind, plan }),
    onSuccess: ({ kind }) => {
      showToast(t(`kept_${kind}`));
      return queryClient.invalidateQueries({ queryKey: [...PORTFOLIO_KEY, 'kept', site.id] });
    },
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button isBusy={keep.isPending} onClick={() => keep.mutate('plan')}>
        {t('keepPlan')}
      </Button>
      <Button isBusy={keep.isPending} onClick={() => keep.mutate('offer')}>
        {t('keepOffer')}
      </Button>
    </div>
  );
}

function AtGate({ site }: { site: Site }) {
  const t = useMessages('portfolio.kept');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (kind: (typeof KINDS)[number] | 'none') =>
      client.portfolio.changeSite({ id: site.id, keeps_at_gate: kind === 'none' ? null : kind }),
    onSuccess: () => {
      showToast(t('gateSaved'));
      return queryClient.invalidateQueries({ queryKey: [...PORTFOLIO_KEY, 'site', site.id] });
    },
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <SelectField
      className="max-w-xs"
      label={t('atGate')}
      value={site.keeps_at_gate ?? 'none'}
      choices={(['none', ...KINDS] as const).map((value) => ({ value, label: t(`gate_${value}`) }))}
      onChange={(kind) => change.mutate(kind)}
    />
  );
}

type Month = Settlements['items'][number];

function Totals({ months }: { months: readonly Month[] }) {
  const t = useMessages('portfolio.kept');
  const format = useFormat();
  const sum = (of: (month: Month) => number | null) =>
    format.number(months.reduce((total, month) => total + (of(month) ?? 0), 0));
  const isCompared = months.some(({ gained_eur: gained }) => gained !== null);
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure
          label={t('totalEarned')}
          value={sum(({ earned_eur: eur }) => eur)}
          unit="EUR"
          note={t('totalEarnedNote', { expected: sum(({ expected_eur: eur }) => eur) })}
        />
        <Figure
          label={t('totalMissed')}
          value={sum(({ missed_eur: eur }) => eur)}
          unit="EUR"
          note={t('totalMissedNote', { foresight: sum(({ foresight_eur: eur }) => eur) })}
        />
        {isCompared && (
          <Figure
            label={t('totalGained')}
            value={sum(({ gained_eur: eur }) => eur)}
            unit="EUR"
            note={t('totalGainedNote')}
          />
        )}
      </dl>
      <p className="text-sm text-faint">{t('counted')}</p>
    </>
  );
}

function Plans({ site, plans }: { site: Site; plans: readonly KeptPlan[] }) {
  const t = useMessages('portfolio.kept');
  const format = useFormat();
  const settledEur = (plan: KeptPlan, field: 'earned_eur' | 'foresight_eur' | 'missed_eur' | 'gained_eur') =>
    eurOf(plan.settlement?.[field] ?? null);
  const eurOf = (eur: number | null) => (eur === null ? '–' : format.number(eur, 2));
  return (
    <>
      <h3 className="font-semibold">{t('byPlan')}</h3>
      {plans.some(({ simulated }) => simulated) && <Notice kind="warn">{t('simulated')}</Notice>}
      <DataTable<KeptPlan>
        caption={t('list', { name: site.name })}
        rows={plans}
        keyOf={({ id }) => id}
        columns={[
          { title: t('day'), cell: ({ date }) => format.day(date) },
          { title: t('kind'), cell: ({ kind }) => t(kind) },
          { title: t('expected'), isNumber: true, cell: (plan) => eurOf(plan.expected_eur) },
          {
            title: t('earned'),
            isNumber: true,
            cell: (plan) => (plan.settlement === null ? t('open') : settledEur(plan, 'earned_eur')),
          },
          {
            title: t('foresight'),
            isNumber: true,
            isWide: true,
            cell: (plan) => settledEur(plan, 'foresight_eur'),
          },
          { title: t('missed'), isNumber: true, cell: (plan) => settledEur(plan, 'missed_eur') },
          {
            title: t('gained'),
            isNumber: true,
            isWide: true,
            cell: (plan) => settledEur(plan, 'gained_eur'),
          },
          {
            title: t('frozen'),
            isWide: true,
            cell: (plan) => {
              const at = format.instant(plan.frozen_at);
              return plan.automatic ? t(wasLate(plan) ? 'madeUp' : 'byGate', { at }) : at;
            },
          },
        ]}
      />
      <p className="text-sm text-faint">{t('terms')}</p>
    </>
  );
}

/** Whether the gate had closed for longer than keeping takes: a stop was made up for. */
function wasLate({ frozen_at: kept, gate_closes_at: gate }: KeptPlan): boolean {
  return Date.parse(kept) - Date.parse(gate) > KEEPING_MS;
}

function Months({ site, months }: { site: Site; months: readonly Month[] }) {
  const t = useMessages('portfolio.kept');
  const format = useFormat();
  const eurOf = (eur: number | null) => (eur === null ? '–' : format.number(eur, 2));
  return (
    <>
      <h3 className="font-semibold">{t('byMonth')}</h3>
      <DataTable<Month>
        caption={t('months', { name: site.name })}
        rows={months}
        keyOf={({ group }) => group}
        columns={[
          { title: t('month'), cell: ({ group }) => group },
          { title: t('plans'), isNumber: true, isWide: true, cell: ({ plans }) => format.number(plans) },
          {
            title: t('traded'),
            isNumber: true,
            isWide: true,
            cell: (month) => format.number(month.traded_mwh, 1),
          },
          { title: t('expected'), isNumber: true, cell: (month) => eurOf(month.expected_eur) },
          { title: t('earned'), isNumber: true, cell: (month) => eurOf(month.earned_eur) },
          { title: t('missed'), isNumber: true, cell: (month) => eurOf(month.missed_eur) },
          { title: t('gained'), isNumber: true, isWide: true, cell: (month) => eurOf(month.gained_eur) },
        ]}
      />
    </>
  );
}

function Files({ site }: { site: Site }) {
  const t = useMessages('portfolio.kept');
  const locale = useLocale();
  const errorText = useErrorText();
  const csv = useMutation({
    mutationFn: () => client.portfolio.keptPlans({ site_id: site.id, format: 'csv', locale }),
    onSuccess: (text) =>
      saveFile(fileNameOf({ what: `kept-plans-${site.name}`, product: 'da' }, 'csv'), text),
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <div>
      <Button isBusy={csv.isPending} onClick={() => csv.mutate()}>
        <Download aria-hidden size={16} />
        {t('csv')}
      </Button>
    </div>
  );
}
