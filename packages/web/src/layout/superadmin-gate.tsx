import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Page } from './page.tsx';

const messages = defineMessages({
  en: {
    title: 'Administration',
    refused:
      'This page is for platform administrators. The settings of your organisation are under Users and Settings.',
    home: 'Go to the overview',
  },
  es: {
    title: 'Administración',
    refused:
      'Esta página es para los administradores de la plataforma. Lo relativo a su organización está en Usuarios y Ajustes.',
    home: 'Ir al resumen',
  },
});

/** Shows a page to those who run the platform, and shows the others where to go; the service refuses them as well. */
export function SuperadminGate({ children }: { children: ReactNode }) {
  const t = useMessages(messages);
  if (useMe().is_superadmin) return children;
  return (
    <Page title={t('title')}>
      <EmptyState text={t('refused')}>
        <ButtonLink to="/overview">{t('home')}</ButtonLink>
      </EmptyState>
    </Page>
  );
}
