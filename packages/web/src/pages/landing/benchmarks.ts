/** Mean absolute errors on open benchmarks, EUR/MWh, as benchmarks/accuracy/champion.md reports them. */
export const BENCHMARKS = [
  { market: 'nordPool', from: '2016-12-27', to: '2018-12-24', own: 1.498, published: 1.58 },
  { market: 'spain', from: '2022-01-01', to: '2023-05-31', own: 15.804, published: 17.291 },
] as const;

/** Percent of the prices of Spain inside the 10-90 % interval that was issued, the lesser and the greater of the report's two spans. */
export const COVERAGE = { lowest: 80.7, highest: 80.9 };
