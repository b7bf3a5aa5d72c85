import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { Channels } from './channels.tsx';
import { Notifications } from './notifications.tsx';
import { Rules } from './rules.tsx';

/** The user's notifications and alert rules. */
export function AlertsPage() {
  const t = useMessages('alerts.page');
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Notifications />
      <Rules />
      <Channels />
    </Page>
  );
}
