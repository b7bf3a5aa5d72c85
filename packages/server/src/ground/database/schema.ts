import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Locale } from '../config/locale.ts';
import type { Reasons } from '../reasons/reasons.ts';
import type { DegradedReason } from './degraded-reason.ts';
import type { NotificationTables } from './notification-schema.ts';
import type {
  KeptPlanTable,
  PlanSettlementTable,
  SiteChargeTable,
  SiteProfileTable,
  SiteTable,
  UnkeptPlanTable,
} from './site-schema.ts';
import type { StatusTables, SupportTables } from './support-schema.ts';
import type { WebhookTables } from './webhook-schema.ts';

/** Tables as kysely sees them. Instants come back as `Date`; the store's functions turn them into epoch ms. */
export interface Database extends WebhookTables, NotificationTables, SupportTables, StatusTables {
  tenant: TenantTable;
  app_user: AppUserTable;
  api_key: ApiKeyTable;
  user_session: UserSessionTable;
  registration: RegistrationTable;
  invitation: InvitationTable;
  password_reset: PasswordResetTable;
  totp_recovery_code: TotpRecoveryCodeTable;
  identity_provider: IdentityProviderTable;
  linked_identity: LinkedIdentityTable;
  finished_sign_in: { id: string; tenant_id: string; expires_at: Date };
  audit_entry: AuditEntryTable;
  audit_queue: { entry_id: string };
  request_usage: RequestUsageTable;
  mail_queue: MailQueueTable;
  feed: FeedTable;
  observation: ObservationTable;
  quarantine: QuarantineTable;
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
  service_state: ServiceStateTable;
  publication: PublicationTable;
  quarantined_day: QuarantinedDayTable;
  source_status: SourceStatusTable;
  backfill: BackfillTable;
  request_window: RequestWindowTable;
  data_version: DataVersionTable;
  site: SiteTable;
  site_profile: SiteProfileTable;
  site_charge: SiteChargeTable;
  unkept_plan: UnkeptPlanTable;
  kept_plan: KeptPlanTable;
  plan_settlement: PlanSettlementTable;
  credential_version: CredentialVersionTable;
  missed_run: MissedRunTable;
  idempotent_answer: IdempotentAnswerTable;
}

/** The answer to a request that carried an `Idempotency-Key`. */
export interface IdempotentAnswerTable {
  id: string;
  tenant_id: string;
  owner_id: string;
  key: string;
  request_sha256: Buffer;
  status: number;
  answer: Buffer;
  created_at: Date;
}

/** A scheduled run that was not published while it could be. */
export interface MissedRunTable {
  product: string;
  data_origin: string;
  scheduled_for: Date;
  first_day: string;
  noted_at: Date;
}

/** What a source publishes for one delivery day: when it should be there, and what has come. */
export interface PublicationTable {
  source: string;
  /** Of the source's publications, such as `price.da`. */
  name: string;
  day: string;
  expected_at: Date;
  /** `no_result`: published, but the auction has no prices. */
  state: Generated<'waiting' | 'quarantined' | 'complete' | 'no_result'>;
  attempts: Generated<number>;
  last_attempt_at: Date | null;
  /** Null: the source is not asked again. */
  next_attempt_at: Date | null;
  /** When a complete answer first came; for days loaded afterwards the usual instant. */
  published_at: Date | null;
  corrections: Generated<number>;
  corrected_at: Date | null;
  /** Why the day is not complete: the English sentence, and its codes, null where it was stored before there were any. */
  reason: string | null;
  reason_codes: JSONColumnType<Reasons> | null;
}

/** A day that failed a check, kept for inspection and not served unless an operator releases it. */
export interface QuarantinedDayTable {
  id: Generated<string>;
  source: string;
  name: string;
  day: string;
  reason: string;
  reason_codes: JSONColumnType<Reasons> | null;
  digest: string;
  payload: JSONColumnType<object>;
  recorded_at: Date;
  /** When an operator stored it in spite of the failed check. */
  released_at: Date | null;
  /** When an operator decided that it is never stored. */
  discarded_at: Date | null;
  /** The superadmin who decided; null: a command on the database. */
  decided_by: string | null;
  decision_reason: string | null;
}

