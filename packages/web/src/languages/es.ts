import type { LanguageModule } from '../i18n/catalogues.ts';

export { texts as shell } from './es/shell.ts';

export const rest: LanguageModule['rest'] = {
  account: () => import('./es/account.ts'),
  accuracy: () => import('./es/accuracy.ts'),
  admin: () => import('./es/admin.ts'),
  alerts: () => import('./es/alerts.ts'),
  'api-keys': () => import('./es/api-keys.ts'),
  degraded: () => import('./es/degraded.ts'),
  drivers: () => import('./es/drivers.ts'),
  entry: () => import('./es/entry.ts'),
  forecasts: () => import('./es/forecasts.ts'),
  landing: () => import('./es/landing.ts'),
  market: () => import('./es/market.ts'),
  offers: () => import('./es/offers.ts'),
  overview: () => import('./es/overview.ts'),
  parts: () => import('./es/parts.ts'),
  portfolio: () => import('./es/portfolio.ts'),
  preparation: () => import('./es/preparation.ts'),
  reasons: () => import('./es/reasons.ts'),
  settings: () => import('./es/settings.ts'),
  support: () => import('./es/support.ts'),
  users: () => import('./es/users.ts'),
  webhooks: () => import('./es/webhooks.ts'),
};
