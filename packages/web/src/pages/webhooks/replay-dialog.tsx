import type { Webhook } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { WEBHOOKS_KEY } from './query.ts';

/** A local time: a day and what the clock shows. */
interface Moment {
  day: string;
  clock: string;
}

/** Sends the events of a span of time again. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useMessages('webhooks.page');
  const common = useMessages('shell.common');
  const time = useRecordTime();
  const queryClient = useQueryClient();
  const today = useToday();
  const [from, setFrom] = useState<Moment>({ day: today, clock: '00:00' });
  const [to, setTo] = useState<Moment>({ day: today, clock: '23:59' });
  const isReversed = localOf(to) <= localOf(from);
  const replay = useMutation({
    mutationFn: () =>
      client.webhooks.replay({
        id: endpoint.id,
        from: time.parse(localOf(from)),
        to: time.parse(localOf(to)),
      }),
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
        <MomentFields day={t('fromDay')} clock={t('fromClock')} value={from} onChange={setFrom} />
        <MomentFields
          day={t('toDay')}
          clock={t('toClock')}
          value={to}
          onChange={setTo}
          error={isReversed ? t('spanFault') : undefined}
        />
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

interface MomentFieldsProps {
  /** Labels of the two fields. */
  day: string;
  clock: string;
  value: Moment;
  onChange: (value: Moment) => void;
  error?: string | undefined;
}

function MomentFields({ day, clock, value, onChange, error }: MomentFieldsProps) {
  return (
    <div className="grid grid-cols-[2fr_1fr] gap-4">
      <DateField
        label={day}
        required
        value={value.day}
        onChange={(next) => onChange({ ...value, day: next })}
        error={error}
      />
      <TextField
        label={clock}
        required
        inputMode="numeric"
        autoComplete="off"
        placeholder="hh:mm"
        pattern="([01][0-9]|2[0-3]):[0-5][0-9]"
        value={value.clock}
        onChange={({ target }) => onChange({ ...value, clock: target.value })}
      />
    </div>
  );
}

function localOf({ day, clock }: Moment): string {
  return `${day}T${clock}`;
}
