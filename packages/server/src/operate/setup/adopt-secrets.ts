import type { Logger } from 'pino';
import { OperatorError } from '../../ground/errors.ts';
import { fingerprintOf } from '../../ground/secrets/fingerprint.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { Db } from '../../ground/database/database.ts';
import { listSealedByKey } from '../../ground/secrets/sealed-columns.ts';
import {
  findFingerprint,
  keepFirstFingerprint,
  replaceFingerprint,
} from '../../ground/secrets/secret-fingerprints.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import { renewSealedSecrets } from './renew-sealed-secrets.ts';

interface SealedDatabase {
  db: Db;
  sealer: Sealer;
  logger: Logger;
}

/**
 * Seals all secrets with the newest key, and records its fingerprint. Throws OperatorError where none of the keys is the recorded one, or
 * none has sealed what an earlier release left: this process would read no secret, and its own nobody else. With `areLost` it goes on, and
 * what lost keys have sealed stays closed.
 */
export async function adoptSealingKeys(
  context: SealedDatabase,
  { areLost = false }: { areLost?: boolean } = {},
): Promise<void> {
  const { db, sealer, logger } = context;
  const [newest] = sealer.fingerprints;
  const found = await findFingerprint(db, 'sealing_key');
  const isStranger = found === undefined && !areLost && (await hasSealedNone(context));
  const recorded = found ?? (isStranger ? undefined : await keepFirstFingerprint(db, 'sealing_key', newest));
  if (recorded === undefined || !sealer.fingerprints.includes(recorded)) {
    if (!areLost) throw new OperatorError(WRONG_KEYS);
    logger.warn(
      'the sealing keys of this database are given up: secrets of webhooks must be rotated, second factors set up again; unset SEALING_KEYS_LOST',
    );
  }
  await renewSealedSecrets(context);
  if (recorded !== undefined) await replaceFingerprint(db, 'sealing_key', { recorded, fingerprint: newest });
}

/** Whether there are sealed secrets, none of which one of the keys has sealed. */
async function hasSealedNone({ db, sealer }: SealedDatabase): Promise<boolean> {
  const byKey = await listSealedByKey(db);
  return byKey.length > 0 && !byKey.some(({ sealed }) => sealer.hasKeyOf(sealed));
}

const WRONG_KEYS =
  'None of the sealing keys (SEALING_KEYS, or the file sealing-keys in DATA_DIR) is the one with which the secrets in this database are ' +
  'sealed: set the keys that the other processes have, or that you kept with the backup; if they are lost, start once with SEALING_KEYS_LOST=true.';

/** Records the newest secret of sessions. Another one than before only signs people out: the log warns of it. */
export async function adoptSessionSecrets(
  { db, logger }: Pick<SealedDatabase, 'db' | 'logger'>,
  secrets: SessionSecrets,
): Promise<void> {
  const fingerprint = fingerprintOf(secrets[0]);
  const recorded = await keepFirstFingerprint(db, 'session_secret', fingerprint);
  if (!secrets.some((secret) => fingerprintOf(secret) === recorded)) {
    logger.warn(
      'SESSION_SECRET is not the one that processes of this database had before: people sign in again; where other processes run, set the same in all of them',
    );
  }
  await replaceFingerprint(db, 'session_secret', { recorded, fingerprint });
}
