import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

export interface SiteSearch {
  date?: string;
  plan?: 'robust';
}

export const portfolioRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/portfolio',
  // Whether the dialog for a new site is open.
  validateSearch: ({ add }): { add?: true } => (add === true ? { add } : {}),
  component: lazyPart(() => import('./page.tsx'), 'PortfolioPage'),
});

export const siteRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/portfolio/$siteId',
  validateSearch: ({ date, plan }): SiteSearch => ({
    ...(typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) && { date }),
    ...(plan === 'robust' && { plan }),
  }),
  component: lazyPart(() => import('./site-page.tsx'), 'SitePage'),
});
