import { createRoute, redirect } from '@tanstack/react-router';
import { isOwnAddress } from '../../api/own-address.ts';
import { sessionToken } from '../../api/session.ts';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

interface SignInSearch {
  /** Where to go then. */
  next?: string;
  /** Whether the reader comes from a session that the service no longer takes. */
  expired?: true;
}

export const signInRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sign-in',
  validateSearch: ({ next, expired }): SignInSearch => ({
    ...(isOwnAddress(next) && { next }),
    ...(expired === true && { expired }),
  }),
  beforeLoad({ search }) {
    if (sessionToken() !== null) throw redirect({ href: search.next ?? '/overview' });
  },
  component: lazyPart(() => import('./page.tsx'), 'SignInPage', 'entry', 'parts'),
});
