import type { Tenant } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { useFormat } from '../../i18n/format.ts';
import { useFile } from '../settings/use-file.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Activation, ActiveBadge } from './activation.tsx';
import { DeleteTenant } from './delete-tenant.tsx';
import { tenantsQuery } from './query.ts';
import { subscribedProducts, TermsDialog } from './terms-dialog.tsx';

const route = getRouteApi('/app/admin');

/** Every tenant with what it may read and how fast. */
export function Tenants() {
  const t = useMessages('admin.page');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const tenants = useQuery(tenantsQuery(page));
  const locale = useLocale();
  const file = useFile(() => client.platform.tenantUsage({ by: 'day', locale, format: 'csv' }), {
    what: 'usage-of-tenants',
    days: [],
  });
  const [editedId, setEditedId] = useState<string>();
  const edited = tenants.data?.items.find(({ id }) => id === editedId);
  return (
    <Section
      title={t('tenants')}
      actions={
        <Button isBusy={file.isPending} onClick={() => file.mutate()}>
          {t('usageAsCsv')}
        </Button>
      }
    >
      <PagedList
        query={tenants}
        page={page}
        onPage={(next) => void navigate({ search: { tab: 'tenants', page: next } })}
        height="h-64"
      >
        {({ items }) => <TenantTable tenants={items} onEdit={setEditedId} />}
      </PagedList>
      {edited !== undefined && <TermsDialog tenant={edited} onClose={() => setEditedId(undefined)} />}
    </Section>
  );
}

function TenantTable({ tenants, onEdit }: { tenants: Tenant[]; onEdit: (id: string) => void }) {
  const t = useMessages('admin.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const time = useRecordTime();
  const me = useMe();
  const productsOf = (tenant: Tenant) => subscribedProducts(tenant).map((name) => common(name));
  return (
    <DataTable
      caption={t('tenants')}
      rows={tenants}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('tenant'),
          cell: ({ id, name }) => (
            <span className="font-medium">
              {name} {id === me.tenant.id && <Badge>{t('own')}</Badge>}
            </span>
          ),
        },
        { title: t('state'), cell: ({ active }) => <ActiveBadge isActive={active} /> },
        { title: t('products'), isWide: true, cell: (tenant) => productsOf(tenant).join(', ') },
        {
          title: t('limit'),
          isNumber: true,
          isWide: true,
          cell: ({ requests_per_minute: limit }) =>
            limit === null ? t('defaultLimit') : format.number(limit),
        },
        {
          title: t('created'),
          isWide: true,
          cell: ({ created_at: at }) => time.instant(at),
        },
        {
          title: t('action'),
          isNumber: true,
          cell: (tenant) => (
            <span className="inline-flex justify-end gap-1 max-sm:flex-wrap">
              <Button
                look="quiet"
                aria-label={t('changeName', { name: tenant.name })}
                onClick={() => onEdit(tenant.id)}
              >
                {t('change')}
              </Button>
              {tenant.id !== me.tenant.id && !tenant.active && <DeleteTenant tenant={tenant} />}
              {tenant.id !== me.tenant.id && (
                <Activation
                  name={tenant.name}
                  isActive={tenant.active}
                  warning={t('tenantWarning')}
                  setActive={(isActive) =>
                    isActive
                      ? client.platform.reactivateTenant({ id: tenant.id })
                      : client.platform.deactivateTenant({ id: tenant.id })
                  }
                />
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
