import type { ReactNode } from 'react';
import { hasRole, type Role, useMe } from '../api/me.ts';
import { useMessages } from '../i18n/locale.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Page } from './page.tsx';

interface RoleGateProps {
  /** The least role that the page is for. */
  needed: Role;
  title: string;
  children: ReactNode;
}

/** Shows a page to those whose role allows it, and shows the others why not and whom to ask. */
export function RoleGate({ needed, title, children }: RoleGateProps) {
  const me = useMe();
  const t = useMessages('parts.roleGate');
  const name = useMessages('parts.role');
  if (hasRole(me, needed)) return children;
  return (
    <Page title={title}>
      <EmptyState text={t('refused', { needed: name(needed), own: name(me.role), tenant: me.tenant.name })}>
        <ButtonLink to="/overview">{t('home')}</ButtonLink>
      </EmptyState>
    </Page>
  );
}
