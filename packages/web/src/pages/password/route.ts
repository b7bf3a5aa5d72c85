import { createRoute } from '@tanstack/react-router';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

export const forgotRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot',
  component: lazyPart(() => import('./forgot-page.tsx'), 'ForgotPage', 'entry', 'parts'),
});

export const resetRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset',
  validateSearch: ({ token }): { token: string } => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyPart(() => import('./reset-page.tsx'), 'ResetPage', 'entry', 'parts'),
});
