import { z } from 'zod';
import { COMPARISONS } from '../../services/dashboard/find-day-runs.ts';

export const CompareParameter = z.enum(COMPARISONS).meta({
  description: [
    'Run that the one of each day is compared with: `previous`, the newest one before it that forecast other prices or bounds; `morning`, the first one',
    'of the day on which it was issued; `yesterday`, the last one of the day before that',
  ].join(' '),
});
