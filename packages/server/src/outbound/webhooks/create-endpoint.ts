import { ZONES } from '@lonja/forecasting/market';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import { withTenant } from '../../ground/database/database.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import {
  type WebhookEndpoint,
  countEndpoints,
  findEndpoint,
  insertEndpoint,
  lockEndpoints,
} from './endpoints.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditEndpoint } from './audit-endpoint.ts';
import { checkTarget } from './check-target.ts';
import { AS_STORED, type WantedPoints } from '../events/wanted-points.ts';
import type { WebhookContext } from './webhook-context.ts';
import { generateWebhookSecret, sealingPurpose } from './webhook-secret.ts';

const MOST_ENDPOINTS = 20;

/** Registers an endpoint. The secret is in this answer and nowhere else: the store keeps it sealed. */
export async function createEndpoint(
  context: WebhookContext,
  principal: Principal,
  input: { name: string; url: string; events: EventType[]; marketIds?: string[] } & {
    [field in keyof WantedPoints]?: WantedPoints[field] | undefined;
  },
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const url = await checkTarget(context, input.url);
  const { tenantId } = principal;
  const id = randomUUID();
  const secret = generateWebhookSecret();
  const sealed = context.sealer.seal(secret, sealingPurpose(id));
  const now = context.clock.now();
  const endpoint = await withTenant(context.db, tenantId, async (tx) => {
    await lockEndpoints(tx, tenantId);
    if ((await countEndpoints(tx)) >= MOST_ENDPOINTS) {
      throw new AppError(
        'conflict',
        `A tenant has at most ${MOST_ENDPOINTS} webhook endpoints; delete one first.`,
      );
    }
    const {
      quantiles = AS_STORED.quantiles,
      resolution = AS_STORED.resolution,
      marketIds = [ZONES[0]],
    } = input;
    await insertEndpoint(tx, {
      ...input,
      marketIds,
      url,
      quantiles,
      resolution,
      id,
      tenantId,
      secret: sealed,
      now,
    });
    await auditEndpoint(tx, principal, { verb: 'created', endpointId: id, details: { ...input, url }, now });
    return findEndpoint(tx, id);
  });
  if (endpoint === undefined) throw new Error('A webhook endpoint vanished while it was created.');
  return { endpoint, secret };
}
