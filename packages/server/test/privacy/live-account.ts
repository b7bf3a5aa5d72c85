import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { linkIdentity } from '../../src/people/openid/linked-identities.ts';
import { CreatedApiKey } from '../../src/people/api-keys/record.ts';
import { Me } from '../../src/people/users/record.ts';
import {
  makeBackfill,
  makeInvitation,
  makeQuarantinedDay,
  makeProfile,
  makeWebhook,
} from '../access/records.ts';
import { makeAlertChannel, makeAlertRule, makeNotification } from '../access/user-records.ts';
import { signIn, tokenOf } from '../http/sign-in.ts';
import type { TestApi, TestSession } from '../http/test-api.ts';

export interface LiveAccount {
  token: string;
  id: string;
  email: string;
  name: string;
  password: string;
  tenantId: string;
  key: string;
}

/** Somebody whom an admin invites, and who leaves a trace in every place where people do. */
export async function liveAccount(
  api: TestApi,
  admin: TestSession,
  { email, name }: { email: string; name: string },
): Promise<LiveAccount> {
  const post = async (path: string, token: string | undefined, body?: object, status = 201) => {
    const answer = await api.send('POST', path, token, body);
    assert.equal(answer.status, status, `${path}: ${answer.text}`);
    return answer;
  };
  const password = 'a good horse';
  api.clock.advance(16 * 60_000);
  await post('/auth/register', undefined, { email, tenant_name: 'Other' }, 202);
  api.clock.advance(60_000);
  await post('/auth/invitations', admin.token, { email, role: 'admin' });
  const mails = await api.deliverMail();
  const link = mails
    .map(({ text }) => /invite\?token=([\w-]+)/.exec(text)?.[1])
    .find((one) => one !== undefined);
  await post('/auth/invitations/accept', undefined, { token: link, password, full_name: name });
  await signIn(api, email, 'a wrong horse');
  const token = tokenOf(await signIn(api, email, password));
  const { id, tenant } = Me.parse((await api.get('/auth/me', token)).body);
  const place = { tenantId: tenant.id, userId: id };
  await api.send('PATCH', '/auth/me', token, { full_name: name });
  await post('/auth/totp/enrol', token, { password }, 200);
  api.clock.advance(60_000);
  await post('/auth/password/forgot', undefined, { email }, 202);
  await api.deliverMail();
  await post('/support/tickets', token, { subject: `From ${name}`, message: `Write to ${email}.` });
  const { key } = CreatedApiKey.parse((await post('/auth/api-keys', token, { label: 'Desk' })).body);
  await api.app.inject({
    method: 'POST',
    url: '/api/v1/auth/api-keys',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'once' },
    payload: { label: 'Other desk' },
  });
  for (const make of [
    makeAlertRule,
    makeAlertChannel,
    makeNotification,
    makeInvitation,
    makeBackfill,
    makeProfile,
    makeWebhook,
  ]) {
    await make(api, place);
  }
  await linkIdentity(api.db, { ...place, subjectSha256: randomBytes(32), now: api.clock.now() });
  await makeQuarantinedDay(api, place);
  await api.db
    .updateTable('quarantined_day')
    .set({ decided_by: id, discarded_at: new Date(api.clock.now()), decision_reason: 'no' })
    .execute();
  const ended = tokenOf(await signIn(api, email, password));
  await post('/auth/logout', ended, undefined, 204);
  await api.get('/auth/me', ended);
  // Written beside the answer.
  for (let tries = 0; tries < 50; tries++) {
    const refused = await api.db
      .selectFrom('audit_entry')
      .select('id')
      .where('action', '=', 'credential.refused')
      .where('target_id', '=', id)
      .executeTakeFirst();
    if (refused !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { token, id, email, name, password, tenantId: tenant.id, key };
}
