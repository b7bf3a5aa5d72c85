import type { PortfolioSummary, Site } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { hasRole, useMe } from '../../api/me.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Page, Section } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Figure } from '../../ui/figure.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { messages } from './messages.ts';
import { portfolioQuery, sitesQuery } from './query.ts';
import { SiteDialog } from './site-dialog.tsx';
import { SiteMap } from './site-map.tsx';

const route = getRouteApi('/app/portfolio');

/** The tenant's sites, and what tomorrow is worth to them together. */
export function PortfolioPage() {
  const t = useMessages(messages);
  const me = useMe();
  const mayChange = hasRole(me, 'manager');
  const sites = useQuery(sitesQuery);
  const { add: isAdding = false } = route.useSearch();
  const navigate = route.useNavigate();
  const setIsAdding = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { add: true } : {}, replace: true });
  const add = mayChange ? (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      {t('add')}
    </Button>
  ) : undefined;
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={sites.isPending || sites.data?.items.length === 0 ? undefined : add}
    >
      <QueryView query={sites} placeholder={<Placeholder className="h-96" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={mayChange ? t('none') : t('noneForReaders')}>{add}</EmptyState>
          ) : (
            <>
              <Worth />
              <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
                <Section title={t('sites')}>
                  <SiteTable sites={items} />
                </Section>
                <Section title={t('map')}>
                  <SiteMap sites={items} />
                </Section>
              </div>
            </>
          )
        }
      </QueryView>
      {isAdding && mayChange && <SiteDialog site={undefined} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function Worth() {
  const summary = useQuery(portfolioQuery);
  return (
    <QueryView query={summary} placeholder={<Placeholder className="h-40" />}>
      {(shown) => <WorthFigures summary={shown} />}
    </QueryView>
  );
}

function WorthFigures({ summary }: { summary: PortfolioSummary }) {
  const t = useMessages(messages);
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
          { title: t('count'), isNumber: true, cell: ({ sites }) => format.number(sites) },
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

function SiteTable({ sites }: { sites: readonly Site[] }) {
  const t = useMessages(messages);
  const format = useFormat();
  return (
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
        { title: t('kind'), cell: ({ kind }) => t(kind) },
        { title: t('power'), isNumber: true, cell: ({ capacity_mw: mw }) => `${format.number(mw, 1)} MW` },
        {
          title: t('energy'),
          isNumber: true,
          isWide: true,
          cell: ({ energy_mwh: mwh }) => (mwh === null ? '–' : `${format.number(mwh, 1)} MWh`),
        },
      ]}
    />
  );
}
