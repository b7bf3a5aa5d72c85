import { type Selectable, type Transaction, sql } from 'kysely';
import type {
  AlertChannelTable,
  ChannelFault,
  ChannelKind,
} from '../../ground/database/notification-schema.ts';
import type { Database } from '../../ground/database/schema.ts';
import { parseFault } from '../notifications/channel-fault.ts';
import type { ChannelTimes } from './due-at.ts';

/** A channel as its owners see it; instants are epoch ms. */
export interface AlertChannel extends ChannelTimes {
  id: string;
  kind: ChannelKind;
  name: string;
  /** Whether it is the tenant's, for the alerts of all its users. */
  isOfTenant: boolean;
  /** Of its address; the rest is not shown. */
  host: string;
  enabled: boolean;
  createdAt: number;
  updatedAt: number;
  lastSuccessAt: number | undefined;
  lastFailureAt: number | undefined;
  /** Why the last try failed; undefined once one has succeeded. */
  lastFault: ChannelFault | undefined;
}

/** What an owner may change; absent fields stay. A new target begins anew. */
export interface ChannelChange extends Partial<ChannelTimes> {
  name?: string;
  enabled?: boolean;
  target?: { sealed: Buffer; host: string };
}

type OwnTransaction = Transaction<Database>;

const VISIBLE_COLUMNS = [
  'id',
  'user_id',
  'kind',
  'name',
  'host',
  'quiet_from',
  'quiet_to',
  'digest_at',
  'time_zone',
  'enabled',
  'created_at',
  'updated_at',
  'last_success_at',
  'last_failure_at',
  'last_error',
] as const;

/** Lets one transaction at a time count and add channels of a tenant. */
export async function lockChannels(tx: OwnTransaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alert channels ${tenantId}`}, 0))`.execute(tx);
}

/** How many channels the user has, or the tenant; devices are counted by themselves. */
export async function countChannels(
  tx: OwnTransaction,
  { isOfTenant, isDevice }: { isOfTenant: boolean; isDevice: boolean },
): Promise<number> {
  const { count } = await tx
    .selectFrom('alert_channel')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('user_id', isOfTenant ? 'is' : 'is not', null)
    .where('kind', isDevice ? '=' : '!=', 'push')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The user's channels and those of the tenant, the newest first. */
export async function listChannels(
  tx: OwnTransaction,
  page: { limit: number; offset: number },
): Promise<{ channels: AlertChannel[]; total: number }> {
  const rows = await tx
    .selectFrom('alert_channel')
    .select(VISIBLE_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await tx
    .selectFrom('alert_channel')
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { channels: rows.map(toChannel), total: Number(total) };
}

/** A channel with its sealed target. Nobody else changes or deletes it until the transaction ends. */
export async function lockChannel(
  tx: OwnTransaction,
  id: string,
): Promise<(AlertChannel & { target: Buffer }) | undefined> {
  const row = await tx
    .selectFrom('alert_channel')
    .select([...VISIBLE_COLUMNS, 'target'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...toChannel(row), target: row.target };
}

export async function insertChannel(
  tx: OwnTransaction,
  channel: ChannelTimes & {
    id: string;
    tenantId: string;
    /** Null: of the tenant. */
    userId: string | null;
    kind: ChannelKind;
    name: string;
    target: Buffer;
    host: string;
    enabled: boolean;
    now: number;
  },
): Promise<void> {
  const now = new Date(channel.now);
  await tx
    .insertInto('alert_channel')
    .values({
      id: channel.id,
      tenant_id: channel.tenantId,
      user_id: channel.userId,
      kind: channel.kind,
      name: channel.name,
      target: channel.target,
      host: channel.host,
      quiet_from: channel.quietFrom,
      quiet_to: channel.quietTo,
      digest_at: channel.digestAt,
      time_zone: channel.timeZone,
      enabled: channel.enabled,
      created_at: now,
      updated_at: now,
      next_attempt_at: now,
    })
    .execute();
}

export async function updateChannel(
  tx: OwnTransaction,
  id: string,
  { name, enabled, target, timeZone, quietFrom, quietTo, digestAt }: ChannelChange,
  now: number,
): Promise<void> {
  await tx
    .updateTable('alert_channel')
    .set({
      updated_at: new Date(now),
      ...(name !== undefined && { name }),
      ...(enabled !== undefined && { enabled }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(quietFrom !== undefined && { quiet_from: quietFrom }),
      ...(quietTo !== undefined && { quiet_to: quietTo }),
      ...(digestAt !== undefined && { digest_at: digestAt }),
      ...(target !== undefined && { target: target.sealed, host: target.host, last_error: null }),
      ...((target !== undefined || enabled === true) && { failures: 0, next_attempt_at: new Date(now) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteChannel(tx: OwnTransaction, id: string): Promise<void> {
  await tx.deleteFrom('alert_channel').where('id', '=', id).execute();
}

function toChannel(row: Pick<Selectable<AlertChannelTable>, (typeof VISIBLE_COLUMNS)[number]>): AlertChannel {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    isOfTenant: row.user_id === null,
    host: row.host,
    quietFrom: row.quiet_from,
    quietTo: row.quiet_to,
    digestAt: row.digest_at,
    timeZone: row.time_zone,
    enabled: row.enabled,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    lastSuccessAt: row.last_success_at?.getTime(),
    lastFailureAt: row.last_failure_at?.getTime(),
    lastFault: row.last_error === null ? undefined : parseFault(row.last_error),
  };
}
