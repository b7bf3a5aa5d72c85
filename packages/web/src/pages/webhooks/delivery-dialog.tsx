import type { WebhookDeliveryDetail } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { reasonWords } from '../../market/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { WEBHOOKS_KEY, deliveryQuery } from './query.ts';

interface DeliveryDialogProps {
  endpointId: string;
  deliveryId: string;
  onClose: () => void;
}

/** One delivery with every attempt, and a button that sends it again. */
export function DeliveryDialog({ endpointId, deliveryId, onClose }: DeliveryDialogProps) {
  const t = useMessages('webhooks.page');
  const delivery = useQuery(deliveryQuery(endpointId, deliveryId));
  const title = delivery.data === undefined ? t('details') : t('delivery', { event: delivery.data.event });
  return (
    <Dialog title={title} onClose={onClose} className="w-[min(46rem,calc(100vw-1.5rem))]">
      <QueryView query={delivery} placeholder={<Placeholder className="h-64" />}>
        {(found) => <Delivery delivery={found} />}
      </QueryView>
    </Dialog>
  );
}

function Delivery({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const t = useMessages('webhooks.page');
  const time = useRecordTime();
  const errorText = useErrorText({ conflict: t('inactiveFault') });
  const queryClient = useQueryClient();
  const { id, endpoint_id: endpointId, event_id, attempt_log: log } = delivery;
  const redeliver = useMutation({
    mutationFn: () => client.webhooks.redeliver({ id: endpointId, delivery_id: id }),
    async onSuccess() {
      showToast(t('redelivered'));
      await queryClient.invalidateQueries({ queryKey: [...WEBHOOKS_KEY, endpointId] });
    },
  });
  const facts = [
    { label: t('deliveryId'), value: id, isCode: true },
    { label: t('eventId'), value: event_id, isCode: true },
    { label: t('state'), value: t(delivery.state) },
    { label: t('created'), value: time.instant(delivery.created_at) },
    ...(delivery.next_attempt_at === null
      ? []
      : [{ label: t('nextAttempt'), value: time.instant(delivery.next_attempt_at) }]),
    ...(delivery.completed_at === null
      ? []
      : [{ label: t('completed'), value: time.instant(delivery.completed_at) }]),
  ];
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        {facts.map(({ label, value, isCode }) => (
          <div key={label} className="min-w-0">
            <dt className="text-faint">{label}</dt>
            <dd className={isCode === true ? 'font-mono text-xs break-all' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="font-medium">{t('attemptLog')}</h3>
      {log.length === 0 ? (
        <p className="text-sm text-soft">{t('noAttempts')}</p>
      ) : (
        <section aria-label={t('attemptLog')} tabIndex={0} className="max-h-72 overflow-y-auto">
          <ol className="grid gap-2">
            {log.toReversed().map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
          </ol>
        </section>
      )}
      <div role="alert" className="contents">
        {redeliver.error !== null && <p className="text-sm text-danger">{errorText(redeliver.error)}</p>}
      </div>
      <Button isBusy={redeliver.isPending} className="justify-self-end" onClick={() => redeliver.mutate()}>
        {t('redeliver')}
      </Button>
    </>
  );
}

function Attempt({ attempt }: { attempt: WebhookDeliveryDetail['attempt_log'][number] }) {
  const t = useMessages('webhooks.page');
  const time = useRecordTime();
  const format = useFormat();
  const locale = useLocale('reasons');
  const { at, status, duration_ms, error, error_codes: codes, response_excerpt: excerpt } = attempt;
  return (
    <li className="rounded-md border border-line px-3 py-2 text-sm">
      <p className="flex flex-wrap gap-x-4">
        <span>{time.instant(at)}</span>
        <span>
          {t('status')}: {status ?? t('noAnswer')}
        </span>
        <span className="tabular text-faint">{format.number(duration_ms)} ms</span>
      </p>
      {error !== null && <p className="text-danger">{reasonWords(error, codes, locale)}</p>}
      {excerpt !== null && excerpt !== '' && (
        <pre
          aria-label={t('answer')}
          className="mt-1 rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all whitespace-pre-wrap"
        >
          {excerpt}
        </pre>
      )}
    </li>
  );
}
