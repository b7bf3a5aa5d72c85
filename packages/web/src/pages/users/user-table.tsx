import type { User } from '@lonja/client';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { UserDialog } from './user-dialog.tsx';

interface UserTableProps {
  users: User[];
  /** Whether the tenant has no others. */
  areAll: boolean;
}

export function UserTable({ users, areAll }: UserTableProps) {
  const t = useMessages('users.page');
  const role = useMessages('parts.role');
  const me = useMe();
  const time = useRecordTime();
  const [changingId, setChangingId] = useState<string>();
  const changing = users.find(({ id }) => id === changingId);
  const admins = users.filter((user) => user.active && user.role === 'admin');
  const isLastAdmin = ({ id }: User) => areAll && admins.length === 1 && admins[0]?.id === id;
  return (
    <>
      <DataTable
        caption={t('users')}
        rows={users}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('name'),
            cell: ({ id, full_name, email, active }) => (
              <span className="grid max-w-[22rem]">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="min-w-0 font-medium break-words">{full_name}</span>
                  {id === me.id && <Badge kind="accent">{t('you')}</Badge>}
                  {!active && <Badge kind="warn">{t('inactive')}</Badge>}
                </span>
                <span className="text-faint wrap-anywhere">{email}</span>
              </span>
            ),
          },
          { title: t('role'), cell: (user) => role(user.role) },
          {
            title: t('secondFactor'),
            isWide: true,
            cell: ({ totp_enabled }) => (totp_enabled ? t('on') : t('off')),
          },
          { title: t('since'), isWide: true, cell: ({ created_at }) => time.instant(created_at) },
          { title: t('lastSeen'), isWide: true, cell: ({ last_seen_at }) => time.instant(last_seen_at) },
          {
            title: t('action'),
            isNumber: true,
            cell: ({ id, full_name }) => (
              <Button
                look="quiet"
                aria-label={t('changeTitle', { name: full_name })}
                onClick={() => setChangingId(id)}
              >
                {t('change')}
              </Button>
            ),
          },
        ]}
      />
      {changing !== undefined && (
        <UserDialog
          user={changing}
          isLastAdmin={isLastAdmin(changing)}
          onClose={() => setChangingId(undefined)}
        />
      )}
    </>
  );
}
