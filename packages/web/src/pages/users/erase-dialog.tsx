import type { Erasure, User } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { USERS_KEY } from '../../api/users.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';

/** Erases a user for good once the address was typed, and says where texts name the person still. */
export function EraseDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useMessages('users.page');
  const queryClient = useQueryClient();
  const [revokesKeys, setRevokesKeys] = useState(false);
  const { full_name: name, email } = user;
  const erase = useMutation({
    mutationFn: (fields: FormData) =>
      client.tenant.eraseUser({ id: user.id, email: textOf(fields, 'email'), revoke_api_keys: revokesKeys }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS_KEY }),
  });
  const faults = useFieldFaults(erase.error, { value: t('eraseOther'), invalid_format: t('eraseOther') });
  if (erase.data !== undefined) return <Erased name={name} report={erase.data} onClose={onClose} />;
  return (
    <Dialog title={t('eraseTitle', { name })} onClose={onClose}>
      <Form onSubmit={erase.mutate} error={erase.error} errorTexts={{ conflict: t('lastAdminShort') }}>
        <p className="text-soft">{t('eraseText')}</p>
        <CheckboxField
          label={t('revokeKeys')}
          hint={t('revokeKeysHint')}
          checked={revokesKeys}
          onChange={({ target }) => setRevokesKeys(target.checked)}
        />
        <TextField
          label={t('eraseConfirm', { email })}
          name="email"
          required
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          error={faults['email']}
        />
        <Button type="submit" look="danger" isBusy={erase.isPending} className="justify-self-end">
          {t('erase')}
        </Button>
      </Form>
    </Dialog>
  );
}

function Erased({ name, report, onClose }: { name: string; report: Erasure; onClose: () => void }) {
  const t = useMessages('users.page');
  return (
    <Dialog title={t('erasedTitle', { name })} onClose={onClose}>
      <p className="text-soft">{t('erasedText')}</p>
      {report.mentions.length > 0 && (
        <>
          <p className="text-sm">{t('mentions')}</p>
          <ul className="grid gap-1 text-sm">
            {report.mentions.map(({ where, count }) => (
              <li key={where}>
                <code>{where}</code>: {count}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button look="primary" className="justify-self-end" onClick={onClose}>
        {t('done')}
      </Button>
    </Dialog>
  );
}
