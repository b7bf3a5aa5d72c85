import type { AttackedAccounts } from '../../../packages/server/test/attacks/attacked-accounts.ts';
import { floodMailbox } from '../../../packages/server/test/attacks/flood-mailbox.ts';
import { guessPasswords } from '../../../packages/server/test/attacks/guess-passwords.ts';
import { createStranger, type StatusCounts } from '../../../packages/server/test/attacks/stranger.ts';
import type { Tried } from '../../../packages/server/test/attacks/tried.ts';
import { tryWeakPasswords } from '../../../packages/server/test/attacks/weak-passwords.ts';
import { TEST_PASSWORD } from '../../../packages/server/test/http/test-api.ts';

const OWNER = 200;
const ADDRESSES = 30;
const GUESSES_EACH = 10;
const ROUNDS = 40;
/** Mails that one address may get in a day. */
const MOST_MAILS = 6;

/** Guesses a password from many addresses until no stranger is let in. Broken: a guess that is not refused, or an owner who is kept out. */
export async function guessFromEverywhere({ api, baseUrl }: AttackedAccounts): Promise<Tried> {
  const { email } = await api.createSession();
  const owner = createStranger({ baseUrl }, OWNER);
  const signIn = (cookies: readonly string[] = []) =>
    owner.send('POST', '/auth/token', { body: { username: email, password: TEST_PASSWORD }, cookies });
  const { cookies } = await signIn();
  const counts = await guessPasswords(
    { baseUrl },
    { email, addresses: ADDRESSES, firstAddress: OWNER + 1, guessesEach: GUESSES_EACH },
  );
  const broken = notRefused(counts);
  const { status } = await signIn(cookies);
  if (status !== 200) broken.push(`the owner: ${status}`);
  await owner.close();
  return { tries: ADDRESSES * GUESSES_EACH, broken };
}

function notRefused(counts: StatusCounts): string[] {
  return Object.entries(counts).flatMap(([status, count]) =>
    status === '401' || status === '429' ? [] : [`${count} guesses: ${status}`],
  );
}

/** Has mail sent to somebody in every way, once a minute. Broken: more mails than one address may get. */
export async function floodOneMailbox({ api, baseUrl }: AttackedAccounts): Promise<Tried> {
  const admins = [(await api.createSession()).token, (await api.createSession()).token];
  await api.deliverMail();
  let mails = 0;
  const pass = async () => {
    mails += (await api.deliverMail()).length;
    api.clock.advance(60_000);
  };
  const plan = { victim: 'victim@example.com', rounds: ROUNDS, admins, pass };
  const answers = await floodMailbox({ baseUrl }, plan);
  const tries = Object.values(answers)
    .flatMap((counts) => Object.values(counts))
    .reduce((sum, count) => sum + count, 0);
  return { tries, broken: mails <= MOST_MAILS ? [] : [`${mails} mails`] };
}

/** Sets passwords that are guessed first, wherever one is set. Broken: those that were taken. */
export async function setWeakPasswords({ api }: AttackedAccounts): Promise<Tried> {
  const user = await api.createSession();
  await api.db.updateTable('tenant').set({ name: 'Levante Gas' }).where('id', '=', user.tenantId).execute();
  await api.deliverMail();
  await api.send('POST', '/auth/password/forgot', undefined, { email: user.email });
  const invited = { email: 'guest.user@levante.example.com', role: 'viewer' };
  await api.send('POST', '/auth/invitations', user.token, invited);
  const text = (await api.deliverMail()).map((mail) => mail.text).join('\n');
  const tokenOf = (page: string) => new RegExp(`${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? '';
  const send: typeof api.send = (...request) => api.send(...request);
  const place = { send, user, link: tokenOf('reset'), invitation: tokenOf('invite') };
  const { tries, accepted } = await tryWeakPasswords(place, TEST_PASSWORD);
  return { tries, broken: accepted };
}
