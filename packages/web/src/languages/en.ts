import type { LanguageModule } from '../i18n/catalogues.ts';

export { texts as shell } from './en/shell.ts';

export const rest: LanguageModule['rest'] = {
  account: () => import('./en/account.ts'),
  accuracy: () => import('./en/accuracy.ts'),
  admin: () => import('./en/admin.ts'),
  alerts: () => import('./en/alerts.ts'),
  'api-keys': () => import('./en/api-keys.ts'),
  degraded: () => import('./en/degraded.ts'),
  drivers: () => import('./en/drivers.ts'),
  entry: () => import('./en/entry.ts'),
  forecasts: () => import('./en/forecasts.ts'),
  landing: () => import('./en/landing.ts'),
  market: () => import('./en/market.ts'),
  offers: () => import('./en/offers.ts'),
  overview: () => import('./en/overview.ts'),
  parts: () => import('./en/parts.ts'),
  portfolio: () => import('./en/portfolio.ts'),
  preparation: () => import('./en/preparation.ts'),
  reasons: () => import('./en/reasons.ts'),
  settings: () => import('./en/settings.ts'),
  support: () => import('./en/support.ts'),
  users: () => import('./en/users.ts'),
  webhooks: () => import('./en/webhooks.ts'),
};
