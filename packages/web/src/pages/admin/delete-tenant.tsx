import type { Tenant } from '@lonja/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { useDialogChange } from './use-change.ts';

/** Deletes a deactivated tenant for good, once its name was typed. */
export function DeleteTenant({ tenant }: { tenant: Tenant }) {
  const t = useMessages('admin.page');
  const [isAsking, setIsAsking] = useState(false);
  const { id, name } = tenant;
  const close = () => setIsAsking(false);
  const remove = useDialogChange(
    (fields: FormData) => client.platform.deleteTenant({ id, name: textOf(fields, 'name') }),
    { done: () => t('deletedTenant', { name }), onClose: close },
  );
  const faults = useFieldFaults(remove.error, { value: t('deleteOther') });
  return (
    <>
      <Button look="quiet" aria-label={t('deleteName', { name })} onClick={() => setIsAsking(true)}>
        {t('delete')}
      </Button>
      {isAsking && (
        <Dialog title={t('deleteTitle', { name })} onClose={close}>
          <Form onSubmit={remove.mutate} error={remove.error}>
            <p className="text-soft">{t('deleteText')}</p>
            <TextField
              label={t('deleteConfirm', { name })}
              name="name"
              required
              maxLength={200}
              autoComplete="off"
              error={faults['name']}
            />
            <Button type="submit" look="danger" isBusy={remove.isPending} className="justify-self-end">
              {t('delete')}
            </Button>
          </Form>
        </Dialog>
      )}
    </>
  );
}
