import type { User } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { ROLES, type Role, meQuery, useMe } from '../../api/me.ts';
import { USERS_KEY } from '../../api/users.ts';
import { saveFile } from '../../charts/save-file.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';

interface UserDialogProps {
  user: User;
  isLastAdmin: boolean;
  onClose: () => void;
}

interface Change {
  role?: Role;
  active?: boolean;
  revoke_api_keys?: boolean;
}

/** Changes the role of a user, deactivates or reactivates; the last active administrator stays as it is. */
export function UserDialog({ user, isLastAdmin, onClose }: UserDialogProps) {
  const t = useMessages('users.page');
  const roleText = useMessages('parts.role');
  const me = useMe();
  const queryClient = useQueryClient();
  const [role, setRole] = useState<Role>(user.role);
  const [isAsked, setIsAsked] = useState(false);
  const { full_name: name } = user;
  const [isErasing, setIsErasing] = useState(false);
  const copy = useMutation({
    mutationFn: () => client.tenant.exportUser({ id: user.id }),
    onSuccess: (data) => saveFile('lonja-person.json', JSON.stringify(data, null, 2), 'application/json'),
  });
  const endSessions = useMutation({
    mutationFn: () => client.tenant.endUserSessions({ id: user.id }),
    onSuccess() {
      showToast(t('sessionsEnded', { name }));
      onClose();
    },
  });
  const change = useMutation({
    mutationFn: (wanted: Change) => client.tenant.changeUser({ id: user.id, ...wanted }),
    async onSuccess(changed, { active }) {
      if (active === undefined) showToast(t('roleSaved', { name, role: roleText(changed.role) }));
      else showToast(active ? t('reactivated', { name }) : t('deactivated', { name }));
      onClose();
      await queryClient.invalidateQueries({ queryKey: USERS_KEY });
      if (user.id === me.id) await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  if (isErasing) return <EraseDialog user={user} onClose={onClose} />;
  if (isAsked) {
    return (
      <DeactivateDialog
        user={user}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={(revokesKeys) => change.mutate({ active: false, revoke_api_keys: revokesKeys })}
        onClose={() => setIsAsked(false)}
      />
    );
  }
  return (
    <Dialog title={t('changeTitle', { name })} onClose={onClose}>
      {isLastAdmin && <Notice kind="warn">{t('lastAdmin', { name, tenant: me.tenant.name })}</Notice>}
      {user.id === me.id && !isLastAdmin && <Notice kind="warn">{t('ownRole')}</Notice>}
      <Form
        onSubmit={() => change.mutate({ role })}
        error={change.error ?? endSessions.error ?? copy.error}
        errorTexts={{ conflict: t('lastAdminShort') }}
      >
        <ChoiceList
          label={t('role')}
          value={role}
          disabled={isLastAdmin}
          choices={ROLES.map((value) => ({
            value,
            label: roleText(value),
            hint: roleText(`${value}Text`),
          }))}
          onChange={setRole}
        />
        <p className="text-sm text-faint">{t('roleAtOnce')}</p>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={copy.isPending} onClick={() => copy.mutate()}>
            {t('copyData')}
          </Button>
          {user.id !== me.id && (
            <Button look="danger" disabled={isLastAdmin} onClick={() => setIsErasing(true)}>
              {t('erase')}
            </Button>
          )}
        </div>
        <div className="flex flex-wrap justify-between gap-2">
          {user.active ? (
            <span className="flex flex-wrap gap-2">
              <Button look="danger" disabled={isLastAdmin} onClick={() => setIsAsked(true)}>
                {t('deactivate')}
              </Button>
              <Button isBusy={endSessions.isPending} onClick={() => endSessions.mutate()}>
                {t('endSessions')}
              </Button>
            </span>
          ) : (
            <Button isBusy={change.isPending} onClick={() => change.mutate({ active: true })}>
              {t('reactivate')}
            </Button>
          )}
          <Button
            type="submit"
            look="primary"
            isBusy={change.isPending}
            disabled={isLastAdmin || role === user.role}
          >
            {t('saveRole')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
