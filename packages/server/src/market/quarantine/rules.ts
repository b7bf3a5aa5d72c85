import { sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { AppError, OperatorError } from '../../ground/errors.ts';
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
  findHeldBackSeries,
  type HeldBackSeries,
} from '../publications/held-back.ts';
import { findPlatformTenant } from '../../people/users/store.ts';
import { AUCTION_CALENDAR, coveredPeriods, type DeliveryDay } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { productOfPrices } from '../observations/price-changes.ts';
import { appendObservations } from '../observations/observations.ts';
import { findPublications, recordArrival } from '../publications/publications.ts';
import { limitCheck } from '../../ground/database/value-check.ts';
import { singleFault } from '../ingest/quality-gates.ts';
import { AWAITED_MS, storeDay } from '../ingest/store-day.ts';

/** Who decides: a superadmin, or an operator on the database. */
export type Decider = { tenantId: string; userId: string | undefined; actor: AuditActor } | undefined;

interface DecisionRequest {
  id: string;
  /** Why, shown in the audit log. */
  reason: string;
  by: Decider;
}

/** What was taken out of what is held back. */
interface Taken {
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
async function decide<T>(
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
    const decided = { state: verb, decided_at: new Date(decision.now), decision_reason: reason };
    return { heldBack: { ...heldBack, ...decided }, outcome };
  });
}

async function openRowsOf(tx: Db, key: { feedId: number; day: string }): Promise<string[]> {
  const found = await findHeldBackValues(tx, key);
  return (found?.values ?? []).filter(({ state }) => state === 'held').map(({ rowId }) => rowId);
}

function alreadyText({ id, state, source, decided_at: decidedAt }: HeldBack): string {
  if (state === 'held') return `${id} was decided of just now.`;
  if (state === 'replaced') return `${id} is held back no more: ${source} has brought another one since.`;
  const when = decidedAt === null ? '' : ` on ${decidedAt.toISOString().slice(0, 16)}Z`;
  return `${id} was ${state}${when}.`;
}

async function audit(
  tx: Db,
  { heldBack, decision, by }: { heldBack: HeldBack; decision: Decision; by: Decider },
): Promise<void> {
  const tenantId = by?.tenantId ?? (await findPlatformTenant(tx));
  // Before the first start there is nobody; the decision stands beside what it is of.
  if (tenantId === undefined) return;
  const { id, source, publication, day, reason_codes: finding, values } = heldBack;
  await appendAudit(tx, {
    tenantId,
    actor: by?.actor ?? { kind: 'operator', id: undefined },
    action: `quarantine.${decision.verb}`,
    target: { type: 'quarantine', id },
    details: { source, publication, day, values, finding: sentenceOf(finding), reason: decision.reason },
    now: decision.now,
  });
}

export interface Released {
  heldBack: HeldBack;
  /** From when the values count as known, epoch ms; undefined: from their usual instants. */
  knownFrom: number | undefined;
}

/**
 * Stores what is held back as its source gave it, in spite of the failed check, with its line of the ledger. It counts as known from now
 * on, and history from its usual instant, as for a day that comes by itself. Throws `conflict`, and changes nothing, where values lie
 * outside what nothing may pass (the limits of their auction), are out of order or in another unit than is stored, and where prices
 * are not whole.
 */
export async function releaseHeldBack(
  context: { db: Db; clock: Clock },
  request: DecisionRequest,
): Promise<Released> {
  const { heldBack, outcome } = await decide(context, request, 'released', async (tx, taken) => {
    try {
      return await (taken.heldBack.kind === 'day' ? releaseDay(tx, taken) : releaseValues(tx, taken));
    } catch (fault) {
      // Another unit than is stored, or periods that are none.
      if (!(fault instanceof OperatorError || fault instanceof RangeError)) throw fault;
      throw new AppError('conflict', `${taken.heldBack.id} cannot be released: ${fault.message}`, {
        cause: fault,
      });
    }
  });
  return { heldBack, knownFrom: outcome };
}

async function releaseDay(tx: Db, { heldBack, decision }: Taken): Promise<number | undefined> {
  const { id, source, publication: name, day } = heldBack;
  const key = parseHeldBackId(id);
  const parts = key?.kind === 'day' ? await findHeldBackSeries(tx, key.rowId) : undefined;
  const lines = await findPublications(tx, { source, name, from: day, to: day });
  const line = lines.get(day);
  if (parts === undefined || line === undefined) {
    throw new AppError(
      'conflict',
      `The contents of ${id} were not kept; ask the source again with "lonja backfill".`,
    );
  }
  for (const part of parts) {
    assertStorable(id, part);
    assertWhole(id, day, part);
  }
  const series = parts.map((part) => toSeries(part, line.expectedAt));
  const tried = { ...line, lastAttemptAt: decision.now };
  return (await storeDay(tx, source, { series }, tried, { isReleased: true })).knownFrom;
}

