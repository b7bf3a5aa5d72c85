import { flag } from '../command/inputs.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { CommandFailure } from '../errors.ts';
import type { Environment } from './environment.ts';
import { ask } from './prompt.ts';

/** Of every command that asks before it does something. */
export const YES_INPUT = { yes: flag('do not ask; required where there is no terminal to ask at') };

/** Asks before something that cannot be undone. Throws CommandFailure, with nothing changed, unless the answer is yes. */
export async function confirm(
  environment: Pick<Environment, 'stdin' | 'stderr'>,
  question: string | undefined,
  yes: true | undefined,
): Promise<void> {
  if (question === undefined || yes === true) return;
  const answer = await ask(
    environment,
    `${question} [y/N] `,
    `${question} There is no terminal to ask at: add --yes.`,
  );
  if (!/^y(es)?$/i.test(answer))
    throw new CommandFailure('Not confirmed; nothing was changed.', EXIT_CODE.badInput);
}
