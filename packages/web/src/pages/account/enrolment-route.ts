import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../../api/me.ts';
import { sessionToken } from '../../api/session.ts';
import { publicRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';

/** Where a user is led of whom a second factor is required and who has none. */
export const enrolmentRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/second-factor',
  beforeLoad() {
    if (sessionToken() === null) throw redirect({ to: '/sign-in' });
  },
  async loader({ context }) {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me.second_factor_needed) throw redirect({ to: '/overview' });
  },
  component: lazyPart(() => import('./enrolment-page.tsx'), 'EnrolmentPage', 'account', 'parts'),
});
