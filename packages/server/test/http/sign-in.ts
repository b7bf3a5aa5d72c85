import { TokenResponse } from '../../src/people/sessions/schemas.ts';
import { type Answer, type TestApi, ask } from './test-api.ts';

/** Asks for a session token as a person does. */
export function signIn({ app }: TestApi, username: string, password: string, otp?: string): Promise<Answer> {
  return ask(app, {
    method: 'POST',
    url: '/api/v1/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password, ...(otp && { otp }) }).toString(),
  });
}

export function tokenOf(answer: Answer): string {
  return TokenResponse.parse(answer.body).access_token;
}

/** The statuses of answers that came in any order. */
export function statusesOf(answers: Answer[]): number[] {
  return answers.map((answer) => answer.status).sort((a, b) => a - b);
}
