import { createRoute } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

/** What a provider sent the browser back with, before anything can write it anew. */
export const arrivedWith = location.search;

/** `by` is `company`, `return`, or the name of an organisation's provider. */
export const companySignInRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sign-in/$by',
  component: lazyPart(() => import('./page.tsx'), 'CompanySignInPage', 'entry', 'parts'),
});
