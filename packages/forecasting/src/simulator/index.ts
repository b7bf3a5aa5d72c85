/** A made-up Spanish market, and the seeded random numbers that it is made of. */
export { createUniform, drawSubset } from '../learners/boosting/random.ts';
export { simulateMarket } from './simulate-market.ts';
export { simulateOutlooks } from './simulate-outlooks.ts';
export { simulateRenewals } from './simulate-renewals.ts';
