import { getRouteApi } from '@tanstack/react-router';
import { hasRole, useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { RoleGate } from '../../layout/role-gate.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Audit } from './audit.tsx';
import { General } from './general.tsx';
import { TABS, type Tab } from './route.ts';
import { ProviderSettings } from './provider.tsx';
import { Usage } from './usage.tsx';

const route = getRouteApi('/app/settings');

const ADMINS_TABS: ReadonlySet<Tab> = new Set(['audit', 'sign-in']);

/** Settings, usage, audit and sign-in of the tenant. The last two are for its administrators. */
export function SettingsPage() {
  const t = useMessages('settings.page');
  const me = useMe();
  const { tab = 'general' } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = hasRole(me, 'admin');
  const page = (
    <Page title={t('title')} subtitle={t('subtitle', { tenant: me.tenant.name })}>
      <Segmented
        label={t('view')}
        value={tab}
        choices={TABS.filter((one) => isAdmin || !ADMINS_TABS.has(one)).map((value) => ({
          value,
          label: t(value),
        }))}
        onChange={(next) => void navigate({ search: next === 'general' ? {} : { tab: next } })}
        className="justify-self-start"
      />
      {tab === 'general' && <General />}
      {tab === 'usage' && <Usage />}
      {tab === 'audit' && <Audit />}
      {tab === 'sign-in' && <ProviderSettings />}
    </Page>
  );
  if (!ADMINS_TABS.has(tab)) return page;
  return (
    <RoleGate needed="admin" title={t(tab)}>
      {page}
    </RoleGate>
  );
}
