import { renewSecrets } from '../../store/webhooks/endpoints.ts';
import type { DeliveryContext } from './webhook-context.ts';

/** Seals with the newest key what an older one sealed; after that the older key can be taken out of the configuration. */
export async function renewSealedSecrets({
  db,
  sealer,
  logger,
}: Pick<DeliveryContext, 'db' | 'sealer' | 'logger'>): Promise<void> {
  const renewed = await renewSecrets(db, (sealed, endpointId) =>
    sealer.isStale(sealed) ? sealer.seal(sealer.open(sealed, endpointId), endpointId) : undefined,
  );
  if (renewed > 0) logger.info({ renewed }, 'webhook secrets were sealed with the newest key');
}
