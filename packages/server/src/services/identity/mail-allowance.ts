import type { RateLimiter } from './rate-limiter.ts';

const MAILS_PER_WINDOW = 5;

/** Whether a public route may still send to an address in the current window: nobody can have a mailbox flooded. */
export async function mayMail(context: { failures: RateLimiter }, email: string): Promise<boolean> {
  return (await context.failures.take(`mail:${email}`, MAILS_PER_WINDOW)).allowed;
}
