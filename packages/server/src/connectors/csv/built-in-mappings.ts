import type { Availability, CsvMapping, SeriesMapping } from './mapping.ts';

/** The system operator publishes its forecasts for the next day on its morning. */
const DAY_AHEAD_MORNING: Availability = { rule: 'local-time', dayOffset: -1, time: '10:00' };
const HOUR_AFTER_END: Availability = { rule: 'after-end', minutes: 60 };

function megawatts(column: string, key: string, availability: Availability): SeriesMapping {
  return { column, key, unit: 'MW', scale: 1, availability };
}

/** Mappings that are chosen by name, or by themselves when a file has all their columns. */
export const BUILT_IN_MAPPINGS: ReadonlyMap<string, CsvMapping> = new Map([
  [
    'spain-panel',
    {
      source: 'csv',
      delimiter: ',',
      decimal: '.',
      thousands: false,
      empty: [],
      time: {
        column: 'utc_start',
        format: 'yyyy-mm-dd',
        zone: 'utc',
        stamp: 'start',
        repeatedHour: 'refuse',
        skippedHour: 'refuse',
      },
      resolution: 'PT1H',
      series: [
        {
          column: 'da_price_es',
          key: 'price.da',
          unit: 'EUR/MWh',
          scale: 1,
          availability: { rule: 'auction', product: 'da' },
        },
        {
          column: 'ida1_price_es',
          key: 'price.ida1',
          unit: 'EUR/MWh',
          scale: 1,
          availability: { rule: 'auction', product: 'ida1' },
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
    },
  ],
]);
