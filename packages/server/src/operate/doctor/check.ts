/** `warning`: it works, and somebody should look at it. `fault`: it does not work. */
export type Verdict = 'ok' | 'warning' | 'fault';

/** What one look at an installation came to. */
export interface Check {
  /** What was looked at, such as `database` or `source omie`. */
  name: string;
  verdict: Verdict;
  /** What was found; never a secret. */
  text: string;
  /** What to do about it; undefined where nothing need be done. */
  remedy: string | undefined;
}

export function ok(name: string, text: string): Check {
  return { name, verdict: 'ok', text, remedy: undefined };
}

export function warning(name: string, text: string, remedy: string): Check {
  return { name, verdict: 'warning', text, remedy };
}

export function fault(name: string, text: string, remedy: string): Check {
  return { name, verdict: 'fault', text, remedy };
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
