import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { messages } from './messages.ts';

export function LandingPage() {
  const t = useMessages(messages);
  return (
    <Page title={t('title')}>
      <p />
    </Page>
  );
}
