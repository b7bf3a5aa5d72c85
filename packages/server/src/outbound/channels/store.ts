import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { readPage } from '../../ground/database/read-page.ts';
import type { AlertChannelTable } from '../../ground/database/notification-schema.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { ChannelTimes } from './due-at.ts';

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

/** A channel as its owners see it, by the names of its columns, which are also those on the wire. */
export type AlertChannel = Pick<Selectable<AlertChannelTable>, (typeof VISIBLE_COLUMNS)[number]>;

/** What an owner may change; absent fields stay. A new target begins anew. */
export interface ChannelChange extends Partial<ChannelTimes> {
  name?: string;
  enabled?: boolean;
  target?: { sealed: Buffer; host: string };
}

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
  const own = tx.selectFrom('alert_channel').select(VISIBLE_COLUMNS);
  const { rows: channels, total } = await readPage(own.orderBy('created_at', 'desc').orderBy('id'), page);
  return { channels, total };
}

/** A channel with its sealed target. Nobody else changes or deletes it until the transaction ends. */
export async function lockChannel(
  tx: OwnTransaction,
  id: string,
): Promise<(AlertChannel & { target: Buffer }) | undefined> {
  return tx
    .selectFrom('alert_channel')
    .select([...VISIBLE_COLUMNS, 'target'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertChannel(
  tx: OwnTransaction,
  channel: Omit<Insertable<AlertChannelTable>, 'enabled' | 'created_at' | 'updated_at' | 'next_attempt_at'>,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await tx
    .insertInto('alert_channel')
    .values({ ...channel, enabled: true, created_at: at, updated_at: at, next_attempt_at: at })
    .execute();
}

export async function updateChannel(
  tx: OwnTransaction,
  id: string,
  { target, ...change }: ChannelChange,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await tx
    .updateTable('alert_channel')
    .set({
      ...change,
      updated_at: at,
      ...(target !== undefined && { target: target.sealed, host: target.host, last_error: null }),
      ...((target !== undefined || change.enabled === true) && { failures: 0, next_attempt_at: at }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteChannel(tx: OwnTransaction, id: string): Promise<void> {
  await tx.deleteFrom('alert_channel').where('id', '=', id).execute();
}
