import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';

export const invitationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/invite',
  validateSearch: ({ token }): { token: string } => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'InvitationPage'),
});
