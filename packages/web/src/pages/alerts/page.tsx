import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { messages } from './messages.ts';
import { Notifications } from './notifications.tsx';
import { Rules } from './rules.tsx';

/** What the user was told, and the rules that say of what. */
export function AlertsPage() {
  const t = useMessages(messages);
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Notifications />
      <Rules />
    </Page>
  );
}
