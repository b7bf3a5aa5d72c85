import { en } from '@lonja/client/reasons/en';

export const texts = {
  /** What sources publish, in the singular and with the article, by its key. */
  publications: {
    'price.da': 'the day-ahead price',
    'price.ida1': 'the price of IDA1',
    'price.ida2': 'the price of IDA2',
    'price.ida3': 'the price of IDA3',
    'load.forecast': 'the load forecast',
    'wind.forecast': 'the wind power forecast',
    'solar.forecast': 'the solar power forecast',
    'wind-solar.forecast': 'the wind and solar power forecast',
    'weather.forecast': 'the weather forecast',
    'weather.outlook': 'the weather outlook',
    'weather.archive': 'the archived weather',
    'load.actual': 'the measured load',
    'generation.actual': 'the measured generation',
    'generation.energy': 'the generated energy',
    'netimport.actual': 'the measured net import',
    'netimport.energy': 'the imported net energy',
    'dispatch.actual': 'the dispatch',
  },
  /** Failures of sources and deliveries, by code. */
  failures: en,
} as const;
