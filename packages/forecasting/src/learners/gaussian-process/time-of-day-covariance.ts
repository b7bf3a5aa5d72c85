import type { NoiseVariance } from './covariance.ts';
import type { GroupName } from '../../features/day-groups.ts';
import type { Reach, TimeOfDayTerm } from './time-of-day.ts';

/**
 * The covariance of every part of the day in all markets, chosen by random search for what the processes add to the mean of the
 * other members of the champion, on days before the test spans, not for their own errors. Weights below 0.1 were dropped, and a fourth term that was not missed.
 */
export const TIME_OF_DAY_COVARIANCE: TimeOfDayTerm[] = [
  {
    shape: 'squared-exponential',
    variance: 1,
    lasting: 1,
    fadingDays: 1,
    weights: [
      { group: 'price[d-1]', view: 'near', weight: 0.53 },
      { group: 'price[d-1]', view: 'mean', weight: 0.18 },
      { group: 'price[d-2]', view: 'near', weight: 0.93 },
      { group: 'price[d-7]', view: 'near', weight: 0.39 },
      { group: 'price week', view: 'whole', weight: 0.45 },
      { group: 'input', view: 'near', weight: 0.66 },
      { group: 'input change in a day', view: 'near', weight: 0.29 },
      { group: 'input change in a week', view: 'near', weight: 0.27 },
      { group: 'move', view: 'near', weight: 0.5 },
      { group: 'scale', view: 'whole', weight: 0.27 },
      { group: 'season', view: 'whole', weight: 0.42 },
      { group: 'unknown inputs', view: 'whole', weight: 1 },
    ],
  },
  {
    shape: 'linear',
    variance: 4.1,
    lasting: 1,
    fadingDays: 1,
    weights: [
      { group: 'price[d-1]', view: 'last', weight: 0.2 },
      { group: 'price week', view: 'whole', weight: 0.15 },
      { group: 'input', view: 'near', weight: 0.8 },
      { group: 'input', view: 'mean', weight: 2.6 },
      { group: 'input change in a day', view: 'near', weight: 0.2 },
      { group: 'move', view: 'mean', weight: 0.65 },
      { group: 'scale', view: 'whole', weight: 0.15 },
      { group: 'season', view: 'whole', weight: 0.68 },
    ],
  },
  {
    shape: 'matern-3/2',
    variance: 0.21,
    lasting: 0,
    fadingDays: 37,
    weights: [
      { group: 'price[d-1]', view: 'last', weight: 0.18 },
      { group: 'price[d-2]', view: 'near', weight: 0.27 },
      { group: 'price week', view: 'near', weight: 0.23 },
      { group: 'price week', view: 'whole', weight: 0.14 },
      { group: 'input', view: 'near', weight: 1 },
      { group: 'input', view: 'mean', weight: 0.12 },
      { group: 'input change in a week', view: 'near', weight: 0.21 },
      { group: 'scale', view: 'whole', weight: 0.13 },
      { group: 'season', view: 'whole', weight: 0.11 },
      { group: 'unknown inputs', view: 'whole', weight: 1 },
    ],
  },
];

/** Less than over whole days: the past is followed closely. */
export const TIME_OF_DAY_NOISE: NoiseVariance = { usual: 0.12, unknownInputs: 0.1 };

const PRICE_REACH: Reach = { hours: 0.4, evenShare: 0.15 };
const INPUT_REACH: Reach = { hours: 0.65, evenShare: 0 };

export function reachOf(group: GroupName): Reach {
  return group.startsWith('input') ? INPUT_REACH : PRICE_REACH;
}