export interface SourceStatusTable {
  source: string;
  last_answer_at: Date | null;
  last_failure_at: Date | null;
  last_failure: string | null;
  last_failure_codes: JSONColumnType<Reasons> | null;
  failures_in_row: Generated<number>;
  /** The last failure was a refusal: asking again as before will not help. */
  refused: Generated<boolean>;
}

/** A load of past days that a superadmin asked for. */
export interface BackfillTable {
  id: string;
  source: string;
  /** Null: all of the source's publications. */
  publication: string | null;
  from_day: string;
  to_day: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** How often a worker began it. */
  attempts: Generated<number>;
  progress: ColumnType<unknown, string | undefined, string>;
  failure: string | null;
  failure_codes: JSONColumnType<Reasons> | null;
  created_by: string | null;
  /** Null where no request asked for it. */
  request_id: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export interface TenantTable {
  id: string;
  name: string;
  /** Market products the tenant may read, such as `es-da`. */
  products: Generated<string[]>;
  created_at: Generated<Date>;
  deactivated_at: Date | null;
  locale: Generated<Locale>;
  /** Zone that the tenant's people want times shown in; delivery days stay those of the market. */
  time_zone: Generated<string>;
  /** Requests a minute of each credential; null: the default. */
  rate_limit: number | null;
  /** Change of a forecast that raises `forecast.changed`, EUR/MWh. */
  forecast_change_threshold: Generated<number>;
  /** Whether a user without a second factor may do no more than set one up. */
  requires_second_factor: Generated<boolean>;
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
  locale: Generated<Locale>;
  /** Sealed; in force once `totp_enabled_at` is set. */
  totp_secret: Buffer | null;
  totp_enabled_at: Date | null;
  /** Step of the newest code that was accepted: no code counts twice. */
  totp_last_step: string | null;
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
  /** Requests a minute; null: the tenant's limit. */
  rate_limit: number | null;
  /** The key that a reroll made in place of this one. */
  replaced_by: string | null;
  /** Addresses and networks in CIDR from which it may be used; null: from anywhere. */
  allowed_addresses: string[] | null;
}

/** A session token that was issued; its id is the token's `jti`. */
export interface UserSessionTable {
  id: string;
  tenant_id: string;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  address: string | null;
  user_agent: string | null;
}

/** A registration before there is a tenant. The code is known to the mail's reader alone. */
export interface RegistrationTable {
  id: string;
  email: string;
  tenant_name: string;
  locale: Locale;
  code_hmac: Buffer | null;
  code_expires_at: Date | null;
  /** Wrong codes since the code was sent. */
  tries: Generated<number>;
  codes_asked: Generated<number>;
  created_at: Date;
  completed_at: Date | null;
}

export interface InvitationTable {
  id: string;
  tenant_id: string;
  email: string;
  role: 'admin' | 'manager' | 'trader' | 'viewer';
  /** Null until the mail with the link is sent. */
  token_sha256: Buffer | null;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

export interface PasswordResetTable {
  token_sha256: Buffer;
  tenant_id: string;
  user_id: string;
  expires_at: Date;
  used_at: Date | null;
}

/** A tenant's own provider of OpenID Connect. */
export interface IdentityProviderTable {
  id: string;
  tenant_id: string;
  /** By which its sign-in is found without knowing the tenant. */
  name: string;
  issuer: string;
  client_id: string;
  /** Sealed; null: the client has none. */
  client_secret: Buffer | null;
  scopes: string[];
  role_claim: string | null;
  /** Roles by the claim's value. */
  roles: JSONColumnType<Record<string, AppUserTable['role']>>;
  default_role: AppUserTable['role'] | null;
  creates_users: boolean;
  is_required: boolean;
  /** Domains of e-mail addresses that the operator has confirmed. */
  domains: Generated<string[]>;
  /** When somebody first signed in by it as it is; null: nobody has. */
  proven_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface LinkedIdentityTable {
  id: string;
  tenant_id: string;
  /** Null: the person was erased. */
  user_id: string | null;
  subject_sha256: Buffer;
  linked_at: Date;
  last_used_at: Date;
}

/** Codes that are left: one that was used is deleted. */
export interface TotpRecoveryCodeTable {
  tenant_id: string;
  user_id: string;
  code_hash: Buffer;
}

/** Append-only: who changed what. */
export interface AuditEntryTable {
  id: string;
  /** Null: it belongs to no tenant. */
  tenant_id: string | null;
  at: Date;
  actor_kind: 'user' | 'api_key' | 'operator' | 'system';
  actor_id: string | null;
  /** `noun.verb`, such as `user.deactivated`. */
  action: string;
  target_type: string | null;
  target_id: string | null;
  details: JSONColumnType<Record<string, unknown>>;
  /** Network address that it was done from; null: unknown, or the service itself. */
  address: string | null;
}

/** Requests of a day in UTC, by key; those of session tokens are counted together, without a key. */
export interface RequestUsageTable {
  tenant_id: string;
  day: string;
  api_key_id: string | null;
  requests: string;
}

/** Mail that waits to be sent; a row goes when its mail has gone. It never holds a secret. */
export interface MailQueueTable {
  id: string;
  tenant_id: string | null;
  recipient: string;
  locale: Locale;
  message: ColumnType<unknown, string, string>;
  created_at: Date;
  next_attempt_at: Date;
  attempts: Generated<number>;
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
  /** Rises with every commit that changes its values. */
  version: Generated<string>;
  /** Of a source that stands in: what its values are multiplied with when they are read; 0: they are left out, null: they stay as they are. */
  scale: Generated<number | null>;
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

/** Values that failed a check on the way in; not served unless an operator releases them. */
export interface QuarantineTable {
  id: Generated<string>;
  feed_id: number;
  start_at: Date;
  value: number;
  reason: string;
  reason_codes: JSONColumnType<Reasons> | null;
  recorded_at: Generated<Date>;
  /** From when it was known by the word of its file; null for values of before this was kept. */
  available_at: Date | null;
  /** When an operator stored it in spite of the failed check. */
  released_at: Date | null;
  /** When an operator decided that it is never stored. */
  discarded_at: Date | null;
  /** The superadmin who decided; null: a command on the database. */
  decided_by: string | null;
  decision_reason: string | null;
}

export interface ModelVersionTable {
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

export interface ShadowRunTable {
  run_id: string;
  model_version_id: string;
  hourly_values: number[];
}

export interface ForecastRunTable {
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

export interface ForecastPointTable {
  run_id: string;
  resolution: 'PT15M' | 'PT1H';
  start_at: Date;
  value: number;
  p10: number;
  p90: number;
}

/** An entry of the public list of published runs. */
export interface EvidenceEntryTable {
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
export interface EvidenceFileTable {
  run_id: string;
  gzip: Buffer;
}
export interface EvidenceTimestampTable {
  /** Of the entry that is stamped, and with it all before. */
  seq: string;
  /** DER of RFC 3161. */
  reply: Buffer;
  stamped_at: Date;
}

/** The distributions of a run's points; see `forecast-distributions.ts`. */
export interface ForecastDistributionTable {
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
export interface ForecastZoneSpreadTable {
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
export interface ForecastContributionTable {
  run_id: string;
  delivery_day: string;
  input_group: string;
  slot_values: number[];
}

export interface CalibrationForecastTable {
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

export interface ServiceStateTable {
  key: string;
  value: ColumnType<unknown, string, string>;
}

/** What a credential or an address has used of a limit; see `take_requests`. */
export interface RequestWindowTable {
  key: string;
  at_ms: number[];
  counts: number[];
  idle_at_ms: number;
}

export interface DataVersionTable {
  singleton: Generated<boolean>;
  /** Rises with every commit that changes what the client API serves. */
  version: Generated<string>;
}

/** One row: rises with every commit that takes something from a credential or changes what it may do. */
export interface CredentialVersionTable {
  singleton: Generated<boolean>;
  version: Generated<string>;
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
