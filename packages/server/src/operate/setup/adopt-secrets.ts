import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { OperatorError } from '../../ground/errors.ts';
import { fingerprintOf, type Sealer } from '../../ground/secrets/sealing.ts';
import {
  listSealedByKey,
  renewSealedColumn,
  SEALED_COLUMNS,
  type SealedColumn,
} from '../../ground/secrets/sealed-columns.ts';
import {
  findFingerprint,
  keepFirstFingerprint,
  replaceFingerprint,
} from '../../ground/secrets/secret-fingerprints.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import { pushKeyPurpose, targetPurpose } from '../../outbound/channels/channel-target.ts';
import { sealingPurpose } from '../../outbound/webhooks/sign.ts';
import { answerPurpose } from '../../people/access/answer-once.ts';
import { otpPurpose } from '../../people/factors/check-otp.ts';
import { clientSecretPurpose } from '../../people/providers/providers.ts';

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

/**
 * Seals with the newest key what an older one sealed; after that the older key can be taken out of the configuration. A secret
 * whose key is gone already is left as it is, and the log says so.
 */
export async function renewSealedSecrets({
  db,
  sealer,
  logger,
}: {
  db: Db;
  sealer: Sealer;
  logger: Logger;
}): Promise<void> {
  let renewed = 0;
  for (const column of SEALED_COLUMNS) {
    renewed += await renewSealedColumn(db, column, (sealed, id) => {
      if (!sealer.isStale(sealed)) return undefined;
      const purpose = PURPOSES[column.table](id);
      try {
        return sealer.seal(sealer.open(sealed, purpose), purpose);
      } catch (error) {
        logger.error({ ...column, id, error }, 'a sealed secret cannot be opened');
        return undefined;
      }
    });
  }
  if (renewed > 0) logger.info({ renewed }, 'sealed secrets were sealed with the newest key');
}

const PURPOSES: Record<SealedColumn['table'], (id: string) => string> = {
  app_user: otpPurpose,
  webhook_endpoint: sealingPurpose,
  idempotent_answer: answerPurpose,
  identity_provider: clientSecretPurpose,
  alert_channel: targetPurpose,
  push_key: pushKeyPurpose,
};
