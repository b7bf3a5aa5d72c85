import { getRouteApi } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Page } from '../../layout/page.tsx';
import { SuperadminGate } from '../../layout/superadmin-gate.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Figures } from './figures.tsx';
import { Incidents } from './incidents.tsx';
import { Jobs } from './jobs.tsx';
import { Models } from './models.tsx';
import { type AdminSearch, TABS } from './route.ts';
import { Sources } from './sources.tsx';
import { Tenants } from './tenants.tsx';
import { Users } from './users.tsx';

const route = getRouteApi('/app/admin');

const VIEWS: Record<NonNullable<AdminSearch['tab']>, FunctionComponent> = {
  figures: Figures,
  tenants: Tenants,
  users: Users,
  models: Models,
  sources: Sources,
  jobs: Jobs,
  incidents: Incidents,
};

/** The platform, for those who run it. */
export function AdminPage() {
  return (
    <SuperadminGate>
      <Administration />
    </SuperadminGate>
  );
}

function Administration() {
  const t = useMessages('admin.page');
  const { tab = 'figures' } = route.useSearch();
  const time = useRecordTime();
  const navigate = route.useNavigate();
  const View = VIEWS[tab];
  return (
    <Page title={t('title')} subtitle={`${t('subtitle')} ${time.note}`}>
      <Segmented
        label={t('view')}
        value={tab}
        choices={TABS.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => void navigate({ search: next === 'figures' ? {} : { tab: next } })}
        className="flex-wrap justify-self-start"
      />
      <View />
    </Page>
  );
}
