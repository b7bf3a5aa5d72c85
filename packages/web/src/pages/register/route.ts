import { createRoute } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

export const registerRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/register',
  component: lazyPart(() => import('./page.tsx'), 'RegisterPage', 'entry', 'parts'),
});
