import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import { appendAudit, type NewAuditEntry } from './audit.ts';
import type { Db } from '../../ground/database/database.ts';
import { addressGroup } from '../../ground/http/caller-address.ts';

/** What concerns the safety of accounts and changes nothing: it is kept in the audit, and in the log, as changes are. */
export interface SecurityEvent {
  action: 'sign_in.succeeded' | 'sign_in.failed' | 'sign_in.refused' | 'credential.refused' | 'token.issued';
  /** Undefined: no tenant's, as a sign-in to an address without an account; operators alone read it. */
  tenantId: string | undefined;
  /** Who did it, where that is known for sure. */
  userId?: string | undefined;
  /** The account or key that it is about. */
  target?: { type: 'user' | 'api_key'; id: string } | undefined;
  /** Network address that it came from. */
  address: string;
  details?: Record<string, unknown>;
}

export interface SecurityLog {
  /** Writes an event; resolves once it is kept. */
  keep(event: SecurityEvent): Promise<void>;
  /** Writes an event beside what goes on. Never fails. */
  keepSoon(event: SecurityEvent): void;
  /** Likewise the first event of a source and kind in a minute, and the others of that minute as one with their `count`. */
  keepCounted(event: SecurityEvent): void;
  /** A change that was made: it is in the audit, and goes to the log. */
  log(entry: NewAuditEntry): void;
  /** Writes what is still being counted. */
  stop(): Promise<void>;
}

const WINDOW_MS = 60_000;
/** Beyond so many sources in a minute, further ones are counted together. */
const MAX_SOURCES = 200;
const FAILURES: ReadonlySet<string> = new Set(['sign_in.failed', 'sign_in.refused', 'credential.refused']);

export function createSecurityLog({
  db,
  clock,
  logger,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
}): SecurityLog {
  let counted = new Map<string, { event: SecurityEvent; further: number }>();
  let countedFrom = clock.now();
  const writing = new Set<Promise<void>>();
  const timer = setInterval(flush, WINDOW_MS);
  timer.unref();

  function log(entry: NewAuditEntry): void {
    const { action, tenantId, actor, target, address = actor.address, details } = entry;
    const level = FAILURES.has(action) ? 'warn' : 'info';
    const { account, count, reason } = details ?? {};
    logger[level](
      {
        event: action,
        tenantId,
        actor: { kind: actor.kind, id: actor.id },
        target,
        address,
        account,
        count,
        reason,
      },
      'security event',
    );
  }

  async function keep(event: SecurityEvent): Promise<void> {
    const { userId, target, details = {}, ...rest } = event;
    const actor = { kind: userId === undefined ? ('system' as const) : ('user' as const), id: userId };
    const entry = { ...rest, actor, details, now: clock.now(), ...(target && { target }) };
    log(entry);
    await appendAudit(db, entry);
  }

  function keepSoon(event: SecurityEvent): void {
    const written = keep(event)
      .catch((error: unknown) => logger.error({ error }, 'a security event could not be kept'))
      .finally(() => writing.delete(written));
    writing.add(written);
  }

  function flush(): void {
    const past = counted;
    counted = new Map();
    countedFrom = clock.now();
    for (const { event, further } of past.values()) {
      if (further > 0) keepSoon({ ...event, details: { ...event.details, count: further } });
    }
  }

  return {
    keep,
    keepSoon,
    log,
    keepCounted(event) {
      if (Math.abs(clock.now() - countedFrom) >= WINDOW_MS) flush();
      const { action, tenantId, address } = event;
      const source = `${action} ${tenantId} ${addressGroup(address)}`;
      const known = counted.get(source);
      if (known !== undefined) {
        known.further++;
      } else if (counted.size < MAX_SOURCES) {
        counted.set(source, { event, further: 0 });
        keepSoon(event);
      } else {
        const others = counted.get(action) ?? {
          event: { action, tenantId: undefined, address: 'many addresses' },
          further: 0,
        };
        others.further++;
        counted.set(action, others);
      }
    },
    async stop() {
      clearInterval(timer);
      flush();
      await Promise.all(writing);
    },
  };
}
