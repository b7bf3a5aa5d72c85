import type { SourceOverview } from '@lonja/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { addDays } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useDialogChange } from './use-change.ts';

const FIRST_SHOWN_DAYS = 30;
const MAX_DAYS = 4000;
const ALL = '';

/** Has past days of a source loaded in the background. */
export function BackfillDialog({ source, onClose }: { source: SourceOverview; onClose: () => void }) {
  const t = useMessages('admin.operations');
  const common = useMessages('shell.common');
  const yesterday = addDays(useToday(), -1);
  const [from, setFrom] = useState(() => addDays(yesterday, 1 - FIRST_SHOWN_DAYS));
  const [to, setTo] = useState(yesterday);
  const [publication, setPublication] = useState(ALL);
  const start = useDialogChange(
    () =>
      client.platform.startBackfill({
        source: source.source,
        from,
        to,
        ...(publication !== ALL && { publication }),
      }),
    { done: () => t('backfillStarted'), onClose },
  );
  const faults = useFieldFaults(start.error);
  return (
    <Dialog title={t('loadTitle', { source: source.source })} onClose={onClose}>
      <Form onSubmit={() => start.mutate()} error={start.error} errorTexts={{ conflict: t('tokenMissing') }}>
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField label={t('firstDay')} required value={from} onChange={setFrom} error={faults['from']} />
          <DateField
            label={t('lastDay')}
            required
            value={to}
            onChange={setTo}
            min={from}
            max={addDays(from, MAX_DAYS)}
            error={faults['to']}
          />
        </div>
        <SelectField
          label={t('publication')}
          value={publication}
          choices={[
            { value: ALL, label: t('allPublications') },
            ...source.publishes.map((value) => ({ value, label: value })),
          ]}
          onChange={setPublication}
          error={faults['publication']}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={start.isPending}>
            {t('load')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
