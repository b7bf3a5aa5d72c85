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
import { hasRole, type Role } from '../api/me.ts';
import { defineMessages } from '../i18n/define-messages.ts';

export const navigationMessages = defineMessages({
  en: {
    account: 'Account',
    accuracy: 'Accuracy',
    admin: 'Administration',
    alerts: 'Alerts',
    drivers: 'Drivers',
    forecasts: 'Forecasts',
    market: 'Market',
    apiKeys: 'API keys',
    offers: 'Offer sheet',
    overview: 'Overview',
    portfolio: 'Portfolio',
    support: 'Support',
    tickets: 'Tickets',
    settings: 'Settings',
    users: 'Users',
    webhooks: 'Webhooks',
  },
  es: {
    account: 'Cuenta',
    accuracy: 'Precisión',
    admin: 'Administración',
    alerts: 'Alertas',
    drivers: 'Factores',
    forecasts: 'Previsiones',
    market: 'Mercado',
    apiKeys: 'Claves de API',
    offers: 'Hoja de ofertas',
    overview: 'Resumen',
    portfolio: 'Cartera',
    support: 'Soporte',
    tickets: 'Consultas',
    settings: 'Ajustes',
    users: 'Usuarios',
    webhooks: 'Webhooks',
  },
});

interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: keyof (typeof navigationMessages)['en'];
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
