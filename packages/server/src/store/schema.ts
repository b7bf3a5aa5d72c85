import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Tables as kysely sees them. Instants come back as `Date`; the store's functions turn them into epoch ms. */
export interface Database {
  tenant: TenantTable;
  app_user: AppUserTable;
  api_key: ApiKeyTable;
  feed: FeedTable;
  observation: ObservationTable;
  quarantine: QuarantineTable;
  model_version: ModelVersionTable;
  forecast_run: ForecastRunTable;
  forecast_point: ForecastPointTable;
  calibration_forecast: CalibrationForecastTable;
  service_state: ServiceStateTable;
}

export interface TenantTable {
  id: string;
  name: string;
  /** Market products the tenant may read, such as `es-da`. */
  products: Generated<string[]>;
  created_at: Generated<Date>;
  deactivated_at: Date | null;
}

export interface AppUserTable {
  id: string;
  tenant_id: string;
  /** Lower case. */
  email: string;
  password_hash: string;
  full_name: string;
  role: 'admin' | 'manager' | 'trader' | 'viewer';
  is_superadmin: Generated<boolean>;
  /** Raised to end every session token of the user at once. */
  token_version: Generated<number>;
  created_at: Generated<Date>;
  deactivated_at: Date | null;
}

export interface ApiKeyTable {
  id: string;
  tenant_id: string;
  label: string;
  prefix: string;
  key_sha256: Buffer;
  /** Null: every client right of the role. */
  scopes: string[] | null;
  role: 'admin' | 'manager' | 'trader' | 'viewer';
  created_by: string | null;
  created_at: Generated<Date>;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** Requests a minute; null: the default. */
  rate_limit: number | null;
}

/** One series as one source publishes it at one resolution. */
export interface FeedTable {
  id: Generated<number>;
  /** Canonical key such as `price.da`. */
  series: string;
  /** `omie`, `csv`, `simulator`. */
  source: string;
  resolution: 'PT15M' | 'PT1H' | 'P1D';
  unit: string;
}

/** Append-only: a corrected value is a further revision, never an update. */
export interface ObservationTable {
  feed_id: number;
  /** Start of the valid period. */
  start_at: Date;
  revision: number;
  value: number;
  /** When a forecaster could have known the value. */
  available_at: Date;
  recorded_at: Generated<Date>;
}

/** Values that failed a check on the way in; never served. */
export interface QuarantineTable {
  id: Generated<string>;
  feed_id: number;
  start_at: Date;
  value: number;
  reason: string;
  recorded_at: Generated<Date>;
}

export interface ModelVersionTable {
  /** Readable, such as `da-2026.11.1`. */
  id: string;
  product: string;
  manifest: JSONColumnType<Record<string, unknown>>;
  active_from: Date;
  active_to: Date | null;
}

export interface ForecastRunTable {
  id: string;
  product: string;
  /** Which world the inputs came from: `market` or `simulator`. */
  data_origin: 'market' | 'simulator';
  model_version_id: string;
  issued_at: Date;
  /** The scheduled instant that the run answers. */
  scheduled_for: Date;
  /** Availability of the newest input used. */
  data_as_of: Date;
  /** End of the last delivery period whose price was known to the run. */
  known_until: Date;
  first_day: string;
  last_day: string;
  degraded: string[];
  created_at: Generated<Date>;
}

export interface ForecastPointTable {
  run_id: string;
  resolution: 'PT15M' | 'PT1H';
  start_at: Date;
  value: number;
  p10: number;
  p90: number;
}

/**
 * Point forecasts of past scheduled instants, whether issued live or made afterwards on what was known then. Their errors
 * calibrate the bounds of later runs.
 */
export interface CalibrationForecastTable {
  product: string;
  data_origin: 'market' | 'simulator';
  model_version_id: string;
  scheduled_for: Date;
  first_day: string;
  /** Row-major days ahead x slots of the day, EUR/MWh. */
  point_values: number[];
}

export interface ServiceStateTable {
  key: string;
  value: ColumnType<unknown, string, string>;
}
