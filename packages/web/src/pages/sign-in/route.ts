import { createRoute, redirect } from '@tanstack/react-router';
import { isOwnAddress } from '../../api/own-address.ts';
import { sessionToken } from '../../api/session.ts';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

export const signInRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sign-in',
  validateSearch: ({ next }): { next?: string } => (isOwnAddress(next) ? { next } : {}),
  beforeLoad({ search }) {
    if (sessionToken() !== null) throw redirect({ href: search.next ?? '/overview' });
  },
  component: lazyPart(() => import('./page.tsx'), 'SignInPage'),
});
