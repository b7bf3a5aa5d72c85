import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import webPush from 'web-push';
import type { Db } from '../../ground/database/database.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { Clock } from '../../ground/timing/clock.ts';

/** Where a channel leads, as it is kept: sealed, and never shown again. */
export type ChannelTarget =
  | { kind: 'slack' | 'teams'; url: string }
  | { kind: 'telegram'; url: string; token: string; chatId: string }
  | PushTarget;

/** A device: where its push service takes messages for it, the keys of its subscription, and the service's that it was made with. */
export interface PushTarget {
  kind: 'push';
  url: string;
  p256dh: string;
  auth: string;
  keys: PushKeys;
}

/** What the target of a channel is sealed for. */
export function targetPurpose(channelId: string): string {
  return `alert channel:${channelId}`;
}

export function sealTarget(sealer: Sealer, channelId: string, target: ChannelTarget): Buffer {
  return sealer.seal(JSON.stringify(target), targetPurpose(channelId));
}

/** Undefined where the key that sealed it is not configured. */
export function openTarget(sealer: Sealer, channelId: string, sealed: Buffer): ChannelTarget | undefined {
  try {
    return JSON.parse(sealer.open(sealed, targetPurpose(channelId))) as ChannelTarget;
  } catch {
    return undefined;
  }
}

/** By which push services know who sends to a device (VAPID, RFC 8292); both in base64url. */
interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** What the private key is sealed for. */
export function pushKeyPurpose(id: string): string {
  return `push key:${id}`;
}

/**
 * The service's keys, made when they are first asked for, and anew where the key that sealed the former ones is lost. Devices keep those
 * that they were added with.
 */
export async function usePushKeys({
  db,
  clock,
  sealer,
}: {
  db: Db;
  clock: Clock;
  sealer: Sealer;
}): Promise<PushKeys> {
  const known = await findKeys(db, sealer);
  if (known !== undefined) return known;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('push keys', 0))`.execute(tx);
    const made = await findKeys(tx, sealer);
    if (made !== undefined) return made;
    const keys = webPush.generateVAPIDKeys();
    const id = randomUUID();
    await tx
      .insertInto('push_key')
      .values({
        id,
        public_key: keys.publicKey,
        private_key: sealer.seal(keys.privateKey, pushKeyPurpose(id)),
        created_at: new Date(clock.now()),
      })
      .execute();
    return keys;
  });
}

async function findKeys(db: Db, sealer: Sealer): Promise<PushKeys | undefined> {
  const rows = await db.selectFrom('push_key').selectAll().orderBy('created_at', 'desc').execute();
  for (const { id, public_key: publicKey, private_key: sealed } of rows) {
    if (sealer.hasKeyOf(sealed)) return { publicKey, privateKey: sealer.open(sealed, pushKeyPurpose(id)) };
  }
  return undefined;
}
