import type { WebhookDelivery } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { useFormat } from '../../i18n/format.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { addDays } from '../../time/madrid-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { deliveriesQuery } from './query.ts';

const route = getRouteApi('/app/webhooks/$id');

/** What was sent to an endpoint, the newest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const t = useMessages('webhooks.page');
  const time = useRecordTime();
  const { state, event, from, to, page = 1, delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const deliveries = useQuery({
    ...deliveriesQuery(endpointId, {
      ...(state && { state }),
      ...(event && { event }),
      ...(from && { from: time.parse(`${from}T00:00`) }),
      ...(to && { to: time.parse(`${addDays(to, 1)}T00:00`) }),
      page,
    }),
    // Behind an open delivery the list waits: one of them is asked for at a time.
    enabled: delivery === undefined,
  });
  const isFiltered = [state, event, from, to].some((filter) => filter !== undefined);
  return (
    <Section title={t('deliveries')} note={t('deliveriesNote', { zone: time.note })}>
      <DeliveryFilters />
      <PagedList
        query={deliveries}
        page={page}
        onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next }) })}
        height="h-64"
        empty={
          <EmptyState text={isFiltered ? t('noMatch') : t('noDeliveries')}>
            {isFiltered && <Button onClick={() => void navigate({ search: {} })}>{t('clear')}</Button>}
          </EmptyState>
        }
      >
        {({ items }) => <DeliveryTable deliveries={items} />}
      </PagedList>
    </Section>
  );
}

function DeliveryTable({ deliveries }: { deliveries: WebhookDelivery[] }) {
  const t = useMessages('webhooks.page');
  const time = useRecordTime();
  const format = useFormat();
  return (
    <DataTable
      caption={t('deliveries')}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        { title: t('created'), cell: ({ created_at }) => time.instant(created_at) },
        { title: t('event'), cell: ({ event }) => <EventName event={event} /> },
        { title: t('state'), cell: ({ state }) => <DeliveryBadge state={state} /> },
        {
          title: t('attempts'),
          isNumber: true,
          isWide: true,
          cell: ({ attempts }) => format.number(attempts),
        },
        {
          title: t('lastStatus'),
          isNumber: true,
          isWide: true,
          cell: ({ last_status, attempts }) => (attempts === 0 ? '' : (last_status ?? t('noAnswer'))),
        },
        {
          title: t('nextAttempt'),
          isWide: true,
          cell: ({ next_attempt_at }) => next_attempt_at !== null && time.instant(next_attempt_at),
        },
        {
          title: t('details'),
          isNumber: true,
          cell: ({ id, event, created_at }) => (
            <Link
              from="/webhooks/$id"
              search={(search) => ({ ...search, delivery: id })}
              className="text-accent underline-offset-2 hover:underline"
              aria-label={t('detailsOf', { event, time: time.instant(created_at) })}
            >
              {t('details')}
            </Link>
          ),
        },
      ]}
    />
  );
}

/** In two lines on a phone, where the columns in sight need the room. */
function EventName({ event }: Pick<WebhookDelivery, 'event'>) {
  const [group, name] = event.split('.');
  return (
    <code className="inline-block font-mono text-xs max-sm:max-w-20">
      {group}
      {name !== undefined && (
        <>
          .<wbr />
          {name}
        </>
      )}
    </code>
  );
}

const BADGES = { pending: 'warn', succeeded: 'good', failed: 'danger' } as const;

function DeliveryBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const t = useMessages('webhooks.page');
  return <Badge kind={BADGES[state]}>{t(state)}</Badge>;
}
