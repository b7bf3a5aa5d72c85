import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readPage } from '../../layout/page-number.ts';
import { isDay } from '../../time/madrid-time.ts';
import { AUDITED, type Audited } from './audited.ts';

export const TABS = ['general', 'usage', 'audit', 'sign-in'] as const;
export type Tab = (typeof TABS)[number];

/** Past days in the chart of the usage. */
export const USAGE_SPANS = [7, 30, 90] as const;
export type UsageSpan = (typeof USAGE_SPANS)[number];

export interface SettingsSearch {
  /** Absent: the first. */
  tab?: Tab;
  days?: UsageSpan;
  /** Which entries of the audit are shown. */
  what?: Audited;
  who?: string;
  from?: string;
  to?: string;
  page?: number;
}

const USER_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  validateSearch: ({ tab, days, what, who, from, to, page }): SettingsSearch => {
    const knownTab = TABS.find((one) => one === tab);
    const span = USAGE_SPANS.find((one) => one === Number(days));
    const noun = AUDITED.find((one) => one === what);
    return {
      ...(knownTab && { tab: knownTab }),
      ...(span && { days: span }),
      ...(noun && { what: noun }),
      ...(typeof who === 'string' && USER_ID.test(who) && { who }),
      ...(isDay(from) && { from }),
      ...(isDay(to) && { to }),
      ...readPage(page),
    };
  },
  component: lazyPart(() => import('./page.tsx'), 'SettingsPage', 'settings', 'parts'),
});
