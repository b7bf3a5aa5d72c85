import { sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { appendAudit, type AuditActor } from '../../people/audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import {
  type Decision,
  decideHeldBackDay,
  decideHeldBackValues,
  findHeldBack,
  findHeldBackValues,
  type HeldBack,
  parseHeldBackId,
} from '../publications/held-back.ts';
import { findPlatformTenant } from '../../people/users/store.ts';
import { unknownId } from './get-held-back.ts';

/** Who decides: a superadmin, or an operator on the database. */
export type Decider = { tenantId: string; userId: string | undefined; actor: AuditActor } | undefined;

export interface DecisionRequest {
  id: string;
  /** Why, shown in the audit log. */
  reason: string;
  by: Decider;
}

/** What was taken out of what is held back. */
export interface Taken {
  heldBack: HeldBack;
  /** Rows of single values; empty for a whole day. */
  rowIds: string[];
  decision: Decision;
}

/**
 * Takes what an id names out of what is held back, lets `work` do the rest, and writes the audit, all in one transaction. The audit is
 * that of the superadmin's tenant; a command's that of the platform's first superadmin. Throws `not_found` for an id that names
 * nothing and `conflict` for what was decided before.
 */
export async function decide<T>(
  { db, clock }: { db: Db; clock: Clock },
  { id, reason, by }: DecisionRequest,
  verb: Decision['verb'],
  work: (tx: Db, taken: Taken) => Promise<T>,
): Promise<{ heldBack: HeldBack; outcome: T }> {
  return db.transaction().execute(async (tx) => {
    const decision = { verb, reason, userId: by?.userId, now: clock.now() };
    const [heldBack] = await findHeldBack(tx, id);
    const key = parseHeldBackId(id);
    if (heldBack === undefined || key === undefined) throw unknownId();
    if (heldBack.state !== 'held') throw new AppError('conflict', alreadyText(heldBack));
    const rowIds = key.kind === 'day' ? [] : await openRowsOf(tx, key);
    const isTaken =
      key.kind === 'day'
        ? await decideHeldBackDay(tx, key.rowId, decision)
        : (await decideHeldBackValues(tx, rowIds, decision)) > 0;
    if (!isTaken) throw new AppError('conflict', alreadyText(heldBack));
    const outcome = await work(tx, { heldBack, rowIds, decision });
    await audit(tx, { heldBack, decision, by });
    const decided = { state: verb, decidedAt: decision.now, decisionReason: reason };
    return { heldBack: { ...heldBack, ...decided }, outcome };
  });
}

async function openRowsOf(tx: Db, key: { feedId: number; day: string }): Promise<string[]> {
  const found = await findHeldBackValues(tx, key);
  return (found?.values ?? []).filter(({ state }) => state === 'held').map(({ rowId }) => rowId);
}

function alreadyText({ id, state, source, decidedAt }: HeldBack): string {
  if (state === 'held') return `${id} was decided of just now.`;
  if (state === 'replaced') return `${id} is held back no more: ${source} has brought another one since.`;
  const when = decidedAt === undefined ? '' : ` on ${new Date(decidedAt).toISOString().slice(0, 16)}Z`;
  return `${id} was ${state}${when}.`;
}

async function audit(
  tx: Db,
  { heldBack, decision, by }: { heldBack: HeldBack; decision: Decision; by: Decider },
): Promise<void> {
  const tenantId = by?.tenantId ?? (await findPlatformTenant(tx));
  // Before the first start there is nobody; the decision stands beside what it is of.
  if (tenantId === undefined) return;
  const { id, source, publication, day, reason: finding, values } = heldBack;
  await appendAudit(tx, {
    tenantId,
    actor: by?.actor ?? { kind: 'operator', id: undefined },
    action: `quarantine.${decision.verb}`,
    target: { type: 'quarantine', id },
    details: { source, publication, day, values, finding: sentenceOf(finding), reason: decision.reason },
    now: decision.now,
  });
}
