import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { startSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewPasswordField, usePasswordFaults } from '../../ui/new-password-field.tsx';
import { Form, secretOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';

export function PasswordForm() {
  const t = useMessages('account.page');
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: (fields: FormData) =>
      client.account.changePassword({
        current_password: secretOf(fields, 'current_password'),
        new_password: secretOf(fields, 'new_password'),
      }),
    onSuccess: ({ access_token }) => {
      startSession(access_token);
      setChanges((count) => count + 1);
      showToast(t('changed'));
    },
  });
  const faults = usePasswordFaults(change.error);
  return (
    <Form key={changes} onSubmit={change.mutate} error={change.error}>
      <TextField
        label={t('current')}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={128}
        error={faults['current_password']}
      />
      <NewPasswordField
        label={t('next')}
        hint={t('passwordHint')}
        name="new_password"
        error={faults['new_password']}
      />
      <Button type="submit" isBusy={change.isPending} className="justify-self-start">
        {t('change')}
      </Button>
    </Form>
  );
}
