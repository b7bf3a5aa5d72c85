import { randomBytes } from 'node:crypto';
import { type StatusCounts, type Target, countStatuses, createStranger } from './stranger.ts';

/** Sends tokens and keys that are none, or none any more, from one address. */
export async function sendBadCredentials(
  target: Target,
  { tries, address, ended }: { tries: number; address: number; ended: readonly string[] },
): Promise<StatusCounts> {
  const stranger = createStranger(target, address);
  const made = ['x', 'svc_x', `svc_${'0'.repeat(36)}`, 'e30.e30.e30', randomBytes(40).toString('base64url')];
  const tokens = [...ended, ...made];
  const replies: { status: number }[] = [];
  for (let i = 0; i < tries; i++) {
    replies.push(await stranger.send('GET', '/markets', { token: tokens[i % tokens.length] }));
  }
  await stranger.close();
  return countStatuses(replies);
}
