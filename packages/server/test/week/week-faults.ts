import { ENERGY_CHARTS_FAULTS } from './energy-charts-faults.ts';
import type { Fault } from '../sources/stand-in/faults.ts';

/** Days of the service's clock; the night before the last one has no hour 2. */
export const WEEK = { from: '2026-03-23', to: '2026-03-29' };

/** OMIE refuses from before the results of an afternoon until the night; what it was asked meanwhile is looked at. */
export const BLOCKED = { from: '2026-03-24T12:30:00+01:00', to: '2026-03-25T02:00:00+01:00' };
/** REData asks for a pause of so long at this instant. */
export const PAUSE = { from: '2026-03-26T03:00:00+01:00', seconds: 7200 };
/** The day-ahead auction of this day clears hours late, everywhere. */
export const LATE_AUCTION = { day: '2026-03-28', hours: 2 };
/** Auctions that are published without prices; the first one was so in truth. */
export const EMPTY_AUCTIONS = [
  { product: 'ida1', day: '2026-03-20' },
  { product: 'ida2', day: '2026-03-28' },
] as const;
/** OMIE publishes the prices of these auctions again: so many periods are raised. */
export const CORRECTED = [
  { product: 'da', day: '2026-03-27', afterHours: 0.5, periods: 5, addEurPerMwh: 3.5 },
  { product: 'ida1', day: '2026-03-26', afterHours: 2, periods: 8, addEurPerMwh: -2.25 },
] as const;
/** What never comes. */
export const SILENT = [
  { source: 'entsoe', publication: 'load.forecast', day: '2026-03-27' },
  { source: 'redata', publication: 'generation.energy', day: '2026-03-25' },
] as const;
/** Forecasts of wind and sun that are out hours late: after the noon run, before the gate's results. */
export const LATE_FORECASTS = { day: '2026-03-26', hours: 2.5 };
/** A page stands in place of ESIOS's answers. */
const PAGE = { from: '2026-03-25T15:00:00+01:00', to: '2026-03-25T17:00:00+01:00' };
/** ESIOS and Energy-Charts show prices of days up to this one by hours, of later ones by quarters. */
export const LAST_HOURLY_DAY = '2026-03-18';

const publishing = ({
  day,
  publication,
  source,
}: {
  day: string;
  publication: string;
  source: Fault['source'];
}) => ({
  source,
  publication,
  from: day,
  to: day,
});

export const WEEK_FAULTS: readonly Fault[] = [
  ...ENERGY_CHARTS_FAULTS,
  { source: 'omie', ...BLOCKED, answer: { kind: 'status', status: 403 } },
  { source: 'esios', ...PAGE, answer: { kind: 'html' } },
  ...['wind.forecast', 'solar.forecast'].map((publication) => ({
    ...publishing({ source: 'esios', publication, day: LATE_FORECASTS.day }),
    publish: { kind: 'late' as const, hours: LATE_FORECASTS.hours },
  })),
  {
    source: 'redata',
    from: PAUSE.from,
    to: '2026-03-26T03:10:00+01:00',
    answer: { kind: 'status', status: 429, headers: { 'retry-after': String(PAUSE.seconds) } },
  },
  {
    source: 'entsoe',
    from: '2026-03-25T03:00:00+01:00',
    to: '2026-03-25T04:00:00+01:00',
    answer: { kind: 'status', status: 429 },
  },
  {
    source: 'open-meteo',
    from: '2026-03-26T06:00:00+01:00',
    to: '2026-03-26T07:00:00+01:00',
    answer: { kind: 'cut' },
  },
  {
    source: 'redata',
    from: '2026-03-27T03:00:00+01:00',
    to: '2026-03-27T04:00:00+01:00',
    answer: { kind: 'half' },
  },
  {
    source: 'redata',
    from: '2026-03-28T03:00:00+01:00',
    to: '2026-03-28T04:00:00+01:00',
    answer: { kind: 'late', ms: 20 },
  },
  {
    source: 'entsoe',
    from: '2026-03-29T03:00:00+02:00',
    to: '2026-03-29T05:00:00+02:00',
    answer: { kind: 'status', status: 503 },
  },
  // The file of an auction while it is being written.
  {
    source: 'omie',
    from: '2026-03-28T15:30:00+01:00',
    to: '2026-03-28T16:00:00+01:00',
    asking: '2026032901.1',
    answer: { kind: 'half' },
  },
  ...(['omie', 'esios', 'entsoe', 'energy-charts'] as const).map((source) => ({
    ...publishing({ source, publication: 'price.da', day: LATE_AUCTION.day }),
    publish: { kind: 'late' as const, hours: LATE_AUCTION.hours },
  })),
  ...EMPTY_AUCTIONS.flatMap(({ product, day }) =>
    (['omie', 'esios', 'entsoe'] as const).map((source) => ({
      ...publishing({ source, publication: `price.${product}`, day }),
      publish: { kind: 'empty' as const },
    })),
  ),
  ...CORRECTED.map(({ product, day, ...correction }) => ({
    ...publishing({ source: 'omie', publication: `price.${product}`, day }),
    publish: { kind: 'corrected' as const, ...correction },
  })),
  ...SILENT.map((silent) => ({ ...publishing(silent), publish: { kind: 'silent' as const } })),
  ...(['esios', 'energy-charts'] as const).map((source) => ({
    source,
    publication: 'price.da',
    from: '2026-03-01',
    to: LAST_HOURLY_DAY,
    publish: { kind: 'hourly' as const },
  })),
];
