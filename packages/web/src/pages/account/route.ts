import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

export const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyPart(() => import('./page.tsx'), 'AccountPage', 'account', 'parts'),
});
