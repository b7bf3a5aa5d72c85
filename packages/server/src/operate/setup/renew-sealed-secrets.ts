import type { Logger } from 'pino';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { Db } from '../../ground/database/database.ts';
import { SEALED_COLUMNS, type SealedColumn, renewSealedColumn } from '../../ground/secrets/sealed-columns.ts';
import { answerPurpose } from '../../people/access/answer-once.ts';
import { otpPurpose } from '../../people/factors/check-otp.ts';
import { clientSecretPurpose } from '../../people/providers/providers.ts';
import { targetPurpose } from '../../outbound/channels/channel-target.ts';
import { pushKeyPurpose } from '../../outbound/channels/push-keys.ts';
import { sealingPurpose } from '../../outbound/webhooks/webhook-secret.ts';

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
