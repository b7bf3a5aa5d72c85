import { queueMail } from '../mail/mail-queue.ts';
import type { AccountContext } from '../access/account-context.ts';
import { type DeviceTokens, findKnownDevice } from '../access/known-device.ts';
import { assertNetworkMayMail, mayMail } from '../access/mail-allowance.ts';

/** Queues a reset link. Whether a stranger's address has an account is looked up when the mail is sent, never while anyone waits. */
export async function requestPasswordReset(
  context: AccountContext,
  input: { email: string; address: string; deviceTokens: DeviceTokens | undefined },
): Promise<void> {
  const to = input.email.toLowerCase();
  await assertNetworkMayMail(context.mails, input.address);
  const deviceId = await findKnownDevice(context, { email: to, tokenOf: input.deviceTokens });
  if (!(await mayMail(context.mails, to, deviceId))) return;
  await queueMail(context.db, {
    tenantId: undefined,
    to,
    locale: 'en',
    message: { kind: 'password-reset' },
    now: context.clock.now(),
  });
  context.onMailQueued();
}
