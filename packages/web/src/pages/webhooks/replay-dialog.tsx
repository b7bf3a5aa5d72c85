import type { Webhook } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { messages } from './messages.ts';
import { WEBHOOKS_KEY } from './query.ts';

/** Sends the events of a span of time again. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const time = useRecordTime();
  const queryClient = useQueryClient();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const isReversed = from !== '' && to !== '' && to <= from;
  const replay = useMutation({
    mutationFn: () => client.webhooks.replay({ id: endpoint.id, from: time.parse(from), to: time.parse(to) }),
    async onSuccess({ deliveries }) {
      await queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      showToast(deliveries === 0 ? t('replayed') : t.count('replayedCount', deliveries));
      onClose();
    },
  });
  return (
    <Dialog title={t('replayTitle')} onClose={onClose}>
      <Form
        onSubmit={() => !isReversed && replay.mutate()}
        error={replay.error}
        errorTexts={{ conflict: t('inactiveFault') }}
      >
        <p className="text-soft">{t('replayText')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('from')}
            type="datetime-local"
            required
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            label={t('to')}
            type="datetime-local"
            required
            value={to}
            onChange={({ target }) => setTo(target.value)}
            error={isReversed ? t('spanFault') : undefined}
          />
        </div>
        <p className="text-sm text-faint">{time.note}</p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={replay.isPending}>
            {t('replay')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
