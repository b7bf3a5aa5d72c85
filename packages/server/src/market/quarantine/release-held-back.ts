import { AUCTION_CALENDAR, coveredPeriods, type DeliveryDay } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import type { Clock } from '../../ground/timing/clock.ts';
import { sentenceOf } from '../../ground/reasons/reasons.ts';
import { AppError, OperatorError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { productOfPrices } from '../observations/price-changes.ts';
import {
  findHeldBackSeries,
  findHeldBackValues,
  type HeldBack,
  type HeldBackSeries,
  parseHeldBackId,
} from '../publications/held-back.ts';
import { appendObservations } from '../observations/observations.ts';
import { findPublications, recordArrival } from '../publications/publications.ts';
import { limitCheck } from '../../ground/database/value-check.ts';
import { singleFault } from '../ingest/quality-gates.ts';
import { AWAITED_MS, storeDay } from '../ingest/store-day.ts';
import { decide, type DecisionRequest, type Taken } from './decide.ts';
import { unknownId } from './get-held-back.ts';

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
