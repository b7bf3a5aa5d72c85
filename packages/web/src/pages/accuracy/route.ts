import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { type DayRange, readRange } from '../../market/day-range.ts';
import { type MarketIdSearch, readMarket } from '../../market/market.ts';
import { isProduct, type ProductName } from '../../market/products.ts';

/** Most days between the first and the last. */
export const MAX_SCORED_DAYS = 399;

export interface AccuracySearch extends Partial<DayRange>, MarketIdSearch {
  product?: ProductName;
  /** Absent: issued forecasts, or where there are none of the days, those that were made up of them. */
  basis?: AccuracyBasis;
  /** Which run of a day-ahead auction counts; absent: the last one that one could bid with. */
  cutoff?: AccuracyCutoff;
}

export type AccuracyBasis = 'issued' | 'backtested';
export type AccuracyCutoff = 'gate' | 'official';

export const accuracyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/accuracy',
  validateSearch: ({ from, to, product, basis, cutoff, market }): AccuracySearch => ({
    ...readRange({ from, to }, MAX_SCORED_DAYS),
    ...(isProduct(product) && { product }),
    ...readMarket(market),
    ...((basis === 'issued' || basis === 'backtested') && { basis }),
    ...((cutoff === 'gate' || cutoff === 'official') && { cutoff }),
  }),
  component: lazyPart(() => import('./page.tsx'), 'AccuracyPage', 'accuracy', 'parts', 'preparation'),
});
