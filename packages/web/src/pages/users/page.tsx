import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ROLES, useMe } from '../../api/me.ts';
import { usersQuery } from '../../api/users.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Page, Section } from '../../layout/page.tsx';
import { RoleGate } from '../../layout/role-gate.tsx';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { UserTable } from './user-table.tsx';

const route = getRouteApi('/app/users');

/** Users and invitations of the tenant, for its administrators. */
export function UsersPage() {
  const t = useMessages('users.page');
  return (
    <RoleGate needed="admin" title={t('title')}>
      <Users />
    </RoleGate>
  );
}

function Users() {
  const t = useMessages('users.page');
  const me = useMe();
  const time = useRecordTime();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useQuery(usersQuery(page));
  const [isInviting, setIsInviting] = useState(false);
  return (
    <Page
      title={t('title')}
      subtitle={`${t('subtitle', { tenant: me.tenant.name })} ${time.note}`}
      actions={
        <Button look="primary" onClick={() => setIsInviting(true)}>
          {t('invite')}
        </Button>
      }
    >
      <Section title={t('users')}>
        <PagedList
          query={users}
          page={page}
          onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next }) })}
          height="h-48"
        >
          {({ items, total }) => <UserTable users={items} areAll={total <= items.length} />}
        </PagedList>
      </Section>
      <Section title={t('invitations')}>
        <Invitations />
      </Section>
      <Section title={t('roles')} note={t('roleNote')}>
        <RoleTexts />
      </Section>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  );
}

function RoleTexts() {
  const name = useMessages('parts.role');
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {ROLES.map((role) => (
        <div key={role}>
          <dt className="font-medium first-letter:uppercase">{name(role)}</dt>
          <dd className="text-sm text-soft">{name(`${role}Text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
