import type { Webhook } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { reasonWords } from '../../market/reason-words.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Page } from '../../layout/page.tsx';
import { RoleGate } from '../../layout/role-gate.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { WEBHOOKS_KEY, webhookQuery } from './query.ts';

const route = getRouteApi('/app/webhooks/$id');

/** One endpoint with its deliveries. */
export function EndpointPage() {
  const t = useMessages('webhooks.page');
  return (
    <RoleGate needed="admin" title={t('title')}>
      <Endpoint />
    </RoleGate>
  );
}

function Endpoint() {
  const t = useMessages('webhooks.page');
  const { id } = route.useParams();
  const { delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const endpoint = useQuery(webhookQuery(id));
  return (
    <Page
      title={endpoint.data?.name ?? t('title')}
      subtitle={
        <Link to="/webhooks" className="underline">
          {t('back')}
        </Link>
      }
      actions={endpoint.data === undefined ? undefined : <TestButton id={id} />}
    >
      <QueryView query={endpoint} placeholder={<Placeholder className="h-96" />}>
        {(found) => (
          <>
            <DisabledNotice endpoint={found} />
            <Facts endpoint={found} />
            <EndpointActions endpoint={found} />
            <Deliveries endpointId={id} />
          </>
        )}
      </QueryView>
      {delivery !== undefined && (
        <DeliveryDialog
          endpointId={id}
          deliveryId={delivery}
          onClose={() => void navigate({ search: ({ delivery: _closed, ...rest }) => rest, replace: true })}
        />
      )}
    </Page>
  );
}

function TestButton({ id }: { id: string }) {
  const t = useMessages('webhooks.page');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => client.webhooks.test({ id }),
    async onSuccess() {
      showToast(t('tested'));
      await queryClient.invalidateQueries({ queryKey: [...WEBHOOKS_KEY, id] });
    },
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <Button look="primary" isBusy={test.isPending} onClick={() => test.mutate()}>
      {t('test')}
    </Button>
  );
}

function DisabledNotice({ endpoint }: { endpoint: Webhook }) {
  const t = useMessages('webhooks.page');
  const locale = useLocale('reasons');
  const { state, disabled_reason: reason, disabled_reason_codes: codes } = endpoint;
  if (state === 'active') return null;
  return (
    <Notice kind="warn">{t('disabledNotice', { reason: reasonWords(reason ?? '', codes, locale) })}</Notice>
  );
}

function Facts({ endpoint }: { endpoint: Webhook }) {
  const t = useMessages('webhooks.page');
  const time = useRecordTime();
  const facts = [
    { label: t('url'), value: <code className="font-mono text-sm break-all">{endpoint.url}</code> },
    {
      label: t('events'),
      value: <code className="font-mono text-sm">{endpoint.events.join(', ')}</code>,
    },
    { label: t('resolution'), value: t(endpoint.resolution === 'PT15M' ? 'quarterHours' : 'hours') },
    { label: t('state'), value: <EndpointState state={endpoint.state} /> },
    { label: t('lastSuccess'), value: time.instant(endpoint.last_success_at) },
    { label: t('lastFailure'), value: time.instant(endpoint.last_failure_at) },
    { label: t('created'), value: time.instant(endpoint.created_at) },
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-faint">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
