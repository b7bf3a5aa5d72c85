import type { Incident } from '@lonja/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { ToggleSet } from '../../ui/toggle-set.tsx';
import { useDialogChange } from './use-change.ts';

const STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
const COMPONENTS = [
  'api',
  'forecast_da',
  'forecast_ida1',
  'forecast_ida2',
  'forecast_ida3',
  'forecast_pt',
  'sources',
  'webhooks',
  'mail',
] as const satisfies Incident['components'];

/** Writes an incident, or an update to one that is there. */
export function IncidentDialog({ incident, onClose }: { incident?: Incident; onClose: () => void }) {
  const t = useMessages('admin.incident');
  const common = useMessages('shell.common');
  const [state, setState] = useState<Incident['state']>(incident?.state ?? 'investigating');
  const [components, setComponents] = useState<Incident['components']>(['forecast_da']);
  const save = useDialogChange(
    (fields: FormData) => {
      const text = textOf(fields, 'text');
      return incident === undefined
        ? client.platform.createIncident({ title: textOf(fields, 'title'), components, state, text })
        : client.platform.updateIncident({ id: incident.id, state, text });
    },
    { done: () => t(incident === undefined ? 'published' : 'added'), onClose },
  );
  const faults = useFieldFaults(save.error);
  const title = incident === undefined ? t('write') : t('addName', { title: incident.title });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={save.mutate} error={save.error}>
        {incident === undefined && (
          <>
            <TextField label={t('title')} name="title" required maxLength={200} error={faults['title']} />
            <div className="grid gap-1">
              <span className="text-sm font-medium text-soft">{t('affects')}</span>
              <ToggleSet
                label={t('affects')}
                values={components}
                choices={COMPONENTS.map((value) => ({ value, label: t(value) }))}
                onChange={setComponents}
              />
            </div>
          </>
        )}
        <SelectField
          label={t('state')}
          value={state}
          choices={STATES.map((value) => ({ value, label: t(value) }))}
          onChange={setState}
          error={faults['state']}
        />
        <TextArea
          label={t('text')}
          hint={t('textHint')}
          name="text"
          required
          maxLength={2000}
          error={faults['text']}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {t('publish')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
