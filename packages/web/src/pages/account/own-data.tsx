import type { Erasure } from '@lonja/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMe } from '../../api/me.ts';
import { endSession } from '../../api/session.ts';
import { saveFile } from '../../charts/save-file.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Form, secretOf, textOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';

/** A copy of what is stored about the signed-in user, and the end of the account. */
export function OwnData() {
  const t = useMessages('account.page');
  const errorText = useErrorText();
  const [isErasing, setIsErasing] = useState(false);
  const copy = useMutation({
    mutationFn: () => client.account.exportMe(),
    onSuccess: (data) => saveFile('lonja-person.json', JSON.stringify(data, null, 2), 'application/json'),
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <>
      <p className="text-soft">{t('ownDataText')}</p>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={copy.isPending} onClick={() => copy.mutate()}>
          {t('copyData')}
        </Button>
        <Button look="danger" onClick={() => setIsErasing(true)}>
          {t('erase')}
        </Button>
      </div>
      {isErasing && <EraseDialog onClose={() => setIsErasing(false)} />}
    </>
  );
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('account.page');
  const me = useMe();
  const [revokesKeys, setRevokesKeys] = useState(false);
  const erase = useMutation({
    mutationFn: (fields: FormData): Promise<Erasure> =>
      client.account.eraseMe({
        password: secretOf(fields, 'password'),
        revoke_api_keys: revokesKeys,
        ...(me.totp_enabled && { otp: textOf(fields, 'otp') }),
      }),
    onSuccess() {
      showToast(t('erased'));
      endSession();
    },
  });
  const faults = useFieldFaults(erase.error);
  return (
    <Dialog title={t('eraseTitle')} onClose={onClose}>
      <Form onSubmit={erase.mutate} error={erase.error} errorTexts={{ conflict: t('eraseLast') }}>
        <p className="text-soft">{t('eraseText', { email: me.email, tenant: me.tenant.name })}</p>
        <CheckboxField
          label={t('eraseKeys')}
          hint={t('eraseKeysHint')}
          checked={revokesKeys}
          onChange={({ target }) => setRevokesKeys(target.checked)}
        />
        <TextField
          label={t('current')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
          error={faults['password']}
        />
        {me.totp_enabled && (
          <TextField
            label={t('codeOrRecovery')}
            name="otp"
            autoComplete="one-time-code"
            required
            maxLength={16}
            error={faults['otp']}
          />
        )}
        <Button type="submit" look="danger" isBusy={erase.isPending} className="justify-self-end">
          {t('erase')}
        </Button>
      </Form>
    </Dialog>
  );
}
