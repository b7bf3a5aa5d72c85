import { MINUTE_MS } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { Db } from '../../ground/database/database.ts';
import { hasSealingKey } from '../../ground/secrets/secret-fingerprints.ts';

/** Whether this process still has the key that the database's secrets are sealed with: another process may have renewed it. */
export interface SealingWatch {
  hasKey: () => boolean;
  /** Looks now. */
  look(): Promise<void>;
  stop(): void;
}

/** Looks every minute; a start looks before. While the database is away, what was found last stands. */
export function startSealingWatch({
  db,
  sealer,
  logger,
}: {
  db: Db;
  sealer: Sealer;
  logger: Logger;
}): SealingWatch {
  let hasKey = true;
  const look = async () => {
    const found = await hasSealingKey(db, sealer.fingerprints).catch(() => hasKey);
    if (!found) {
      logger.error(
        'another process has sealed the secrets of this database with a key that this one lacks: it delivers no webhooks; set SEALING_KEYS as in the others and start it again',
      );
    } else if (!hasKey) logger.info('the sealing keys of this process fit the database again');
    hasKey = found;
  };
  const timer = setInterval(() => void look(), MINUTE_MS).unref();
  return { hasKey: () => hasKey, look, stop: () => clearInterval(timer) };
}
