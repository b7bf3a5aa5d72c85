import { randomUUID } from 'node:crypto';
import { ZONES } from '@lonja/forecasting/market';
import type { Transaction } from 'kysely';
import { type Db, withTenant } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import { AppError } from '../../ground/errors.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import { reason } from '../../ground/reasons/reasons.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { auditChange, type Principal } from '../../people/access/principal.ts';
import { auditedFields } from '../../people/audit/audit.ts';
import { AS_STORED, type WantedPoints } from '../events/event-body.ts';
import { checkTarget } from './check-target.ts';
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  disableEndpoint,
  type EndpointChange,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoints,
  lockSecret,
  replaceSecret,
  type WebhookEndpoint,
} from './endpoints.ts';
import { generateWebhookSecret, sealingPurpose } from './sign.ts';
import type { WebhookContext } from './webhook-context.ts';

const MOST_ENDPOINTS = 20;

/** Registers an endpoint. The secret is in this answer and nowhere else: the store keeps it sealed. */
export async function createEndpoint(
  context: WebhookContext,
  principal: Principal,
  input: { name: string; url: string; events: EventType[]; market_ids?: string[] } & {
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
    await insertEndpoint(tx, {
      ...input,
      url,
      quantiles: input.quantiles ?? AS_STORED.quantiles,
      resolution: input.resolution ?? AS_STORED.resolution,
      market_ids: input.market_ids ?? [ZONES[0]],
      id,
      tenant_id: tenantId,
      state: 'active',
      secret: sealed,
      created_at: new Date(now),
      updated_at: new Date(now),
    });
    const details = auditedFields({ ...input, url });
    await auditChange(tx, principal, 'webhook.created', { id, details, now });
    return findEndpoint(tx, id);
  });
  if (endpoint === undefined) throw new Error('A webhook endpoint vanished while it was created.');
  return { endpoint, secret };
}

/** A page of the tenant's endpoints, the newest first. */
export async function listEndpointsOf(
  { db }: WebhookContext,
  principal: Principal,
  page: { limit: number; offset: number },
): Promise<{ endpoints: WebhookEndpoint[]; total: number }> {
  return withTenant(db, principal.tenantId, async (tx) => ({
    endpoints: await listEndpoints(tx, page),
    total: await countEndpoints(tx),
  }));
}

export async function getEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
): Promise<WebhookEndpoint> {
  return withEndpoint(context, principal, id, async (_tx, endpoint) => endpoint);
}

const DISABLED_BY_ADMIN = [reason('disabled_by_admin')];

/** Changes an endpoint; what is absent stays as it is. Disabling fails what waits, activating starts afresh. */
export async function updateEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
  wanted: Omit<EndpointChange, 'state'> & { state?: 'active' | 'disabled' | undefined },
): Promise<WebhookEndpoint> {
  // Ownership comes first, so that the answer about a target says nothing of endpoints that are not the caller's.
  const before = await withEndpoint(context, principal, id, async (_tx, endpoint) => endpoint);
  const change = {
    ...wanted,
    ...(wanted.url !== undefined && { url: await checkTarget(context, wanted.url) }),
  };
  const now = context.clock.now();
  return withEndpoint(context, principal, id, async (tx) => {
    const { state, ...fields } = change;
    await changeEndpoint(tx, id, { ...fields, state: state === 'active' ? state : undefined }, now);
    if (state === 'disabled') await disableEndpoint(tx, id, { reason: DISABLED_BY_ADMIN, now });
    await auditChange(tx, principal, 'webhook.changed', { id, details: auditedFields(change), now });
    return (await findEndpoint(tx, id)) ?? before;
  });
}

/**
 * Gives an endpoint a new secret, shown here and never again. For `graceS` seconds deliveries are signed with the old one as
 * well, so that the receiver can change over without losing any. At most two secrets sign: while an older one still does, the
 * rotation is refused, unless `graceS` is 0, which ends every earlier secret at once.
 */
export async function rotateSecret(
  context: WebhookContext,
  principal: Principal,
  id: string,
  graceS: number | undefined,
): Promise<{ secret: string; previousExpiresAt: number | undefined }> {
  const secret = generateWebhookSecret();
  const sealed = context.sealer.seal(secret, sealingPurpose(id));
  const now = context.clock.now();
  return withEndpoint(context, principal, id, async (tx) => {
    const old = await lockSecret(tx, id);
    const until = old?.previousExpiresAt ?? 0;
    if (graceS !== 0 && until > now) throw stillSigns(until);
    const previous =
      graceS !== undefined && graceS > 0 && old !== undefined
        ? { secret: old.secret, expiresAt: now + graceS * 1000 }
        : undefined;
    await replaceSecret(tx, id, { secret: sealed, previous, now });
    await auditChange(tx, principal, 'webhook.secret_rotated', {
      id,
      details: { grace_seconds: graceS ?? 0 },
      now,
    });
    return { secret, previousExpiresAt: previous?.expiresAt };
  });
}

function stillSigns(until: number): AppError {
  return new AppError(
    'conflict',
    `The previous secret signs until ${formatInstant(until)}. Rotate again after that, or send grace_seconds 0 to end ` +
      'every earlier secret now.',
  );
}

/** Removes an endpoint with its secret and its delivery log. What waits for it is not sent any more. */
export async function removeEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
): Promise<void> {
  const now = context.clock.now();
  await withEndpoint(context, principal, id, async (tx, { name, url }) => {
    await deleteEndpoint(tx, id);
    await auditChange(tx, principal, 'webhook.deleted', { id, details: { name, url }, now });
  });
}

/**
 * Runs `work` on the tenant's endpoint in a transaction that sees the rows of the tenant alone. Another tenant's endpoint is
 * refused with 403, an id that exists nowhere with 404.
 */
export async function withEndpoint<T>(
  { db }: { db: Db },
  principal: Principal,
  id: string,
  work: (tx: Transaction<Database>, endpoint: WebhookEndpoint) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'webhook_endpoint', id, noun: 'webhook endpoint' });
  return withTenant(db, principal.tenantId, async (tx) => {
    const endpoint = await findEndpoint(tx, id);
    if (endpoint === undefined) {
      throw new AppError('not_found', 'There is no webhook endpoint with this id.');
    }
    return work(tx, endpoint);
  });
}
