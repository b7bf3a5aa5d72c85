import type { ModelVersion } from '@lonja/client';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { useDialogChange } from './use-change.ts';

const LONGEST_REASON = 100;

export interface ModelChange {
  model: ModelVersion;
  verb: 'promote' | 'retire';
}

/** Asks why a version is to serve, or is no longer to be tried, and sees to it. */
export function ModelChangeDialog({ model, verb, onClose }: ModelChange & { onClose: () => void }) {
  const t = useMessages('admin.operations');
  const common = useMessages('shell.common');
  const { model_version: version, product, state } = model;
  const change = useDialogChange(
    (fields: FormData) => {
      const reason = textOf(fields, 'reason');
      const input = { version, ...(reason !== '' && { reason }) };
      return verb === 'promote' ? client.platform.promoteModel(input) : client.platform.retireModel(input);
    },
    {
      done: (changed) =>
        t(verb === 'promote' ? 'promoted' : 'retiredNow', { version: changed.model_version }),
      onClose,
    },
  );
  const faults = useFieldFaults(change.error);
  return (
    <Dialog title={t(verb === 'promote' ? 'promoteTitle' : 'retireTitle', { version })} onClose={onClose}>
      <Form
        onSubmit={change.mutate}
        error={change.error}
        errorTexts={{ conflict: t(verb === 'promote' ? 'promoteFault' : 'retireFault', { version }) }}
      >
        <p className="text-soft">
          {verb === 'promote' ? t('promoteText', { auction: common(product) }) : t('retireText')}
          {verb === 'promote' && state === 'retired' && ` ${t('promoteAnew')}`}
        </p>
        <TextField
          label={t('reason')}
          hint={t('reasonHint')}
          name="reason"
          maxLength={LONGEST_REASON}
          autoComplete="off"
          error={faults['reason']}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look={verb === 'promote' ? 'primary' : 'danger'} isBusy={change.isPending}>
            {t(verb)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
