import { renewSecrets } from '../../store/webhooks/endpoints.ts';
import type { DeliveryContext } from './webhook-context.ts';
import { sealingPurpose } from './webhook-secret.ts';

/** Seals with the newest key what an older one sealed; after that the older key can be taken out of the configuration. */
export async function renewSealedSecrets({
  db,
  sealer,
  logger,
}: Pick<DeliveryContext, 'db' | 'sealer' | 'logger'>): Promise<void> {
  const renewed = await renewSecrets(db, (sealed, endpointId) => {
    const purpose = sealingPurpose(endpointId);
    return sealer.isStale(sealed) ? sealer.seal(sealer.open(sealed, purpose), purpose) : undefined;
  });
  if (renewed > 0) logger.info({ renewed }, 'webhook secrets were sealed with the newest key');
}
