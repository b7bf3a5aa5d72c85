import type { Config } from '../config/config.ts';
import { createSealer, fingerprintOf } from '../../ground/secrets/sealing.ts';
import type { Db } from '../../ground/database/database.ts';
import { listSealedByKey } from '../../ground/secrets/sealed-columns.ts';
import { findFingerprint } from '../../ground/secrets/secret-fingerprints.ts';
import { findSealingKeys, findSessionSecrets } from '../backup/secrets.ts';
import { type Check, fault, ok, warning } from './check.ts';

/** Whether the secrets that this command was given are those of the database. */
export async function checkSecrets(db: Db, config: Config): Promise<Check[]> {
  return [await checkSealingKeys(db, config), await checkSessionSecrets(db, config)];
}

async function checkSealingKeys(db: Db, config: Config): Promise<Check> {
  const name = 'sealing keys';
  const keys = await findSealingKeys(config);
  if (keys === undefined)
    return ok(
      name,
      'sealing_keys_not_compared',
      'not compared: this command has none (SEALING_KEYS, DATA_DIR)',
    );
  const sealer = createSealer(keys);
  const recorded = await findFingerprint(db, 'sealing_key');
  const closed = (await listSealedByKey(db)).filter(({ sealed }) => !sealer.hasKeyOf(sealed));
  const count = closed.reduce((sum, byKey) => sum + byKey.count, 0);
  if (recorded !== undefined && !sealer.fingerprints.includes(recorded)) {
    const text = `none is that of the database; ${count} sealed secrets cannot be opened`;
    return fault(
      name,
      'sealing_keys_foreign',
      text,
      'set SEALING_KEYS as in the processes that work, or see SEALING_KEYS_LOST',
    );
  }
  if (count > 0) {
    const remedy =
      'add the key that sealed them to SEALING_KEYS; if it is lost, rotate the secrets of webhooks and set up second factors again';
    return warning(
      name,
      'sealing_key_missing',
      `${count} sealed secrets were sealed with another key`,
      remedy,
    );
  }
  return ok(
    name,
    'sealing_keys_ok',
    recorded === undefined ? 'every sealed secret opens' : 'that of the database',
  );
}

async function checkSessionSecrets(db: Db, config: Config): Promise<Check> {
  const name = 'session secret';
  const secrets = await findSessionSecrets(config);
  if (secrets === undefined)
    return ok(
      name,
      'session_secret_not_compared',
      'not compared: this command has none (SESSION_SECRET, DATA_DIR)',
    );
  const recorded = await findFingerprint(db, 'session_secret');
  if (recorded !== undefined && !secrets.some((secret) => fingerprintOf(secret) === recorded)) {
    const text = 'not that of the process that was started last: sessions of one end at the other';
    return warning(name, 'session_secret_differs', text, 'set the same SESSION_SECRET in every process');
  }
  return ok(
    name,
    'session_secret_ok',
    recorded === undefined ? 'none is recorded yet' : 'that of the database',
  );
}
