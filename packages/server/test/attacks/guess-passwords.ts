import { type StatusCounts, type Target, countStatuses, createStranger } from './stranger.ts';

export interface GuessPlan {
  email: string;
  /** How many addresses guess, one after the other, and which one is the first. */
  addresses: number;
  firstAddress: number;
  guessesEach: number;
  /** Right where codes of a second factor are guessed. */
  password?: string;
}

/** Guesses the password of an account, or with it the codes of its second factor, from many addresses. */
export async function guessPasswords(target: Target, plan: GuessPlan): Promise<StatusCounts> {
  const replies: { status: number }[] = [];
  for (let i = 0; i < plan.addresses; i++) {
    const stranger = createStranger(target, plan.firstAddress + i);
    for (let guess = 0; guess < plan.guessesEach; guess++) {
      const code = String(i * plan.guessesEach + guess).padStart(6, '0');
      const body =
        plan.password === undefined
          ? { username: plan.email, password: `a wrong guess ${code}` }
          : { username: plan.email, password: plan.password, otp: code };
      replies.push(await stranger.send('POST', '/auth/token', { body }));
    }
    await stranger.close();
  }
  return countStatuses(replies);
}
