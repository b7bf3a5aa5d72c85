import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFieldFaults } from '../api/field-faults.ts';
import { useMessages } from '../i18n/locale.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';
import { showToast } from './toast.tsx';

interface RecordDialogProps {
  title: string;
  nameLabel: string;
  /** Of the record that is changed; undefined: a new one. */
  name: string | undefined;
  save: (fields: FormData) => Promise<unknown>;
  /** What is read again once it is saved. */
  queryKey: QueryKey;
  onClose: () => void;
  /** What it means that there is no room for another record. */
  limitText: string;
  /** The fields below the name, given what was wrong with them. */
  children: (faults: Record<string, string>) => ReactNode;
}

/** Adds a record that has a name, or changes one. */
export function RecordDialog({
  title,
  nameLabel,
  name,
  save,
  queryKey,
  onClose,
  limitText,
  children,
}: RecordDialogProps) {
  const t = useMessages('shell.common');
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: save,
    async onSuccess() {
      showToast(t('saved'));
      onClose();
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const faults = useFieldFaults(saving.error);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={saving.mutate} error={saving.error} errorTexts={{ conflict: limitText }}>
        <TextField
          label={nameLabel}
          name="name"
          defaultValue={name}
          required
          maxLength={100}
          autoComplete="off"
          error={faults['name']}
        />
        {children(faults)}
        <Button type="submit" look="primary" isBusy={saving.isPending} className="justify-self-end">
          {t('save')}
        </Button>
      </Form>
    </Dialog>
  );
}
