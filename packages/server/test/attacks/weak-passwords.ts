import type { FieldFault } from '../../src/ground/errors.ts';
import { ErrorBody } from '../../src/ground/http/error.ts';
import type { TestApi, TestSession } from '../http/test-api.ts';

/** What guessing tries first; the last ones are of the user's address and tenant. */
const WEAK = [
  'short',
  'password',
  'Password1!',
  'P@ssw0rd2026',
  'aaaaaaaa',
  '        ',
  'abcabcabcabc',
  'abcd12345678',
  'qwertyuiop',
  'Football!1',
  'Levante2026!',
  'levantegas',
];

export interface WeakPlace extends Pick<TestApi, 'send'> {
  user: Pick<TestSession, 'token' | 'email'>;
  /** Tokens of a mailed link for a new password and of an invitation of the user's tenant. */
  link: string;
  invitation: string;
}

/** Tries to set weak passwords on every route that sets one. Gives those that went through, and the rules that refused the others. */
export async function tryWeakPasswords(
  { send, user, link, invitation }: WeakPlace,
  currentPassword: string,
): Promise<{ tries: number; accepted: string[]; rules: string[] }> {
  const ways: [path: string, token: string | undefined, bodyOf: (password: string) => object][] = [
    [
      '/auth/password',
      user.token,
      (password) => ({ current_password: currentPassword, new_password: password }),
    ],
    ['/auth/password/reset', undefined, (password) => ({ token: link, password })],
    [
      '/auth/invitations/accept',
      undefined,
      (password) => ({ token: invitation, password, full_name: 'Guest' }),
    ],
  ];
  const accepted: string[] = [];
  const rules = new Set<string>();
  let tries = 0;
  for (const [path, token, bodyOf] of ways) {
    for (const password of [...WEAK, user.email.split('@')[0], `${user.email.slice(0, 36)}!`]) {
      // Of an invitation another address counts.
      if (path.endsWith('accept') && user.email.startsWith(password.slice(0, 36))) continue;
      const answer = await send('POST', path, token, bodyOf(password));
      tries++;
      if (answer.status !== 422) accepted.push(`${path} ${password}: ${answer.status}`);
      else for (const { type } of faultsOf(answer.body)) rules.add(type);
    }
  }
  return { tries, accepted, rules: [...rules].sort() };
}

function faultsOf(body: unknown): FieldFault[] {
  const { detail } = ErrorBody.parse(body);
  return typeof detail === 'string' ? [] : detail;
}
