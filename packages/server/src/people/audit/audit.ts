import { inCamelCase } from '../../ground/camel-case.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { Database } from '../../ground/database/schema.ts';
import { formatInstant } from '../../ground/http/wire.ts';

/** Who made a change: a signed-in user, an API key, the platform's operator, or the service itself. */
export interface AuditActor {
  kind: 'user' | 'api_key' | 'operator' | 'system';
  id: string | undefined;
  /** Network address that the change is made from; undefined: unknown, or the service itself. */
  address?: string | undefined;
  /** Collects what is written on behalf of a request, to be logged once the request has succeeded. */
  audited?: NewAuditEntry[];
}

export interface NewAuditEntry {
  /** The tenant whose record changed; undefined: it belongs to none, and operators alone read it. */
  tenantId: string | undefined;
  actor: AuditActor;
  /** `noun.verb` with the verb in the past, such as `api_key.revoked`. */
  action: `${string}.${string}`;
  target?: { type: string; id: string };
  /** What changed, for people to read; never a secret. */
  details?: Record<string, unknown>;
  /** Where the actor has none. */
  address?: string;
  /** Epoch ms. */
  now: number;
}

/** Fields of a record for the details of an entry, by the names that entries have had from the first on: in camel case, or as `named` says. */
export function auditedFields(
  fields: object,
  named: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [named[name] ?? inCamelCase(name), value]);
  return Object.fromEntries(entries);
}

/** Writes who changed what. Pass the transaction of the change, so that neither is ever there without the other. */
export async function appendAudit(tx: Db, entry: NewAuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      id: orderedId(),
      tenant_id: entry.tenantId ?? null,
      at: new Date(entry.now),
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id ?? null,
      action: entry.action,
      target_type: entry.target?.type ?? null,
      target_id: entry.target?.id ?? null,
      details: JSON.stringify(entry.details ?? {}),
      address: entry.actor.address ?? entry.address ?? null,
    })
    .execute();
  entry.actor.audited?.push(entry);
}

/** An entry by the names of its columns, with the address of the user or the label of the key that acted. */
export type AuditEntry = Awaited<ReturnType<ReturnType<typeof withActors>['executeTakeFirstOrThrow']>>;

export interface AuditQuery {
  /** Undefined: of all tenants and of none, for the platform's operators. */
  tenantId: string | undefined;
  /** Epoch ms; from inclusive, to exclusive. */
  from: number | undefined;
  to: number | undefined;
  /** `noun.verb`, or a noun for all of its actions. */
  action: string | undefined;
  actorId: string | undefined;
  offset: number;
  limit: number;
}

/** Entries of one tenant or, for the platform's operators, all of them, newest first. */
export async function listAuditEntries(
  tx: Db,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const rows = await selectAuditEntries(tx, query).offset(query.offset).limit(query.limit).execute();
  const { total } = await matchingEntries(tx, query)
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { entries: rows, total: Number(total) };
}

/** Where no more than this is read at once. */
export type AuditFilters = Omit<AuditQuery, 'offset' | 'limit'>;

/** Entries that match, with the names of those who acted, newest first. */
function selectAuditEntries(tx: Db, filters: AuditFilters) {
  return withActors(matchingEntries(tx, filters))
    .orderBy('audit_entry.at', 'desc')
    .orderBy('audit_entry.id', 'desc');
}

function matchingEntries(tx: Db, { tenantId, from, to, action, actorId }: AuditFilters) {
  return tx
    .selectFrom('audit_entry')
    .$if(tenantId !== undefined, (rows) => rows.where('audit_entry.tenant_id', '=', String(tenantId)))
    .$if(from !== undefined, (rows) => rows.where('at', '>=', new Date(Number(from))))
    .$if(to !== undefined, (rows) => rows.where('at', '<', new Date(Number(to))))
    .$if(action !== undefined, (rows) => rows.where(actionMatches(String(action))))
    .$if(actorId !== undefined, (rows) => rows.where('actor_id', '=', String(actorId)));
}

/** Adds address or label of the actor. */
export function withActors(entries: SelectQueryBuilder<Database, 'audit_entry', object>) {
  return entries
    .leftJoin('app_user', 'app_user.id', 'audit_entry.actor_id')
    .leftJoin('api_key', 'api_key.id', 'audit_entry.actor_id')
    .selectAll('audit_entry')
    .select(['app_user.email', 'api_key.label']);
}

function actionMatches(action: string) {
  return action.includes('.')
    ? sql<boolean>`action = ${action}`
    : sql<boolean>`split_part(action, '.', 1) = ${action}`;
}

/** Where a part of the audit begins: behind an entry that was read. */
export type AuditPlace = Pick<AuditEntry, 'at' | 'id'>;

/** The next entries behind a place, newest first: long lists are read part by part, each by an index and in a transaction of its own. */
export async function readAuditPart(
  tx: Db,
  filters: AuditFilters,
  { behind, limit }: { behind: AuditPlace | undefined; limit: number },
): Promise<AuditEntry[]> {
  return selectAuditEntries(tx, filters)
    .$if(behind !== undefined, (some) =>
      some.where((row) =>
        row(
          row.refTuple('audit_entry.at', 'audit_entry.id'),
          '<',
          row.tuple(behind?.at ?? new Date(0), behind?.id ?? ''),
        ),
      ),
    )
    .limit(limit)
    .execute();
}

/** An entry of the audit in answers, files and streams. */
export function toAuditRecord({ id, at, action, details, address, ...entry }: AuditEntry) {
  const { actor_kind: kind, actor_id, email, label, target_type, target_id } = entry;
  return {
    id,
    at: formatInstant(at.getTime()),
    actor: { kind, id: actor_id, name: email ?? label },
    action,
    target: target_type === null ? null : { type: target_type, id: target_id ?? '' },
    details,
    address,
  };
}

/** The same for a tenant, without the addresses of the platform's operators. */
export function toOwnAuditRecord(entry: AuditEntry) {
  const record = toAuditRecord(entry);
  return record.actor.kind === 'operator' ? { ...record, address: null } : record;
}

/** The same for those who run the platform, with the tenant. */
export function toPlatformAuditRecord(entry: AuditEntry) {
  return { ...toAuditRecord(entry), tenant_id: entry.tenant_id };
}
