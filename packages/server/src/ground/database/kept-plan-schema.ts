import type { Auction } from '@lonja/forecasting/market';

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
export interface UnkeptPlanTable {
  site_id: string;
  /** YYYY-MM-DD. */
  delivery_day: string;
  product: Auction;
  tenant_id: string;
  noted_at: Date;
  reason: string;
}
