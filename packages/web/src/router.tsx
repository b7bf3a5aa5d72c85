import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { appRoute, publicRoute, rootRoute } from './layout/app-route.tsx';
import { PartFailure } from './layout/page-failure.tsx';
import { Placeholder, Loading } from './ui/states.tsx';
import { enrolmentRoute } from './pages/account/enrolment-route.ts';
import { accountRoute } from './pages/account/route.ts';
import { accuracyRoute } from './pages/accuracy/route.ts';
import { adminRoute } from './pages/admin/route.ts';
import { alertsRoute } from './pages/alerts/route.ts';
import { driversRoute } from './pages/drivers/route.ts';
import { forecastsRoute } from './pages/forecasts/route.ts';
import { apiKeysRoute } from './pages/api-keys/route.ts';
import { invitationRoute } from './pages/invitation/route.ts';
import { landingRoute } from './pages/landing/route.ts';
import { marketRoute } from './pages/market/route.ts';
import { offersRoute } from './pages/offers/route.ts';
import { overviewRoute } from './pages/overview/route.ts';
import { forgotRoute, resetRoute } from './pages/password/route.ts';
import { portfolioRoute, siteRoute } from './pages/portfolio/route.ts';
import { registerRoute } from './pages/register/route.ts';
import { companySignInRoute } from './pages/company-sign-in/route.ts';
import { settingsRoute } from './pages/settings/route.ts';
import { signInRoute } from './pages/sign-in/route.ts';
import {
  platformTicketRoute,
  platformTicketsRoute,
  supportRoute,
  ticketRoute,
} from './pages/support/route.ts';
import { usersRoute } from './pages/users/route.ts';
import { webhookRoute, webhooksRoute } from './pages/webhooks/route.ts';

const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([
    landingRoute,
    signInRoute,
    companySignInRoute,
    registerRoute,
    invitationRoute,
    forgotRoute,
    resetRoute,
    enrolmentRoute,
  ]),
  appRoute.addChildren([
    overviewRoute,
    offersRoute,
    forecastsRoute,
    marketRoute,
    driversRoute,
    accuracyRoute,
    portfolioRoute,
    siteRoute,
    alertsRoute,
    supportRoute,
    ticketRoute,
    platformTicketsRoute,
    platformTicketRoute,
    usersRoute,
    apiKeysRoute,
    webhooksRoute,
    webhookRoute,
    settingsRoute,
    adminRoute,
    accountRoute,
  ]),
]);

const PRELOAD_DELAY_MS = 80;
const PENDING_MS = 300;

export function createApplicationRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadDelay: PRELOAD_DELAY_MS,
    defaultPendingMs: PENDING_MS,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: PartFailure,
    scrollRestoration: true,
    // Only what a page's validateSearch has let through reaches it.
    search: { strict: true },
  });
}

function PendingPage() {
  return (
    <Loading>
      <Placeholder className="mb-6 h-9 w-72" />
      <Placeholder className="h-96" />
    </Loading>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createApplicationRouter>;
  }
}
