import type { Generated, JSONColumnType } from 'kysely';
import type { DegradedReason } from './degraded-reason.ts';

/** Forecasts, what they are made with and what proves them. */
export interface ForecastTables {
  model_version: ModelVersionTable;
  forecast_run: ForecastRunTable;
  forecast_point: ForecastPointTable;
  forecast_distribution: ForecastDistributionTable;
  forecast_zone_spread: ForecastZoneSpreadTable;
  forecast_contribution: ForecastContributionTable;
  evidence_entry: EvidenceEntryTable;
  evidence_file: EvidenceFileTable;
  evidence_timestamp: EvidenceTimestampTable;
  calibration_forecast: CalibrationForecastTable;
  shadow_run: ShadowRunTable;
  missed_run: MissedRunTable;
}

/** A scheduled run that was not published while it could be. */
interface MissedRunTable {
  product: string;
  data_origin: string;
  scheduled_for: Date;
  first_day: string;
  noted_at: Date;
}

interface ModelVersionTable {
  /** Readable, such as `da-2026.11.1`. */
  id: string;
  product: string;
  manifest: JSONColumnType<Record<string, unknown>>;
  state: Generated<'challenger' | 'champion' | 'retired'>;
  created_at: Date;
  /** Null while it has never served. */
  active_from: Date | null;
  active_to: Date | null;
  by_hand: Generated<boolean>;
  reason: string | null;
  /** What its first fit learnt from; later ones go on with the days. */
  training: JSONColumnType<TrainingRange> | null;
  backtest: JSONColumnType<BacktestScores> | null;
}

/** The first fit of a model version: delivery days, both inclusive, as known at an instant. */
export interface TrainingRange {
  from: string;
  to: string;
  /** ISO 8601. The store is append-only, so the instant names the snapshot of the data. */
  known_at: string;
}

/** Forecasts of past delivery days, each from what was known before it, against the prices that cleared. */
export interface BacktestScores {
  from: string;
  to: string;
  days: number;
  mae_eur_per_mwh: number;
  /** Of the same hours a week before. */
  naive_mae_eur_per_mwh: number;
}

interface ShadowRunTable {
  run_id: string;
  model_version_id: string;
  hourly_values: number[];
}

interface ForecastRunTable {
  id: string;
  product: string;
  /** Which world the inputs came from: `market` or `simulator`. */
  data_origin: 'market' | 'simulator';
  model_version_id: string;
  /** What was available then has entered it. */
  issued_at: Date;
  /** When it could be read. */
  published_at: Date;
  /** The scheduled instant that the run answers. */
  scheduled_for: Date;
  /** How many had answered it before: none, unless the service's clock was set back. Unique with product, origin and schedule. */
  repeat: Generated<number>;
  /** Availability of the newest input used. */
  data_as_of: Date;
  /** End of the last delivery period whose price was known to the run. */
  known_until: Date;
  first_day: string;
  last_day: string;
  degraded: string[];
  /** The same as data; null for runs of before that was kept. */
  degraded_reasons: JSONColumnType<DegradedReason[]> | null;
  created_at: Generated<Date>;
  /** What had ever cleared in the auction when it was issued; null where hardly anything had, and for runs of before that was kept. */
  cleared_extremes: JSONColumnType<ClearedExtremes> | null;
  /** Scheduled instants of the calibration forecasts that the bounds learnt from; null where that is not known. */
  calibrated_on: Date[] | null;
}

interface ForecastPointTable {
  run_id: string;
  resolution: 'PT15M' | 'PT1H';
  start_at: Date;
  value: number;
  p10: number;
  p90: number;
}

/** An entry of the public list of published runs. */
interface EvidenceEntryTable {
  seq: string;
  /** Kept when the run is deleted. */
  run_id: string;
  /** The entry as canonical JSON, of which `hash` is the SHA-256. */
  entry: string;
  hash: string;
  previous: string;
  /** From when on its file is given out. */
  opens_at: Date;
}

/** The file of a run whose hash is in its entry; deleted with the run. */
interface EvidenceFileTable {
  run_id: string;
  gzip: Buffer;
}

interface EvidenceTimestampTable {
  /** Of the entry that is stamped, and with it all before. */
  seq: string;
  /** DER of RFC 3161. */
  reply: Buffer;
  stamped_at: Date;
}

/** The distributions of a run's points; see `forecast-distributions.ts`. */
interface ForecastDistributionTable {
  run_id: string;
  hour_quantiles: Buffer;
  quarter_quantiles: Buffer;
  quarter_shares: Buffer;
  past_ages: number[];
  past_ranks: Buffer;
  quarter_days: number;
  quarter_ranks: Buffer;
}

/** By how much a run of another zone lies apart from the run of Spain that it was made from. */
interface ForecastZoneSpreadTable {
  run_id: string;
  reference_run_id: string;
  hours: Buffer;
  quarters: Buffer;
  past_ages: number[];
  past_ranks: Buffer;
}

/**
 * Point forecasts of past scheduled instants, whether issued live or made afterwards on what was known then. Their errors
 * calibrate the bounds of later runs.
 */
interface ForecastContributionTable {
  run_id: string;
  delivery_day: string;
  input_group: string;
  slot_values: number[];
}

interface CalibrationForecastTable {
  product: string;
  data_origin: 'market' | 'simulator';
  model_version_id: string;
  scheduled_for: Date;
  first_day: string;
  /** Row-major days ahead x slots of the day, EUR/MWh. */
  point_values: number[];
  /** The forecasts that the point forecasts are made of, one member after the other, each like `point_values`. */
  member_values: number[];
  /**
   * The quantiles as issued, one level of `QUANTILE_LEVELS` after the other, each like `point_values`; of rows of before 1.0 the lower and
   * the upper bound alone. Null where none were issued.
   */
  bound_values: number[] | null;
  /** The hours as they would have been published: points, then 10th, then 90th percentiles. Null: not computed, or issued; empty: not known. */
  backtested_hours: Generated<number[] | null>;
  /** How many past forecasts their bounds rest on. */
  backtested_on: Generated<number | null>;
}

/** The lowest and the highest price that ever cleared in an auction, in its own periods, by the newest revisions known at an instant. */
export interface ClearedExtremes {
  /** Start of the first period that is known, epoch ms. */
  since: number;
  lowest: ClearedPrice;
  highest: ClearedPrice;
}

/** EUR/MWh, of the period from `start`, epoch ms. */
export interface ClearedPrice {
  start: number;
  value: number;
}
