import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
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
  component: lazyPart(() => import('./page.tsx'), 'DriversPage'),
});
