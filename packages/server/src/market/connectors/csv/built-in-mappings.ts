import { IBERIA, isFirstZone } from '@lonja/forecasting/market';
import { ENERGY_KEYS } from '../redata/parse.ts';
import { type CsvMapping, parseMapping } from './mapping.ts';

/** A mapping that is chosen by name. */
export interface BuiltInMapping {
  /** What the file is. */
  summary: string;
  /** Whether it was tried on a file of the source, or made by a description of its files alone. */
  triedOn: 'file' | 'description';
  /** Whether the names of its columns are of this source alone, so that it is taken without being named. */
  isRecognised: boolean;
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

const SPAIN = { column: 'Area', equals: ['BZN|ES'] };
const PORTAL = { source: 'entsoe', empty: ['n/e', 'N/A', '-'], resolution: 'PT15M' };

const portalTime = (column: string, format: string) => ({
  column,
  format,
  zone: column.includes('UTC') ? 'utc' : 'madrid',
  repeatedHour: 'in-order',
});
const indicator = (id: number, zone: number) => [
  { column: 'id', equals: [String(id)] },
  { column: 'geoid', equals: [String(zone)] },
];

const mappingsOfIberia = (): [string, BuiltInMapping][] => [
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
  [
    'entsoe-prices',
    builtIn(
      'day-ahead prices of Spain, exported from the web site of the transparency platform of ENTSO-E',
      'description',
      ...['CET/CEST', 'UTC'].map((zone) => ({
        ...PORTAL,
        time: portalTime(`MTU (${zone})`, 'dd/mm/yyyy'),
        series: [
          {
            ...price('Day-ahead Price (EUR/MWh)'),
            where: [
              SPAIN,
              {
                column: 'Sequence',
                equals: ['Without Sequence', 'Sequence 1', 'Sequence Sequence 1', '1', ''],
              },
            ],
          },
        ],
      })),
      ...['CET/CEST', 'CET', 'UTC'].map((zone) => ({
        ...PORTAL,
        time: portalTime(`MTU (${zone})`, 'dd.mm.yyyy'),
        series: [{ ...price('Day-ahead Price [EUR/MWh]'), where: { column: 'BZN|ES', equals: [''] } }],
      })),
    ),
  ],
  [
    'entsoe-load',
    builtIn(
      'load of Spain and its day-ahead forecast, exported from the web site of the transparency platform of ENTSO-E',
      'description',
      ...['CET/CEST', 'UTC'].map((zone) => ({
        ...PORTAL,
        time: portalTime(`MTU (${zone})`, 'dd/mm/yyyy'),
        series: [
          {
            ...megawatts('Day-ahead Total Load Forecast (MW)', 'load.forecast', DAY_AHEAD_MORNING),
            where: SPAIN,
          },
          { ...megawatts('Actual Total Load (MW)', 'load.actual', HOUR_AFTER_END), where: SPAIN },
        ],
      })),
      ...['CET/CEST', 'CET', 'UTC'].map((zone) => ({
        ...PORTAL,
        time: portalTime(`Time (${zone})`, 'dd.mm.yyyy'),
        series: [
          megawatts('Day-ahead Total Load Forecast [MW] - BZN|ES', 'load.forecast', DAY_AHEAD_MORNING),
          megawatts('Actual Total Load [MW] - BZN|ES', 'load.actual', HOUR_AFTER_END),
        ],
      })),
    ),
  ],
  [
    'esios-export',
    builtIn(
      'indicators of ESIOS, exported from its web site: prices and day-ahead forecasts of Spain',
      'description',
      {
        source: 'esios',
        delimiter: ';',
        time: { column: 'datetime', zone: 'offset' },
        resolution: 'PT15M',
        series: [
          { ...price('value'), where: indicator(600, 3) },
          { ...price('value', 'ida1'), where: indicator(612, 3) },
          { ...price('value', 'ida2'), where: indicator(613, 3) },
          { ...price('value', 'ida3'), where: indicator(614, 3) },
          { ...megawatts('value', 'load.forecast', DAY_AHEAD_MORNING), where: indicator(1775, 8741) },
          { ...megawatts('value', 'wind.forecast', DAY_AHEAD_MORNING), where: indicator(1777, 8741) },
          { ...megawatts('value', 'solar.forecast', DAY_AHEAD_MORNING), where: indicator(1779, 8741) },
        ],
      },
    ),
  ],
  [
    'omie-wide',
    builtIn(
      "OMIE's day-ahead prices as a table of days, H1 to H25: DATE and CONCEPT before them, or Fecha alone (Spain)",
      'description',
      {
        source: 'omie-table',
        time: { rows: 'days', column: 'DATE', zone: 'madrid' },
        resolution: 'PT1H',
        series: [
          { ...price('H*'), where: { column: 'CONCEPT', equals: ['PRICE_SPAIN'] } },
          { ...price('H*'), key: 'price.da.pt', where: { column: 'CONCEPT', equals: ['PRICE_PORTUGAL'] } },
        ],
      },
      ...[',', '.'].map((decimal) => ({
        source: 'omie-table',
        delimiter: ';',
        decimal,
        time: { rows: 'days', column: 'Fecha', format: 'dd/mm/yyyy', zone: 'madrid' },
        resolution: 'PT1H',
        series: [price('H*')],
      })),
    ),
  ],
  [
    'ree-wide',
    builtIn(
      'energy of each day by technology, a row for each, exported from the web site of REData for days (not months or years)',
      'description',
      ...[',', '.'].flatMap((decimal) =>
        [
          { unit: 'GWh', scale: 1000 },
          { unit: 'MWh', scale: 1 },
        ].map(({ unit, scale }) => ({
          source: 'redata-table',
          decimal,
          empty: ['-'],
          above: [unit],
          time: { rows: 'series', column: 'Fecha', format: 'dd/mm/yyyy', zone: 'madrid' },
          resolution: 'P1D',
          series: energiesOfDays(scale),
        })),
      ),
    ),
  ],
  [
    'mibgas',
    builtIn(
      "the year's file of MIBGAS, saved as CSV: gas for the next day at the Spanish balancing point, by its trading day",
      'description',
      ...['.', ','].map((decimal) => ({
        source: 'mibgas',
        delimiter: ';',
        decimal,
        time: { column: 'Trading day', format: 'dd/mm/yyyy', zone: 'madrid' },
        resolution: 'P1D',
        series: [
          {
            column: 'MIBGAS Daily Price [EUR/MWh]',
            key: 'gas.price',
            unit: 'EUR/MWh',
            availability: { rule: 'after-end', minutes: 0 },
            where: [
              { column: 'Auction', equals: ['GDAES_D+1'] },
              { column: 'Area', equals: ['ES'] },
            ],
          },
        ],
      })),
    ),
  ],
];

/** Those of the sources of Iberia; other markets have mappings of their own. */
export const BUILT_IN_MAPPINGS: ReadonlyMap<string, BuiltInMapping> = new Map(
  isFirstZone(IBERIA[0].id) ? mappingsOfIberia() : [],
);

/** Energies as the operator's own interface gives them: the technologies of a series added up, out three hours after the day. */
function energiesOfDays(scale: number) {
  const names = Map.groupBy(ENERGY_KEYS.keys(), (name) => ENERGY_KEYS.get(name) ?? '');
  return [...names].map(([key, [column, ...add]]) => ({
    column,
    ...(add.length > 0 && { add }),
    key,
    unit: 'MWh',
    scale,
    availability: { rule: 'after-end', minutes: 180 },
  }));
}

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
  const isRecognised = layouts.every(({ time }) => time.rows === 'periods');
  return { summary, triedOn, isRecognised, layouts };
}
