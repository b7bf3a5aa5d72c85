import { DAY_MS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { type Db, inTransaction } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import {
  type Backfill,
  type BackfillRequest,
  findBackfill,
  insertBackfill,
  listBackfills,
} from '../../market/publications/backfills.ts';
import { listQuarantinedDays, type QuarantinedDay } from '../../market/publications/held-back.ts';
import { getSourceStatus, type SourceHealth } from '../../market/sources/get-source-status.ts';
import type { KnownSource } from '../../market/sources/known-sources.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import { appendAudit } from '../../people/audit/audit.ts';

const QUARANTINE_DAYS = 30;
const SHOWN_QUARANTINED = 20;

export interface SourceOverview extends KnownSource {
  /** Undefined until the source was asked for the first time. */
  health: SourceHealth | undefined;
  /** Held back within the last month: how many, and the newest of them. */
  quarantinedDays: number;
  newestQuarantined: QuarantinedDay[];
}

/** What the operator should know of every source. */
export async function listSources(
  { db, clock }: { db: Db; clock: Clock },
  known: readonly KnownSource[],
): Promise<SourceOverview[]> {
  const now = clock.now();
  const [status, quarantined] = await Promise.all([
    getSourceStatus(db, now),
    listQuarantinedDays(db, now - QUARANTINE_DAYS * DAY_MS),
  ]);
  return known.map((source) => {
    const heldBack = quarantined.filter((one) => one.source === source.name);
    return {
      ...source,
      health: status.sources.find((health) => health.source === source.name),
      quarantinedDays: heldBack.length,
      newestQuarantined: heldBack.slice(0, SHOWN_QUARANTINED),
    };
  });
}

const Id = z.uuid();

/** Notes a backfill; a worker takes it up within seconds. */
export async function startBackfill(
  { db, clock }: IdentityContext,
  principal: Principal,
  known: readonly KnownSource[],
  request: BackfillRequest & { requestId?: string },
): Promise<Backfill> {
  const { publications } = sourceOf(known, request.source);
  if (publications === undefined) {
    throw new AppError(
      'conflict',
      `${request.source} cannot be asked: its token is not set in the service's configuration.`,
    );
  }
  const { publication } = request;
  if (publication !== undefined && !publications.includes(publication)) {
    throw new AppError(
      'not_found',
      `${request.source} does not publish this; it has ${publications.join(', ')}.`,
    );
  }
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const { requestId } = request;
    const id = await insertBackfill(tx, request, { createdBy: principal.userId, requestId, now });
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: operatorOf(principal),
      action: 'backfill.started',
      target: { type: 'backfill', id },
      details: {
        source: request.source,
        publication: publication ?? null,
        from: request.from,
        to: request.to,
      },
      now,
    });
    return getBackfill({ db: tx }, { source: request.source, id });
  });
}

export async function getBackfill(
  { db }: Pick<IdentityContext, 'db'>,
  { source, id }: { source: string; id: string },
): Promise<Backfill> {
  const backfill = Id.safeParse(id).success ? await findBackfill(db, id) : undefined;
  if (backfill === undefined || backfill.source !== source) {
    throw new AppError('not_found', 'The source has no backfill with this id.');
  }
  return backfill;
}

/** One page of the backfills of a source, the newest first. */
export async function listSourceBackfills(
  { db }: Pick<IdentityContext, 'db'>,
  known: readonly KnownSource[],
  query: { source: string; offset: number; limit: number },
): Promise<{ backfills: Backfill[]; total: number }> {
  sourceOf(known, query.source);
  return listBackfills(db, query);
}

function sourceOf(known: readonly KnownSource[], name: string): KnownSource {
  const source = known.find((one) => one.name === name);
  if (source === undefined) {
    const names = known.map((one) => one.name).join(', ');
    throw new AppError('not_found', `There is no such source; there are ${names}.`);
  }
  return source;
}
