import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { SEALING_KEY_BYTES, createSealer } from '../../src/sealing.ts';
import { renewSealedSecrets } from '../../src/services/setup/renew-sealed-secrets.ts';
import { rotateSecret } from '../../src/services/webhooks/rotate-secret.ts';
import { sealingPurpose } from '../../src/services/webhooks/webhook-secret.ts';
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
