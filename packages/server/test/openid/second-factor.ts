import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { TotpOffer } from '../../src/people/sessions/schemas.ts';
import { TEST_PASSWORD, type TestApi } from '../http/test-api.ts';

/** Sets a second factor up and gives its secret. */
export async function enrol(api: TestApi, token: string): Promise<string> {
  const offer = await api.send('POST', '/auth/totp/enrol', token, { password: TEST_PASSWORD });
  const { secret } = TotpOffer.parse(offer.body);
  const otp = currentCode(secret, api.clock.now());
  const confirmed = await api.send('POST', '/auth/totp/confirm', token, { otp });
  assert.equal(confirmed.status, 200, confirmed.text);
  return secret;
}

export function currentCode(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
