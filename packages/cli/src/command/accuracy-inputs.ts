import { choice, option, withDefault } from './inputs.ts';

/** Which run of each day figures of accuracy are of, and of which forecasts. */
export const cutoffInput = withDefault(
  option(
    'run',
    'which run of a day counts: official, the last before the results; gate, the last one could bid with; HH:MM, the last by then in Madrid',
  ),
  'official',
);

export const basisInput = withDefault(
  choice('forecasts', 'forecasts that were issued, or made afterwards of days past', [
    'issued',
    'backtested',
  ]),
  'issued',
);