function toSeries({ key, unit, resolution, start, value }: HeldBackSeries, availableAt: number): Series {
  return {
    key,
    unit,
    resolution,
    start: Float64Array.from(start),
    value: Float64Array.from(value),
    availableAt: new Float64Array(start.length).fill(availableAt),
  };
}

/** Of several values of one period the one that came last counts. */
async function releaseValues(tx: Db, { heldBack, rowIds, decision }: Taken): Promise<number | undefined> {
  const { id, source, publication: series, day } = heldBack;
  const { now } = decision;
  const key = parseHeldBackId(id);
  const found = key?.kind === 'values' ? await findHeldBackValues(tx, key) : undefined;
  if (found === undefined) throw unknownId();
  const taken = found.values.filter(({ rowId }) => rowIds.includes(rowId));
  const byStart = new Map(taken.map((value) => [value.start, value]));
  const rows = [...byStart.values()];
  assertStorable(id, {
    key: series,
    start: rows.map(({ start }) => start),
    value: rows.map(({ value }) => value),
  });
  const usual = rows.map(({ availableAt }) => availableAt ?? now);
  const availableAt = usual.map((instant) => (instant > now - AWAITED_MS ? Math.max(instant, now) : instant));
  await appendObservations(
    tx,
    found.feed,
    {
      start: Float64Array.from(rows, ({ start }) => start),
      value: Float64Array.from(rows, ({ value }) => value),
      availableAt: Float64Array.from(availableAt),
    },
    { isReleased: true },
  );
  if (availableAt.every((instant) => instant < now)) return undefined;
  await recordArrival(tx, { source, name: series, day, expectedAt: Math.max(...usual), now });
  return now;
}

/** What reads prices takes an auction for one that has cleared whole. */
function assertWhole(id: string, day: DeliveryDay, { key, resolution, start }: HeldBackSeries): void {
  const product = productOfPrices(key.replace(/\.pt$/, ''));
  if (product === undefined || resolution === 'P1D') return;
  const expected = coveredPeriods(AUCTION_CALENDAR[product], day, resolution);
  const found = expected.filter((period) => start.includes(period.start)).length;
  if (found === expected.length && start.length === found) return;
  throw new AppError(
    'conflict',
    `${id} cannot be released: ${key} has ${found} of ${expected.length} periods, and prices come whole or not at all; discard it.`,
  );
}

function assertStorable(
  id: string,
  { key, start, value }: { key: string; start: readonly number[]; value: readonly number[] },
): void {
  const check = limitCheck(key);
  for (const [i, number] of value.entries()) {
    const fault = check(number);
    if (fault === undefined) continue;
    const said = sentenceOf([singleFault(fault, { value: number, at: start[i], series: key })]);
    throw new AppError('conflict', `${id} cannot be released: ${said}, which is never stored; discard it.`);
  }
  const isOrdered =
    start.length === value.length && start.every((instant, i) => i === 0 || instant > start[i - 1]);
  if (!isOrdered) {
    throw new AppError(
      'conflict',
      `${id} cannot be released: the periods of ${key} are out of order or repeated; discard it.`,
    );
  }
}

/** Decides that what is held back is never stored. It is kept, so that the same contents are not held back again. */
export async function discardHeldBack(
  context: { db: Db; clock: Clock },
  request: DecisionRequest,
): Promise<HeldBack> {
  const { heldBack } = await decide(context, request, 'discarded', async () => undefined);
  return heldBack;
}

/** One value of what is held back; `start` in epoch ms. */
interface ShownValue {
  series: string;
  unit: string;
  resolution: string;
  start: number;
  value: number;
}

export interface HeldBackContents {
  heldBack: HeldBack;
  /** As the source or the file gave them. */
  values: ShownValue[];
}

/** What is held back under an id, with its values. Throws `not_found` for an id that names nothing. */
export async function getHeldBack(db: Db, id: string): Promise<HeldBackContents> {
  const [heldBack] = await findHeldBack(db, id);
  const key = parseHeldBackId(id);
  if (heldBack === undefined || key === undefined) throw unknownId();
  return {
    heldBack,
    values: key.kind === 'day' ? await ofDay(db, key.rowId) : await single(db, key, heldBack),
  };
}

function unknownId(): AppError {
  return new AppError('not_found', 'Nothing is held back under this id.');
}

async function ofDay(db: Db, rowId: string): Promise<ShownValue[]> {
  const parts = (await findHeldBackSeries(db, rowId)) ?? [];
  return parts.flatMap(({ key: series, unit, resolution, start, value }) =>
    start.map((instant, i) => ({ series, unit, resolution, start: instant, value: value[i] })),
  );
}

async function single(
  db: Db,
  key: { feedId: number; day: string },
  { state }: HeldBack,
): Promise<ShownValue[]> {
  const found = await findHeldBackValues(db, key);
  if (found === undefined) return [];
  const { series, unit, resolution } = found.feed;
  return found.values
    .filter((one) => one.state === state)
    .map(({ start, value }) => ({ series, unit, resolution, start, value }));
}
