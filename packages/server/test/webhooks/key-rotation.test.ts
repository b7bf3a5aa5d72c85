import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { reason } from '../../src/ground/reasons/reasons.ts';
import { SEALING_KEY_BYTES, createSealer } from '../../src/ground/secrets/sealing.ts';
import { startDeliveryWorker } from '../../src/outbound/webhooks/delivery-worker.ts';
import { adoptSealingKeys, renewSealedSecrets } from '../../src/operate/setup/adopt-secrets.ts';
import { rotateSecret } from '../../src/outbound/webhooks/rules.ts';
import { sendTest } from '../../src/outbound/webhooks/delivery-rules.ts';
import { createTargetCache } from '../../src/outbound/webhooks/target-cache.ts';
import { sealingPurpose } from '../../src/outbound/webhooks/sign.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const [oldKey, newKey] = [randomBytes(SEALING_KEY_BYTES), randomBytes(SEALING_KEY_BYTES)];
const service = await createWebhookService('2026-03-30T10:05:00Z', { sealer: createSealer([oldKey]) });
const { db, context } = service;
after(() => service.close());

test('after a start with a new key in front, the old key is needed no more', async () => {
  const admin = await service.createAdmin();
  const { id, secret: first } = await service.register(admin, 'http://127.0.0.1:9/');
  const { secret: second } = await rotateSecret(context, admin, id, 3600);
  await renewSealedSecrets({ ...context, sealer: createSealer([newKey, oldKey]) });
  const row = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const alone = createSealer([newKey]);
  assert.equal(alone.open(row.secret, sealingPurpose(id)), second);
  assert.equal(alone.open(row.previous_secret ?? Buffer.of(), sealingPurpose(id)), first);
});

test('a secret whose key is gone stays as it is and stops nothing', async () => {
  const admin = await service.createAdmin();
  const { id } = await service.register(admin, 'http://127.0.0.1:9/');
  const read = () =>
    db.selectFrom('webhook_endpoint').select('secret').where('id', '=', id).executeTakeFirstOrThrow();
  const before = await read();
  const silent = { ...context, logger: context.logger.child({}, { level: 'silent' }) };
  await renewSealedSecrets({ ...silent, sealer: createSealer([newKey]) });
  assert.deepEqual(await read(), before);
});

test('a worker without the key of the database sends nothing and uses up no attempt; one that has it delivers', async () => {
  const [key, other] = [randomBytes(SEALING_KEY_BYTES), randomBytes(SEALING_KEY_BYTES)];
  const webhooks = await createWebhookService('2026-03-30T10:05:00Z', { sealer: createSealer([key]) });
  const receiver = await startReceiver();
  await adoptSealingKeys(webhooks.context);
  const admin = await webhooks.createAdmin();
  const { id } = await webhooks.register(admin, receiver.url);
  const wrong = startDeliveryWorker({ ...webhooks.context, sealer: createSealer([other]) });
  await sendTest(webhooks.context, admin, id);
  wrong.wake();
  await sleep(1000);
  const [waiting] = await webhooks.settled(id, () => true);
  assert.deepEqual([waiting.state, waiting.attempts, receiver.received.length], ['pending', 0, 0]);
  webhooks.startWorker().wake();
  const [delivered] = await webhooks.settled(id);
  assert.deepEqual([delivered.state, delivered.attempts, receiver.received.length], ['succeeded', 1, 1]);
  await wrong.stop();
  await receiver.close();
  await webhooks.close();
});

test('a delivery claimed before its secret was sealed with a new key is left to those that have the key', async () => {
  const [old, next] = [randomBytes(SEALING_KEY_BYTES), randomBytes(SEALING_KEY_BYTES)];
  const webhooks = await createWebhookService('2026-03-30T10:05:00Z', { sealer: createSealer([old]) });
  const silent = { ...webhooks.context, logger: webhooks.context.logger.child({}, { level: 'silent' }) };
  await adoptSealingKeys(silent);
  const { id } = await webhooks.register(await webhooks.createAdmin(), 'http://127.0.0.1:9/');
  await adoptSealingKeys({ ...silent, sealer: createSealer([next, old]) });
  const claimed = { ticket: '1', id, endpointId: id, eventId: id, step: 0, ofTenant: 1, targetVersion: '0' };
  assert.deepEqual(await createTargetCache(silent)([claimed]), [undefined]);
  // The database's key it has, and the secret's is lost: the tenant is to rotate it.
  const lost = { ...silent, sealer: createSealer([randomBytes(SEALING_KEY_BYTES)]) };
  await adoptSealingKeys(lost, { areLost: true });
  const [target] = await createTargetCache(lost)([claimed]);
  assert.deepEqual(target?.fault, [reason('secret_unreadable')]);
  await webhooks.close();
});
