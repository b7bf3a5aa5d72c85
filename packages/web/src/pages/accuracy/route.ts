import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { type DayRange, readRange } from '../../market/day-range.ts';
import { isProduct, type ProductName } from '../../market/products.ts';

/** Most days between the first and the last. */
export const MAX_SCORED_DAYS = 399;

export interface AccuracySearch extends Partial<DayRange> {
  product?: ProductName;
}

export const accuracyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/accuracy',
  validateSearch: ({ from, to, product }): AccuracySearch => ({
    ...readRange({ from, to }, MAX_SCORED_DAYS),
    ...(isProduct(product) && { product }),
  }),
  component: lazyPart(() => import('./page.tsx'), 'AccuracyPage'),
});
