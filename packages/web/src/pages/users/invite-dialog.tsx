import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { ROLES, type Role, useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { LocalMail } from '../local-mail.tsx';
import { INVITATIONS_KEY } from './query.ts';

/** Invites someone by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('users.page');
  const roleText = useMessages('parts.role');
  const me = useMe();
  const queryClient = useQueryClient();
  const [role, setRole] = useState<Role>('viewer');
  const invite = useMutation({
    mutationFn: (fields: FormData) =>
      client.tenant.createInvitation({ email: textOf(fields, 'email'), role }),
    async onSuccess({ email }) {
      showToast(t('invited', { email }));
      onClose();
      await queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY });
    },
  });
  const faults = useFieldFaults(invite.error);
  return (
    <Dialog title={t('invite')} onClose={onClose}>
      <Form
        onSubmit={invite.mutate}
        error={invite.error}
        errorTexts={{ conflict: t('member', { tenant: me.tenant.name }) }}
      >
        <p className="text-sm text-soft">{t('inviteText')}</p>
        <LocalMail />
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          error={faults['email']}
        />
        <ChoiceList
          label={t('role')}
          value={role}
          choices={ROLES.map((value) => ({
            value,
            label: roleText(value),
            hint: roleText(`${value}Text`),
          }))}
          onChange={setRole}
        />
        <Button type="submit" look="primary" isBusy={invite.isPending} className="justify-self-end">
          {t('send')}
        </Button>
      </Form>
    </Dialog>
  );
}
