import type { Webhook } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Page, Section } from '../../layout/page.tsx';
import { RoleGate } from '../../layout/role-gate.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { CreateEndpointDialog } from './create-endpoint-dialog.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { webhooksQuery } from './query.ts';
import { SignatureHelp } from './signature-help.tsx';

/** Webhook endpoints of the tenant, for its administrators. */
export function WebhooksPage() {
  const t = useMessages('webhooks.page');
  return (
    <RoleGate needed="admin" title={t('title')}>
      <Webhooks />
    </RoleGate>
  );
}

function Webhooks() {
  const t = useMessages('webhooks.page');
  const time = useRecordTime();
  const webhooks = useQuery(webhooksQuery);
  const [isCreating, setIsCreating] = useState(false);
  const addButton = (
    <Button look="primary" onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      subtitle={`${t('subtitle')} ${time.note}`}
      actions={webhooks.isPending || webhooks.data?.items.length === 0 ? undefined : addButton}
    >
      <QueryView query={webhooks} placeholder={<Placeholder className="h-48" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={t('empty')}>{addButton}</EmptyState>
          ) : (
            <Section title={t('endpoints')}>
              <EndpointTable endpoints={items} />
            </Section>
          )
        }
      </QueryView>
      <SignatureHelp />
      {isCreating && <CreateEndpointDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function EndpointTable({ endpoints }: { endpoints: Webhook[] }) {
  const t = useMessages('webhooks.page');
  const time = useRecordTime();
  return (
    <DataTable
      caption={t('endpoints')}
      rows={endpoints}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('name'),
          cell: ({ id, name, url }) => (
            <span className="grid max-w-[26rem]">
              <Link
                to="/webhooks/$id"
                params={{ id }}
                className="font-medium break-words text-accent underline-offset-2 hover:underline"
              >
                {name}
              </Link>
              <span className="truncate font-mono text-xs text-faint" title={url}>
                {url}
              </span>
            </span>
          ),
        },
        {
          title: t('events'),
          isWide: true,
          cell: ({ events }) => (
            <span className="grid font-mono text-xs">
              {events.map((event) => (
                <span key={event}>{event}</span>
              ))}
            </span>
          ),
        },
        { title: t('state'), cell: ({ state }) => <EndpointState state={state} /> },
        { title: t('lastSuccess'), cell: ({ last_success_at }) => time.instant(last_success_at) },
        {
          title: t('lastFailure'),
          isWide: true,
          cell: ({ last_failure_at }) => time.instant(last_failure_at),
        },
      ]}
    />
  );
}
