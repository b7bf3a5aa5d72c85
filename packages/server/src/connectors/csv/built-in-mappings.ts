import { type CsvMapping, parseMapping } from './mapping.ts';

/** A mapping that is chosen by name. */
export interface BuiltInMapping {
  /** What the file is. */
  summary: string;
  /** Whether it was tried on a file of the source, or made by a description of its files alone. */
  triedOn: 'file' | 'description';
  /** The layouts that the source has had; the first that reads a file is taken. */
  layouts: CsvMapping[];
}

/** The system operator publishes its forecasts for the next day on its morning. */
const DAY_AHEAD_MORNING = { rule: 'local-time', dayOffset: -1, time: '10:00' };
const HOUR_AFTER_END = { rule: 'after-end', minutes: 60 };

const megawatts = (column: string, key: string, availability: object) => ({
  column,
  key,
  unit: 'MW',
  availability,
});
const price = (column: string, product = 'da') => ({
  column,
  key: `price.${product}`,
  unit: 'EUR/MWh',
  availability: { rule: 'auction', product },
});

export const BUILT_IN_MAPPINGS: ReadonlyMap<string, BuiltInMapping> = new Map([
  [
    'spain-panel',
    builtIn('Spain by the hour: prices, load, wind and sun, forecasts and actuals', 'file', {
      time: { column: 'utc_start', zone: 'utc' },
      resolution: 'PT1H',
      series: [
        price('da_price_es'),
        {
          ...price('ida1_price_es', 'ida1'),
          from: { day: '2024-06-14', reason: 'session 1 of the intraday market of before 2024-06-14' },
        },
        megawatts('load_fc_d1', 'load.forecast', DAY_AHEAD_MORNING),
        megawatts('wind_fc_d1', 'wind.forecast', DAY_AHEAD_MORNING),
        megawatts('solar_fc_d1', 'solar.forecast', DAY_AHEAD_MORNING),
        megawatts('load_act', 'load.actual', HOUR_AFTER_END),
        megawatts('wind_act_551', 'wind.actual', HOUR_AFTER_END),
        megawatts('solar_act', 'solar.actual', HOUR_AFTER_END),
        megawatts('nuclear_act_549', 'nuclear.actual', HOUR_AFTER_END),
        megawatts('ccgt_act_550', 'thermal.ccgt.actual', HOUR_AFTER_END),
        megawatts('hydro_act_546', 'hydro.actual', HOUR_AFTER_END),
      ],
    }),
  ],
]);

function builtIn(
  summary: string,
  triedOn: BuiltInMapping['triedOn'],
  ...documents: object[]
): BuiltInMapping {
  const layouts = documents.map((document) => {
    const mapping = parseMapping(document);
    if ('faults' in mapping) throw new RangeError(`${summary}: ${mapping.faults.join('; ')}`);
    return mapping;
  });
  return { summary, triedOn, layouts };
}
