import type { ApiKey } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MadeKey } from './made-key.tsx';
import { FORGET_AT_ONCE, KEYS_KEY } from './query.ts';

/** How long the old key works on, in seconds. */
const OVERLAPS = [
  { value: '0', label: 'overlapNone' },
  { value: '3600', label: 'overlapHour' },
  { value: '86400', label: 'overlapDay' },
  { value: '604800', label: 'overlapWeek' },
  { value: '2592000', label: 'overlapMonth' },
] as const;

/** Puts a new key in the place of an old one, and shows it. */
export function RerollDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useMessages('api-keys.page');
  const common = useMessages('shell.common');
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]['value']>('86400');
  const reroll = useMutation({
    ...FORGET_AT_ONCE,
    mutationFn: () => client.apiKeys.reroll({ id: apiKey.id, overlap_seconds: Number(overlap) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS_KEY }),
  });
  if (reroll.data !== undefined) return <MadeKey made={reroll.data} onClose={onClose} />;
  return (
    <Dialog title={t('rerollTitle', { label: apiKey.label })} onClose={onClose}>
      <Form onSubmit={() => reroll.mutate()} error={reroll.error} errorTexts={{ conflict: t('notLive') }}>
        <p className="text-soft">{t('rerollText')}</p>
        <SelectField
          label={t('overlap')}
          value={overlap}
          choices={OVERLAPS.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={setOverlap}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={reroll.isPending}>
            {t('reroll')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
