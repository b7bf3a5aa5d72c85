import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readResolution, type ResolutionSearch } from '../../market/resolution.ts';

export interface PortfolioSearch extends ResolutionSearch {
  /** Whether the dialog for a new site is open. */
  add?: true;
}

export interface SiteSearch extends ResolutionSearch {
  date?: string;
  plan?: 'robust';
  view?: 'offer' | 'kept' | 'waiting' | 'data';
}

export const portfolioRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/portfolio',
  validateSearch: ({ add, resolution }): PortfolioSearch => ({
    ...(add === true && { add }),
    ...readResolution(resolution),
  }),
  component: lazyPart(() => import('./page.tsx'), 'PortfolioPage', 'portfolio', 'parts'),
});

export const siteRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/portfolio/$siteId',
  validateSearch: ({ date, plan, view, resolution }): SiteSearch => ({
    ...(typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) && { date }),
    ...(plan === 'robust' && { plan }),
    ...((view === 'offer' || view === 'kept' || view === 'waiting' || view === 'data') && { view }),
    ...readResolution(resolution),
  }),
  component: lazyPart(() => import('./site-page.tsx'), 'SitePage', 'portfolio', 'degraded', 'parts'),
});
