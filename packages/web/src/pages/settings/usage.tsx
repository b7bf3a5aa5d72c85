import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { hasRole, useMe } from '../../api/me.ts';
import type { DataColour } from '../../charts/colours.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { USAGE_SPANS } from './route.ts';
import { UsageBars } from './usage-bars.tsx';
import { useFile } from './use-file.ts';
import { type UsageView, usageQuery, usageSpan } from './usage-query.ts';
import { type UsageSeries, usageByDay } from './usage-table.ts';

const route = getRouteApi('/app/settings');

const KEY_COLOURS: readonly DataColour[] = ['price', 'second', 'third', 'fourth', 'previous'];

/** Requests by day and key. */
export function Usage() {
  const t = useMessages('settings.page');
  const { days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  const usage = useQuery(usageQuery(days));
  const locale = useLocale();
  const span = usageSpan(days);
  const file = useFile(() => client.settings.usage({ ...span, locale, format: 'csv' }), {
    what: 'usage',
    days: [span.date_from, span.date_to],
  });
  return (
    <Section
      title={t('usageTitle')}
      note={t('usageNote')}
      actions={
        <>
          <Button isBusy={file.isPending} onClick={() => file.mutate()}>
            {t('allAsCsv')}
          </Button>
          <Segmented
            label={t('span')}
            value={String(days)}
            choices={USAGE_SPANS.map((value) => ({ value: String(value), label: t.count('days', value) }))}
            onChange={(next) => {
              const span = USAGE_SPANS.find((one) => String(one) === next);
              if (span !== undefined) void navigate({ search: { tab: 'usage', days: span }, replace: true });
            }}
          />
        </>
      }
    >
      <QueryView query={usage} placeholder={<Placeholder className="h-80" />}>
        {(view) => <UsageFigures view={view} />}
      </QueryView>
    </Section>
  );
}

function UsageFigures({ view }: { view: UsageView }) {
  const t = useMessages('settings.page');
  const format = useFormat();
  const isAdmin = hasRole(useMe(), 'admin');
  const table = usageByDay(view.records, view.from, view.to);
  if (table.total === 0) {
    return (
      <EmptyState text={t('noUsage')}>
        {isAdmin && <ButtonLink to="/api-keys">{t('makeKey')}</ButtonLink>}
      </EmptyState>
    );
  }
  const nameOf = ({ kind, label }: UsageSeries) => (kind === 'key' ? (label ?? t('gone')) : t(kind));
  const series = table.series.map((one, index) => ({
    ...one,
    name: nameOf(one),
    colour: colourOf(one, index),
  }));
  return (
    <>
      {view.isPartial && <Notice kind="info">{t('partial', { day: format.day(view.from) })}</Notice>}
      <UsageBars key={view.from} days={table.days} totals={table.totals} series={series} />
      <h3 className="font-medium">{t('byKey')}</h3>
      <DataTable
        caption={t('byKey')}
        rows={series}
        keyOf={({ id }) => id}
        columns={[
          { title: t('key'), cell: ({ name }) => <span className="break-words">{name}</span> },
          { title: t('requestCount'), isNumber: true, cell: ({ total }) => format.number(total) },
          {
            title: t('share'),
            isNumber: true,
            cell: ({ total }) => format.percent((100 * total) / table.total),
          },
        ]}
      />
    </>
  );
}

function colourOf({ kind }: UsageSeries, index: number): DataColour {
  if (kind === 'sessions') return 'naive';
  return (kind === 'others' ? undefined : KEY_COLOURS[index]) ?? 'thermal';
}
