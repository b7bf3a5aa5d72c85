/** Mean absolute errors on open benchmarks, EUR/MWh, as benchmarks/accuracy/champion.md reports them. */
export const BENCHMARKS = [
  { market: 'nordPool', from: '2016-12-27', to: '2018-12-24', own: 1.498, published: 1.58 },
  { market: 'spain', from: '2022-01-01', to: '2023-05-31', own: 16.135, published: 17.291 },
] as const;

/** Percent of the prices inside the 10-90 % interval, the least and the greatest of its four benchmarks of whole years. */
export const COVERAGE = { lowest: 79.3, highest: 80.4 };
