/** What the power system is described by; MW. */
export const QUANTITIES = [
  'load',
  'wind',
  'solar',
  'hydro',
  'nuclear',
  'thermal',
  'other',
  'netImport',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

/**
 * The series of each quantity, the preferred one first. The load is served as it was forecast, everything else as it was
 * measured where it was. Thermal generation can be known as a whole or for combined-cycle plants alone.
 */
export const SERIES_OF: Record<Quantity, readonly string[]> = {
  load: ['load.forecast', 'load.actual'],
  wind: ['wind.actual', 'wind.forecast'],
  solar: ['solar.actual', 'solar.forecast'],
  hydro: ['hydro.actual'],
  nuclear: ['nuclear.actual'],
  thermal: ['thermal.actual', 'thermal.ccgt.actual'],
  other: ['other.actual'],
  netImport: ['netimport.actual'],
};

/** Values by start of the hour. */
export type Hours = ReadonlyMap<number, number>;
