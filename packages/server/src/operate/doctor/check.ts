/** What a look found, for programs; a code keeps its meaning. */
export const CHECK_CODES = [
  'alerts_not_evaluated',
  'backup_not_needed',
  'backup_old',
  'backup_recent',
  'backup_unknown',
  'clock_not_compared',
  'clock_off',
  'clock_right',
  'clock_start_set',
  'configuration_unreadable',
  'connections_kept',
  'connections_lost',
  'connections_scarce',
  'data_failing',
  'data_incomplete',
  'data_on_time',
  'database_missing',
  'database_ok',
  'database_read_only',
  'database_refused',
  'database_unreachable',
  'disk_ok',
  'disk_room_short',
  'disk_unusable',
  'gate_frozen',
  'host_away',
  'hosts_ok',
  'jobs_wait',
  'mail_not_encrypted',
  'mail_refused',
  'mail_server_ok',
  'mail_waits',
  'origin_market',
  'origin_simulator',
  'origin_simulator_wanted',
  'outbox_not_writable',
  'outbox_ok',
  'pooler_shares_sessions',
  'quarantine_waits',
  'queues_not_polled',
  'queues_ok',
  'replica_behind',
  'replica_current',
  'replica_lag_unknown',
  'replica_unreachable',
  'room_ok',
  'room_short',
  'room_unknown',
  'run_current',
  'run_degraded',
  'run_missing',
  'run_none',
  'runs_missed',
  'runs_never',
  'schema_current',
  'schema_empty',
  'schema_known',
  'schema_newer',
  'schema_waiting',
  'sealing_key_missing',
  'sealing_keys_foreign',
  'sealing_keys_not_compared',
  'sealing_keys_ok',
  'service_clock_differs',
  'service_elsewhere',
  'service_not_ready',
  'service_not_running',
  'service_ok',
  'service_other_version',
  'service_running',
  'session_secret_differs',
  'session_secret_not_compared',
  'session_secret_ok',
  'several_hosts_write',
  'source_answers',
  'source_failing',
  'source_not_asked',
  'source_overloaded',
  'source_refuses',
  'source_silent',
  'stamps_late',
  'stamps_on_time',
  'version',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

/** `warning`: it works, and somebody should look at it. `fault`: it does not work. */
export type Verdict = 'ok' | 'warning' | 'fault';

/** What one look at an installation came to. */
export interface Check {
  /** What was looked at, such as `database` or `source omie`. */
  name: string;
  code: CheckCode;
  verdict: Verdict;
  /** What was found; never a secret. */
  text: string;
  /** What to do about it; undefined where nothing need be done. */
  remedy: string | undefined;
}

export function ok(name: string, code: CheckCode, text: string): Check {
  return { name, code, verdict: 'ok', text, remedy: undefined };
}

export function warning(name: string, code: CheckCode, text: string, remedy: string): Check {
  return { name, code, verdict: 'warning', text, remedy };
}

export function fault(name: string, code: CheckCode, text: string, remedy: string): Check {
  return { name, code, verdict: 'fault', text, remedy };
}

const WORST_FIRST: Verdict[] = ['fault', 'warning', 'ok'];

/** The worst verdict of some checks. */
export function verdictOf(checks: readonly Check[]): Verdict {
  return WORST_FIRST.find((verdict) => checks.some((check) => check.verdict === verdict)) ?? 'ok';
}

/** An error as the end of a line. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
