import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { isProduct, type ProductName } from '../../market/products.ts';
import { isDay } from '../../time/madrid-time.ts';

export interface DriversSearch {
  date?: string;
  product?: ProductName;
  /** Start of the hour whose drivers are listed. */
  hour?: string;
}

export const driversRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/drivers',
  validateSearch: ({ date, product, hour }): DriversSearch => ({
    ...(isDay(date) && { date }),
    ...(isProduct(product) && { product }),
    ...(typeof hour === 'string' && Number.isFinite(Date.parse(hour)) && { hour }),
  }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'DriversPage'),
});
