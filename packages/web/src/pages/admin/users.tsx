import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Activation, ActiveBadge } from './activation.tsx';
import { usersQuery } from './query.ts';

const route = getRouteApi('/app/admin');

/** The users of all tenants. */
export function Users() {
  const t = useMessages('admin.page');
  const roleName = useMessages('parts.role');
  const time = useRecordTime();
  const me = useMe();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useQuery(usersQuery(page));
  return (
    <Section title={t('users')}>
      <PagedList
        query={users}
        page={page}
        onPage={(next) => void navigate({ search: { tab: 'users', page: next } })}
        height="h-64"
      >
        {({ items }) => (
          <DataTable
            caption={t('users')}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t('user'),
                cell: ({ full_name: name, email, is_superadmin: isSuperadmin }) => (
                  <>
                    <span className="font-medium">{name}</span>{' '}
                    {isSuperadmin && <Badge kind="accent">{t('superadmin')}</Badge>}
                    <span className="block break-all text-faint">{email}</span>
                  </>
                ),
              },
              { title: t('tenant'), isWide: true, cell: ({ tenant_name: name }) => name },
              { title: t('role'), isWide: true, cell: ({ role }) => roleName(role) },
              {
                title: t('lastSeen'),
                isWide: true,
                cell: ({ last_seen_at: at }) => time.instant(at),
              },
              { title: t('state'), cell: ({ active }) => <ActiveBadge isActive={active} /> },
              {
                title: t('action'),
                isNumber: true,
                cell: ({ id, email, active }) =>
                  id === me.id ? (
                    <span className="inline-block py-2 text-faint">{t('you')}</span>
                  ) : (
                    <Activation
                      name={email}
                      isActive={active}
                      warning={t('userWarning')}
                      setActive={(isActive) =>
                        isActive
                          ? client.platform.reactivateUser({ id })
                          : client.platform.deactivateUser({ id })
                      }
                    />
                  ),
              },
            ]}
          />
        )}
      </PagedList>
    </Section>
  );
}
