export const SITE_KINDS = ['solar', 'wind', 'battery', 'load', 'hybrid'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

export const TECHNOLOGIES = ['solar', 'wind'] as const;
export type Technology = (typeof TECHNOLOGIES)[number];

/** What a battery stores with. */
export const STORAGE_TECHNOLOGIES = ['lithium_ion', 'lead_acid', 'flow', 'pumped_hydro'] as const;
export type StorageTechnology = (typeof STORAGE_TECHNOLOGIES)[number];

/** A plant, battery or consumer of a tenant. */
export interface SiteTable {
  id: string;
  tenant_id: string;
  name: string;
  kind: SiteKind;
  /** What a hybrid generates with; null: solar. */
  technology: Technology | null;
  latitude: number | null;
  longitude: number | null;
  /** Power of the plant, the battery or the consumer; of a hybrid its generation and its connection. */
  capacity_mw: number;
  /** Power of a hybrid's battery; null: as large as `capacity_mw`. */
  storage_mw: number | null;
  /** Null: lithium ion. */
  storage_technology: StorageTechnology | null;
  energy_mwh: number | null;
  efficiency: number | null;
  /** Percent of `energy_mwh` that a battery holds at the start of a day and at least at its end. */
  start_soc: number | null;
  end_soc: number | null;
  /** Fillings of a battery that may be taken out of it in a day. */
  max_cycles: number | null;
  /** Of a battery, EUR for each MWh that it gives. */
  wear_cost: number | null;
  /** Price below which a plant does not produce, EUR/MWh. */
  offer_floor: number | null;
  profile: number[] | null;
  /** What is kept by itself when the gate closes; null: nothing. */
  keeps_at_gate: 'plan' | 'offer' | null;
  notes: string | null;
  created_at: Date;
  updated_at: Date;
}

/** What a plant generates or a load takes on one day. */
export interface SiteProfileTable {
  site_id: string;
  /** YYYY-MM-DD. */
  delivery_day: string;
  tenant_id: string;
  resolution: 'PT15M' | 'PT1H';
  /** One for each period of the day. */
  mw: number[];
  uploaded_at: Date;
}

/** What a battery really held. */
export interface SiteChargeTable {
  site_id: string;
  measured_at: Date;
  tenant_id: string;
  /** Percent. */
  soc: number;
  uploaded_at: Date;
}
