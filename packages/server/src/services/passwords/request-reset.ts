import { queueMail } from '../../store/mail-queue.ts';
import type { AccountContext } from '../identity/account-context.ts';
import { mayMail } from '../identity/mail-allowance.ts';

/** Queues a reset link. Whether the address has an account is looked up when the mail is sent, never while anyone waits. */
export async function requestPasswordReset(context: AccountContext, email: string): Promise<void> {
  const to = email.toLowerCase();
  if (!(await mayMail(context, to))) return;
  await queueMail(context.db, {
    tenantId: undefined,
    to,
    locale: 'en',
    message: { kind: 'password-reset' },
    now: context.clock.now(),
  });
  context.onMailQueued();
}
