import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';
import { useMessages } from '../i18n/locale.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Page } from './page.tsx';

/** Shows a page to those who run the platform, and shows the others where to go; the service refuses them as well. */
export function SuperadminGate({ children }: { children: ReactNode }) {
  const t = useMessages('parts.superadminGate');
  if (useMe().is_superadmin) return children;
  return (
    <Page title={t('title')}>
      <EmptyState text={t('refused')}>
        <ButtonLink to="/overview">{t('home')}</ButtonLink>
      </EmptyState>
    </Page>
  );
}
