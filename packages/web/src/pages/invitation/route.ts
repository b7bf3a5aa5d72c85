import { createRoute } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

export const invitationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/invite',
  validateSearch: ({ token }): { token: string } => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyPart(() => import('./page.tsx'), 'InvitationPage', 'entry', 'parts'),
});
