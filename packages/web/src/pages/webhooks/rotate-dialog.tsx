import type { Webhook } from '@lonja/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** How long the old secret signs on, in seconds. */
const GRACES = [
  { value: '0', label: 'graceNone' },
  { value: '3600', label: 'graceHour' },
  { value: '21600', label: 'graceSixHours' },
  { value: '86400', label: 'graceDay' },
] as const;

/** Gives an endpoint a new secret, and shows it. */
export function RotateDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useMessages('webhooks.page');
  const common = useMessages('shell.common');
  const time = useRecordTime();
  const [grace, setGrace] = useState<(typeof GRACES)[number]['value']>('86400');
  const { id, name } = endpoint;
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: () => client.webhooks.rotateSecret({ id, grace_seconds: Number(grace) }),
  });
  if (rotate.data !== undefined) {
    const { secret, previous_secret_expires_at: until } = rotate.data;
    const text = until === null ? t('rotatedNow') : t('rotated', { time: time.instant(until) });
    return <SecretDialog name={name} secret={secret} text={text} onClose={onClose} />;
  }
  return (
    <Dialog title={t('rotateTitle', { name })} onClose={onClose}>
      <Form onSubmit={() => rotate.mutate()} error={rotate.error} errorTexts={{ conflict: t('stillSigns') }}>
        <p className="text-soft">{t('rotateText')}</p>
        <SelectField
          label={t('grace')}
          value={grace}
          choices={GRACES.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={setGrace}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={rotate.isPending}>
            {t('rotate')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
