import type { DashboardSummary, DegradedReason, ProductSummary } from '@lonja/client';
import type { ProductName } from '../../market/products.ts';
import { reasonsOfDay } from '../../market/reasons-of-day.ts';

/** Something that weakens the forecast of a day. */
export type Limit =
  | { kind: 'simulated' }
  | { kind: 'degraded'; reason: DegradedReason }
  | { kind: 'late'; products: readonly ProductName[] }
  | { kind: 'sources'; sources: readonly string[] };

/** What weakens the forecast of the summary's day. */
export function limitsOf({ days, freshness, simulated }: DashboardSummary, product: ProductSummary): Limit[] {
  const { late_products: products, late_sources: sources } = freshness;
  const reasons = product.days.at(-1)?.run?.degraded_reasons ?? [];
  return [
    ...(simulated ? [{ kind: 'simulated' as const }] : []),
    ...reasonsOfDay(reasons, days.at(-1)?.date ?? '').map((reason) => ({
      kind: 'degraded' as const,
      reason,
    })),
    ...(products.length > 0 ? [{ kind: 'late' as const, products }] : []),
    ...(sources.length > 0 ? [{ kind: 'sources' as const, sources }] : []),
  ];
}
