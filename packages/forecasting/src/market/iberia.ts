import type { AuctionTerms, Market } from './market.ts';

/** Delivery day from which the three intraday auctions exist; before it there were six sessions of another design. */
export const FIRST_INTRADAY_AUCTION_DAY = '2024-06-14';

const INTRADAY = {
  auctionedFrom: FIRST_INTRADAY_AUCTION_DAY,
  deliveryFromHour: 0,
  deliveryToHour: 24,
  quarterHourlyFrom: '2025-03-19',
  horizonDays: 1,
  priceLimits: { min: -9999, max: 9999 },
};

/** The auctions of the Iberian market. Forecasts of the power system are renewed once the weather models' runs of the morning, of noon and of midnight are out. */
const AUCTIONS_OF_OMIE: AuctionTerms[] = [
  {
    auction: 'da',
    name: 'Day-ahead',
    gateClosure: { dayOffset: -1, time: '12:00' },
    resultsPublished: { dayOffset: -1, time: '13:00' },
    deliveryFromHour: 0,
    deliveryToHour: 24,
    scheduledRuns: [
      { dayOffset: -1, time: '06:05' },
      // With the operator's forecasts, which come at about 10:00.
      { dayOffset: -1, time: '10:30' },
      // The last that can be bid with.
      { dayOffset: -1, time: '11:40' },
      // The last before the results.
      { dayOffset: -1, time: '12:05' },
      // With the results, for the days after.
      { dayOffset: -1, time: '13:30' },
    ],
    auctionedFrom: '1998-01-01',
    quarterHourlyFrom: '2025-10-01',
    horizonDays: 7,
    priceLimits: { min: -500, max: 4000 },
  },
  {
    ...INTRADAY,
    auction: 'ida1',
    name: 'Intraday auction 1',
    gateClosure: { dayOffset: -1, time: '15:00' },
    resultsPublished: { dayOffset: -1, time: '15:30' },
    scheduledRuns: [
      { dayOffset: -1, time: '13:30' },
      { dayOffset: -1, time: '14:30' },
    ],
    renewedAt: { dayOffset: -1, time: '13:00' },
  },
  {
    ...INTRADAY,
    auction: 'ida2',
    name: 'Intraday auction 2',
    gateClosure: { dayOffset: -1, time: '22:00' },
    resultsPublished: { dayOffset: -1, time: '22:30' },
    scheduledRuns: [
      { dayOffset: -1, time: '20:30' },
      { dayOffset: -1, time: '21:30' },
    ],
    renewedAt: { dayOffset: -1, time: '20:00' },
  },
  {
    ...INTRADAY,
    auction: 'ida3',
    name: 'Intraday auction 3',
    gateClosure: { dayOffset: 0, time: '10:00' },
    resultsPublished: { dayOffset: 0, time: '10:30' },
    deliveryFromHour: 12,
    scheduledRuns: [
      { dayOffset: 0, time: '08:30' },
      { dayOffset: 0, time: '09:30' },
    ],
    renewedAt: { dayOffset: 0, time: '08:00' },
  },
];

/** Spain, with the holidays that are kept in the whole of it; regional and substitute days are not among them. */
const SPAIN: Market = {
  id: 'es',
  name: 'Spain',
  country: 'ES',
  biddingZone: '10YES-REE------0',
  timeZone: 'Europe/Madrid',
  currency: 'EUR',
  auctions: AUCTIONS_OF_OMIE,
  holidays: [
    { date: '01-01', name: 'Año Nuevo' },
    { date: '01-06', name: 'Epifanía del Señor' },
    { fromEaster: -2, name: 'Viernes Santo' },
    { date: '05-01', name: 'Fiesta del Trabajo' },
    { date: '08-15', name: 'Asunción de la Virgen' },
    { date: '10-12', name: 'Fiesta Nacional de España' },
    { date: '11-01', name: 'Todos los Santos' },
    { date: '12-06', name: 'Día de la Constitución' },
    { date: '12-08', name: 'Inmaculada Concepción' },
    { date: '12-25', name: 'Natividad del Señor' },
  ],
  plants: { latitude: 39, longitude: -3.7 },
  // Weighted by eye after the population and the installed wind and solar capacity of the regions around them; only sums over all are used.
  places: [
    { latitude: 40.42, longitude: -3.7, load: 0.24, wind: 0.02, solar: 0.04 },
    { latitude: 41.39, longitude: 2.17, load: 0.2, wind: 0.05, solar: 0.02 },
    { latitude: 39.47, longitude: -0.38, load: 0.14, wind: 0.05, solar: 0.03 },
    { latitude: 37.39, longitude: -5.98, load: 0.16, wind: 0.09, solar: 0.25 },
    { latitude: 43.26, longitude: -2.93, load: 0.1, wind: 0.02, solar: 0.01 },
    { latitude: 41.65, longitude: -0.89, load: 0.04, wind: 0.22, solar: 0.1 },
    { latitude: 41.65, longitude: -4.72, load: 0.05, wind: 0.22, solar: 0.09 },
    { latitude: 38.99, longitude: -1.86, load: 0.03, wind: 0.16, solar: 0.2 },
    { latitude: 42.88, longitude: -8.54, load: 0.03, wind: 0.16, solar: 0.01 },
    { latitude: 38.88, longitude: -6.97, load: 0.01, wind: 0.01, solar: 0.25 },
  ],
  // MW, degC, m/s, W/m2.
  plausible: {
    load: [5_000, 80_000],
    wind: [-500, 80_000],
    solar: [-1_000, 120_000],
    nuclear: [-500, 12_000],
    hydro: [-15_000, 40_000],
    thermal: [-500, 60_000],
    netimport: [-25_000, 25_000],
    temperature: [-40, 60],
    windspeed: [0, 90],
    irradiance: [0, 1_500],
  },
  neighbours: ['10YFR-RTE------C', '10YPT-REN------W'],
  sources: ['omie', 'redata', 'open-meteo', 'esios', 'entsoe', 'energy-charts'],
  isSimulated: true,
};

/** Portugal, which the same auctions clear: its delivery days are those of Madrid, and its price is that of Spain unless the border is congested. */
const PORTUGAL: Market = {
  ...SPAIN,
  id: 'pt',
  name: 'Portugal',
  country: 'PT',
  biddingZone: '10YPT-REN------W',
  reference: 'es',
  neighbours: ['10YES-REE------0'],
};

/** The markets of Iberia, that of Spain first. */
export const IBERIA: readonly Market[] = [SPAIN, PORTUGAL];
