import { z } from 'zod';

/**
 * What the run of a day is compared with: `previous` is the newest run before it that forecast other prices or bounds for the day, `morning` the first
 * run of the day on which it was issued, `yesterday` the last one of the day before that.
 */
export const COMPARISONS = ['previous', 'morning', 'yesterday'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const CompareParameter = z.enum(COMPARISONS).meta({
  description: [
    'Run that the one of each day is compared with: `previous`, the newest one before it that forecast other prices or bounds; `morning`, the first one',
    'of the day on which it was issued; `yesterday`, the last one of the day before that',
  ].join(' '),
});
