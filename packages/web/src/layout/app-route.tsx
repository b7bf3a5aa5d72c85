import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { hasSessionExpired, sessionToken } from '../api/session.ts';
import { AppShell } from './app-shell.tsx';
import { MissingPage, PageFailure } from './page-failure.tsx';
import { PublicShell } from './public-shell.tsx';
import { Root } from './root.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: MissingPage,
  errorComponent: PageFailure,
});

/** Pages for everybody: those that lead in. */
export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: PublicShell,
});

/** To the sign-in page, which says why and leads back here. */
function toSignIn(next: string) {
  return redirect({ to: '/sign-in', search: { next, ...(hasSessionExpired() && { expired: true }) } });
}

/** Pages of a signed-in user, inside the shell. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad({ location }) {
    if (sessionToken() === null) throw toSignIn(location.href);
  },
  async loader({ context, location }) {
    let needsSecondFactor = false;
    try {
      const me = await context.queryClient.ensureQueryData(meQuery);
      needsSecondFactor = me.second_factor_needed;
    } catch (error) {
      // A session that has ended at the service has ended here too by now.
      if (sessionToken() === null) throw toSignIn(location.href);
      throw error;
    }
    if (needsSecondFactor) throw redirect({ to: '/second-factor' });
  },
  component: AppShell,
  errorComponent: PageFailure,
});
