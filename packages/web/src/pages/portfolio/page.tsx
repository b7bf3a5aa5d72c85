import type { PortfolioSummary, Site } from '@lonja/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { hasRole, useMe } from '../../api/me.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Page, Section } from '../../layout/page.tsx';
import { SpainAloneNote } from '../../market/market-note.tsx';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import { useResolution } from '../../market/resolution.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Figure } from '../../ui/figure.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { portfolioQuery, sitesQuery } from './query.ts';
import { SiteDialog } from './site-dialog.tsx';
import { SiteMap } from './site-map.tsx';

const route = getRouteApi('/app/portfolio');

/** The tenant's sites, and what tomorrow is worth to them together. */
export function PortfolioPage() {
  const t = useMessages('portfolio.page');
  const me = useMe();
  const mayChange = hasRole(me, 'manager');
  const sites = useQuery(sitesQuery);
  const { add: isAdding = false } = route.useSearch();
  const navigate = route.useNavigate();
  const setIsAdding = (isOpen: boolean) =>
    void navigate({
      search: ({ add: _add, ...rest }) => (isOpen ? { ...rest, add: true } : rest),
      replace: true,
    });
  const add = mayChange ? (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      {t('add')}
    </Button>
  ) : undefined;
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        sites.isPending || sites.data?.items.length === 0 ? undefined : (
          <>
            <ResolutionChoice />
            {add}
          </>
        )
      }
    >
      <SpainAloneNote />
      <QueryView query={sites} placeholder={<Placeholder className="h-96" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={mayChange ? t('none') : t('noneForReaders')}>{add}</EmptyState>
          ) : (
            <Sites sites={items} />
          )
        }
      </QueryView>
      {isAdding && mayChange && <SiteDialog site={undefined} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function Sites({ sites }: { sites: readonly Site[] }) {
  const t = useMessages('portfolio.page');
  const [resolution] = useResolution();
  const summary = useQuery({ ...portfolioQuery(resolution), placeholderData: keepPreviousData });
  return (
    <>
      <QueryView query={summary} placeholder={<Placeholder className="h-40" />}>
        {(shown) => <WorthFigures summary={shown} />}
      </QueryView>
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <Section title={t('sites')}>
          <SiteTable sites={sites} summary={summary.data} />
        </Section>
        <Section title={t('map')}>
          <SiteMap sites={sites} />
        </Section>
      </div>
    </>
  );
}

function WorthFigures({ summary }: { summary: PortfolioSummary }) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  const { date, value, kinds, outlook } = summary;
  const day = format.longDay(date);
  const range = ({ p10_eur: low, p90_eur: high }: { p10_eur: number; p90_eur: number }) =>
    t('range', { low: format.number(low), high: format.number(high) });
  return (
    <>
      {outlook?.simulated === true && <Notice kind="warn">{t('simulated')}</Notice>}
      {value === null ? (
        <Notice kind="info">{t('noForecast', { day })}</Notice>
      ) : (
        <dl>
          <Figure
            label={t('value', { day })}
            value={format.number(value.expected_eur)}
            unit="EUR"
            note={`${range(value)} · ${t('cost')}`}
          />
        </dl>
      )}
      <DataTable
        caption={t('byKind')}
        rows={kinds}
        keyOf={({ kind }) => kind}
        columns={[
          { title: t('byKind'), cell: ({ kind }) => t(kind) },
          { title: t('count'), isNumber: true, isWide: true, cell: ({ sites }) => format.number(sites) },
          {
            title: t('power'),
            isNumber: true,
            isWide: true,
            cell: ({ capacity_mw: mw }) => `${format.number(mw, 1)} MW`,
          },
          {
            title: t('expected'),
            isNumber: true,
            cell: ({ value: ofKind }) =>
              ofKind === null ? '–' : `${format.number(ofKind.expected_eur)} EUR`,
          },
          {
            title: '10–90 %',
            isNumber: true,
            isWide: true,
            cell: ({ value: ofKind }) =>
              ofKind === null ? '–' : `${format.number(ofKind.p10_eur)} … ${format.number(ofKind.p90_eur)}`,
          },
        ]}
      />
    </>
  );
}

const UNVALUED = {
  pending: 'unvaluedPending',
  infeasible: 'unvaluedInfeasible',
  no_volume: 'unvaluedNoVolume',
} as const satisfies Record<PortfolioSummary['unvalued'][number]['code'], string>;

/** Each site with what it is expected to earn on the day of the summary. */
function SiteTable({ sites, summary }: { sites: readonly Site[]; summary: PortfolioSummary | undefined }) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  const worth = new Map(summary?.site_values.map((value) => [value.site_id, value]));
  const nameOf = new Map(sites.map(({ id, name }) => [id, name]));
  const left = (summary?.unvalued ?? []).map(
    ({ site_id: id, code }) => `${nameOf.get(id) ?? id} (${t(UNVALUED[code])})`,
  );
  const table = (
    <DataTable
      caption={t('sites')}
      rows={sites}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('name'),
          cell: ({ id, name }) => (
            <Link to="/portfolio/$siteId" params={{ siteId: id }} className="font-medium underline">
              {name}
            </Link>
          ),
        },
        { title: t('kind'), isWide: true, cell: ({ kind }) => t(kind) },
        {
          title: t('power'),
          isNumber: true,
          isWide: true,
          cell: ({ capacity_mw: mw }) => `${format.number(mw, 1)} MW`,
        },
        {
          title: t('energy'),
          isNumber: true,
          isWide: true,
          cell: ({ energy_mwh: mwh }) => (mwh === null ? '–' : `${format.number(mwh, 1)} MWh`),
        },
        {
          title: `${t('worth')}, EUR`,
          isNumber: true,
          cell: ({ id }) => {
            const value = worth.get(id);
            return value === undefined ? '–' : format.number(value.expected_eur);
          },
        },
        {
          title: '10–90 %, EUR',
          isNumber: true,
          cell: ({ id }) => {
            const value = worth.get(id);
            return value === undefined
              ? '–'
              : `${format.number(value.p10_eur)} … ${format.number(value.p90_eur)}`;
          },
        },
      ]}
    />
  );
  return (
    <>
      {table}
      {left.length > 0 && <p className="text-sm text-faint">{t('unvalued', { names: left.join(', ') })}</p>}
    </>
  );
}
