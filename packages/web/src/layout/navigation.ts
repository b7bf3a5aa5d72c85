import {
  Bell,
  CalendarRange,
  ChartNoAxesCombined,
  CloudSun,
  KeyRound,
  LayoutDashboard,
  Factory,
  LifeBuoy,
  type LucideIcon,
  MessagesSquare,
  Settings,
  ShieldCheck,
  Sheet,
  Target,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react';
import type { Me } from '@lonja/client';
import type { LinkProps } from '@tanstack/react-router';
import type { TextsIn } from '../i18n/catalogues.ts';
import { hasRole, type Role } from '../api/me.ts';

interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: keyof TextsIn<'shell.navigation'>;
  icon: LucideIcon;
  /** On phones: one of the few in the bar at the bottom; the others are behind its last button. */
  isInBar?: boolean;
  /** The least role that sees it; absent: everybody. */
  role?: Role;
  isForSuperadmins?: boolean;
  /** Other destinations lie under its address: it is not shown as open with them. */
  hasOthersBelow?: boolean;
  /** How many notifications are unread stands beside its name. */
  showsUnread?: boolean;
}

/** Groups of the navigation, from top to bottom. */
export const NAVIGATION: readonly [Destination, ...Destination[]][] = [
  [
    { to: '/overview', label: 'overview', icon: LayoutDashboard, isInBar: true },
    { to: '/offers', label: 'offers', icon: Sheet },
    { to: '/forecasts', label: 'forecasts', icon: CalendarRange, isInBar: true },
    { to: '/market', label: 'market', icon: ChartNoAxesCombined, isInBar: true },
    { to: '/drivers', label: 'drivers', icon: CloudSun },
    { to: '/accuracy', label: 'accuracy', icon: Target, isInBar: true },
  ],
  [
    { to: '/portfolio', label: 'portfolio', icon: Factory },
    { to: '/alerts', label: 'alerts', icon: Bell, showsUnread: true },
    { to: '/support', label: 'support', icon: LifeBuoy },
  ],
  [
    { to: '/users', label: 'users', icon: UsersRound, role: 'admin' },
    { to: '/api-keys', label: 'apiKeys', icon: KeyRound, role: 'admin' },
    { to: '/webhooks', label: 'webhooks', icon: Webhook, role: 'admin' },
    { to: '/settings', label: 'settings', icon: Settings },
    { to: '/account', label: 'account', icon: UserRound },
  ],
  [
    { to: '/admin', label: 'admin', icon: ShieldCheck, isForSuperadmins: true, hasOthersBelow: true },
    { to: '/admin/tickets', label: 'tickets', icon: MessagesSquare, isForSuperadmins: true },
  ],
];

export function visibleTo(me: Me, group: readonly Destination[]): Destination[] {
  return group.filter(
    ({ role, isForSuperadmins }) =>
      (role === undefined || hasRole(me, role)) && (isForSuperadmins !== true || me.is_superadmin),
  );
}
