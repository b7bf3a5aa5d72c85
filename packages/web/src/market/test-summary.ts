import type { DashboardSummary, ProductSummary } from '@lonja/client';

type ProductDay = ProductSummary['days'][number];
type TestDay = Pick<ProductDay, 'date' | 'points' | 'prices'> & Partial<ProductDay>;

/** A product of a summary for tests: one day, of which only what is given is known. */
export function testProduct(product: ProductSummary['product'], day: TestDay): ProductSummary {
  return {
    product,
    market_product_id: `es-${product}`,
    name: product,
    session: null,
    next_gate: { date: day.date, closes_at: '' },
    next_run_at: '',
    latest_run: null,
    late: false,
    days: [
      {
        gate_closes_at: '',
        prices_expected_at: '',
        prices_published_at: null,
        first_run_at: '',
        run: null,
        previous_run: null,
        figures: null,
        change: null,
        outlook: null,
        ...day,
      },
    ],
    accuracy: null,
    backtested: null,
    at_gate: { accuracy: null, backtested: null },
  };
}

/** A summary for tests, of one day. */
export function testSummary(
  day: DashboardSummary['days'][number],
  given: Pick<DashboardSummary, 'resolution' | 'products'> & Partial<DashboardSummary>,
): DashboardSummary {
  return {
    market_id: 'es',
    date: day.date,
    now: '',
    time_zone: 'Europe/Madrid',
    unit: 'EUR/MWh',
    days: [day],
    freshness: {
      simulated: false,
      degraded: [],
      degraded_reasons: [],
      late_products: [],
      next_run: null,
      data: 'ok',
      late_sources: [],
    },
    preparation: null,
    simulated: false,
    ...given,
  };
}
