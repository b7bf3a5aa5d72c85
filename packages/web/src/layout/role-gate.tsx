import type { ReactNode } from 'react';
import { hasRole, type Role, useMe } from '../api/me.ts';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { roleMessages } from '../i18n/role-messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Page } from './page.tsx';

const messages = defineMessages({
  en: {
    refused:
      'This page requires the role {needed}; yours is {own}. If you need access, ask an administrator of {tenant}.',
    home: 'Go to the overview',
  },
  es: {
    refused:
      'Esta página requiere el rol {needed}; el suyo es {own}. Si necesita acceso, pídalo a un administrador de {tenant}.',
    home: 'Ir al resumen',
  },
});

interface RoleGateProps {
  /** The least role that the page is for. */
  needed: Role;
  title: string;
  children: ReactNode;
}

/** Shows a page to those whose role allows it, and shows the others why not and whom to ask. */
export function RoleGate({ needed, title, children }: RoleGateProps) {
  const me = useMe();
  const t = useMessages(messages);
  const name = useMessages(roleMessages);
  if (hasRole(me, needed)) return children;
  return (
    <Page title={title}>
      <EmptyState text={t('refused', { needed: name(needed), own: name(me.role), tenant: me.tenant.name })}>
        <ButtonLink to="/overview">{t('home')}</ButtonLink>
      </EmptyState>
    </Page>
  );
}
