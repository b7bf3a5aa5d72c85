import type { LanguageModule } from '../i18n/catalogues.ts';

export { texts as shell } from './pt/shell.ts';

export const rest: LanguageModule['rest'] = {
  account: () => import('./pt/account.ts'),
  accuracy: () => import('./pt/accuracy.ts'),
  admin: () => import('./pt/admin.ts'),
  alerts: () => import('./pt/alerts.ts'),
  'api-keys': () => import('./pt/api-keys.ts'),
  degraded: () => import('./pt/degraded.ts'),
  drivers: () => import('./pt/drivers.ts'),
  entry: () => import('./pt/entry.ts'),
  forecasts: () => import('./pt/forecasts.ts'),
  landing: () => import('./pt/landing.ts'),
  market: () => import('./pt/market.ts'),
  offers: () => import('./pt/offers.ts'),
  overview: () => import('./pt/overview.ts'),
  parts: () => import('./pt/parts.ts'),
  portfolio: () => import('./pt/portfolio.ts'),
  preparation: () => import('./pt/preparation.ts'),
  reasons: () => import('./pt/reasons.ts'),
  settings: () => import('./pt/settings.ts'),
  support: () => import('./pt/support.ts'),
  users: () => import('./pt/users.ts'),
  webhooks: () => import('./pt/webhooks.ts'),
};
