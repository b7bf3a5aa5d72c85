import type { JSONColumnType } from 'kysely';
import type { Auction } from '@lonja/forecasting/market';
import type { Reasons } from '../reasons/reasons.ts';

export const SITE_KINDS = ['solar', 'wind', 'battery', 'load', 'hybrid'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

export const TECHNOLOGIES = ['solar', 'wind'] as const;
export type Technology = (typeof TECHNOLOGIES)[number];

/** What a battery stores with. */
export const STORAGE_TECHNOLOGIES = ['lithium_ion', 'lead_acid', 'flow', 'pumped_hydro'] as const;
export type StorageTechnology = (typeof STORAGE_TECHNOLOGIES)[number];

/** Sites, what their owners send of them and what is kept of their plans. */
export interface SiteTables {
  site: SiteTable;
  site_profile: SiteProfileTable;
  site_charge: SiteChargeTable;
  unkept_plan: UnkeptPlanTable;
  kept_plan: KeptPlanTable;
  plan_settlement: PlanSettlementTable;
}

/** A plant, battery or consumer of a tenant; null where its owner says nothing. */
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
  /** What a battery holds, or a load has to take in a day. */
  energy_mwh: number | null;
  /** Of a whole cycle, 0..1. */
  efficiency: number | null;
  /** Percent of `energy_mwh` that a battery holds at the start of a day, null: half full, and at least at its end, null: as at the start. */
  start_soc: number | null;
  end_soc: number | null;
  /** Fillings of a battery that may be taken out of it in a day; null: as usual. */
  max_cycles: number | null;
  /** Of a battery, EUR for each MWh that it gives at the connection; null: as its technology costs. */
  wear_cost: number | null;
  /** Price below which a plant does not produce, EUR/MWh; null: it always produces. */
  offer_floor: number | null;
  /** Share of `capacity_mw` by local hour, 24 values. */
  profile: number[] | null;
  /** What is kept by itself when the gate closes; null: nothing. */
  keeps_at_gate: 'plan' | 'offer' | null;
  notes: string | null;
  created_at: Date;
  updated_at: Date;
}

/** What a plant generates or a load takes on one day. */
interface SiteProfileTable {
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
interface SiteChargeTable {
  site_id: string;
  measured_at: Date;
  tenant_id: string;
  /** Percent. */
  soc: number;
  uploaded_at: Date;
}

/** A plan or offer as it was frozen. */
export interface KeptPlanTable {
  id: string;
  tenant_id: string;
  /** No reference: the site may be gone. */
  site_id: string;
  kind: 'plan' | 'offer';
  product: Auction;
  /** YYYY-MM-DD. */
  delivery_day: string;
  resolution: 'PT15M' | 'PT1H';
  is_automatic: boolean;
  frozen_at: Date;
  author_kind: 'user' | 'api_key' | 'system';
  author_id: string | null;
  forecast_id: string;
  issued_at: Date;
  simulated: boolean;
  expected_eur: number;
  p10_eur: number;
  p90_eur: number;
  /** JSON. */
  content: unknown;
}

/** What came of it; a further revision where prices were corrected. */
export interface PlanSettlementTable {
  plan_id: string;
  revision: number;
  tenant_id: string;
  settled_at: Date;
  bid_mwh: number;
  traded_mwh: number;
  earned_eur: number;
  foresight_eur: number;
  /** Null: no plan of the day before was kept. */
  last_day_eur: number | null;
  /** JSON. */
  periods: unknown;
  /** Of the prices that it was settled at: others are a correction. */
  prices_digest: string;
}

/** What the gate of a day could not keep of a site. */
interface UnkeptPlanTable {
  site_id: string;
  /** YYYY-MM-DD. */
  delivery_day: string;
  product: Auction;
  tenant_id: string;
  noted_at: Date;
  reason: string;
  reason_codes: JSONColumnType<Reasons> | null;
}
