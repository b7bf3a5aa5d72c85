import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Reasons } from '../reasons/reasons.ts';

/** What is known of the market, and of its sources. */
export interface MarketTables {
  feed: FeedTable;
  observation: ObservationTable;
  quarantine: QuarantineTable;
  service_state: ServiceStateTable;
  publication: PublicationTable;
  quarantined_day: QuarantinedDayTable;
  source_status: SourceStatusTable;
  backfill: BackfillTable;
  data_version: DataVersionTable;
}

/** What a source publishes for one delivery day: when it should be there, and what has come. */
interface PublicationTable {
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
interface QuarantinedDayTable {
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

interface SourceStatusTable {
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
interface BackfillTable {
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
interface ObservationTable {
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
interface QuarantineTable {
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

interface ServiceStateTable {
  key: string;
  value: ColumnType<unknown, string, string>;
}

interface DataVersionTable {
  singleton: Generated<boolean>;
  /** Rises with every commit that changes what the client API serves. */
  version: Generated<string>;
}
