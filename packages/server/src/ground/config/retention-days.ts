/** How long something is kept, in days, by default and at least: readers look back so far. */
interface Term {
  variable: string;
  byDefault: number;
  least: number;
}

/** What is not kept for ever. The defaults keep ten years within 5 GB (benchmarks/retention/results.md). */
export const RETENTION_TERMS = {
  /** Published runs with their points; model versions stay. */
  runs: { variable: 'RETENTION_RUNS_DAYS', byDefault: 3660, least: 400 },
  /** Values of all series, prices among them, and the ledger of what sources published. */
  values: { variable: 'RETENTION_VALUES_DAYS', byDefault: 3660, least: 1100 },
  /** Every revision of the own forecasts of load, wind and sun, which price models learn from; afterwards the last one of each day. */
  inputRevisions: { variable: 'RETENTION_INPUT_REVISIONS_DAYS', byDefault: 3660, least: 1100 },
  /** Every revision of the own forecasts of plants and exchange, which nothing learns from; afterwards the last one of each day. */
  plantRevisions: { variable: 'RETENTION_PLANT_REVISIONS_DAYS', byDefault: 14, least: 9 },
  /** What the models' members said of past runs: bounds and weights learn from a year of it, a run is computed again by it. */
  calibration: { variable: 'RETENTION_CALIBRATION_DAYS', byDefault: 3660, least: 400 },
  /** What challengers said in the shadow of runs: 52 weeks are compared. */
  shadows: { variable: 'RETENTION_SHADOWS_DAYS', byDefault: 400, least: 372 },
  /** What runs rest on, by groups of inputs. */
  explanations: { variable: 'RETENTION_EXPLANATIONS_DAYS', byDefault: 1100, least: 30 },
  /** Events with the deliveries of webhooks. */
  events: { variable: 'RETENTION_EVENTS_DAYS', byDefault: 30, least: 30 },
  notifications: { variable: 'RETENTION_NOTIFICATIONS_DAYS', byDefault: 90, least: 90 },
  audit: { variable: 'RETENTION_AUDIT_DAYS', byDefault: 3660, least: 365 },
  /** Sign-ins and refused credentials, which stand in the audit with the addresses of people. */
  securityEvents: { variable: 'RETENTION_SECURITY_DAYS', byDefault: 400, least: 90 },
  /** Requests counted by day and key. */
  usage: { variable: 'RETENTION_USAGE_DAYS', byDefault: 3660, least: 93 },
  /** Finished jobs that run rarely; those that run every minute go after an hour. */
  jobs: { variable: 'RETENTION_JOBS_DAYS', byDefault: 7, least: 1 },
  /** Mail that was written to files. */
  outbox: { variable: 'RETENTION_OUTBOX_DAYS', byDefault: 30, least: 1 },
} as const satisfies Record<string, Term>;

export type Kept = keyof typeof RETENTION_TERMS;

/** By what is kept, days. */
export type RetentionDays = Record<Kept, number>;

export const KEPT = Object.keys(RETENTION_TERMS).filter((name): name is Kept => name in RETENTION_TERMS);

/** Days of each kind, as `daysOf` says. */
export function retentionDays(daysOf: (kept: Kept) => number): RetentionDays {
  const days = Object.fromEntries(KEPT.map((kept) => [kept, daysOf(kept)]));
  // Safe: it has every name.
  return days as RetentionDays;
}

export const DEFAULT_RETENTION: RetentionDays = retentionDays((kept) => RETENTION_TERMS[kept].byDefault);
