import type { Quantity } from '../../market/observations/quantities.ts';

/** The field of an answer that each quantity is. */
export const FIELD_OF: Record<Quantity, string> = {
  load: 'total_load_mw',
  wind: 'wind_mw',
  solar: 'solar_mw',
  hydro: 'hydro_mw',
  nuclear: 'nuclear_mw',
  thermal: 'thermal_mw',
  other: 'other_mw',
  netImport: 'cross_border_flows_mw',
};
