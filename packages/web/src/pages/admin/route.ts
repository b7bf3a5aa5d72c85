import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../layout/app-route.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { readPage } from '../../layout/page-number.ts';
import { isProduct, type ProductName } from '../../market/products.ts';

export const TABS = ['figures', 'tenants', 'users', 'models', 'sources', 'jobs', 'incidents'] as const;
type Tab = (typeof TABS)[number];

export interface AdminSearch {
  /** Absent: the first. */
  tab?: Tab;
  page?: number;
  /** Whose model versions are shown; absent: all. */
  product?: ProductName;
  /** The source that is shown in detail; absent: the first. */
  source?: string;
  /** Whose failed jobs are shown; absent: those of every queue. */
  queue?: string;
}

const NAME = /^[a-z\d-]{1,64}$/;

function isName(text: unknown): text is string {
  return typeof text === 'string' && NAME.test(text);
}

export const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin',
  validateSearch: ({ tab, page, product, source, queue }): AdminSearch => {
    const knownTab = TABS.find((one) => one === tab);
    return {
      ...(knownTab && { tab: knownTab }),
      ...readPage(page),
      ...(isProduct(product) && { product }),
      ...(isName(source) && { source }),
      ...(isName(queue) && { queue }),
    };
  },
  component: lazyPart(() => import('./page.tsx'), 'AdminPage', 'admin', 'support', 'reasons', 'parts'),
});
