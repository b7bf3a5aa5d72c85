import type { Environment } from '../session/environment.ts';
import { errorText, exitCodeOf } from '../errors.ts';
import { buildProgram } from './build-program.ts';
import type { Command } from './command.ts';
import { EXIT_CODE } from './exit-codes.ts';

/** Does what the arguments say, and gives the exit code. */
export async function runProgram(
  root: Command,
  { args, version, environment }: { args: string[]; version: string; environment: Environment },
): Promise<number> {
  try {
    await buildProgram(root, version, environment).parseAsync(args, { from: 'user' });
    return EXIT_CODE.done;
  } catch (error) {
    environment.stderr.write(errorText(error));
    return exitCodeOf(error);
  }
}
