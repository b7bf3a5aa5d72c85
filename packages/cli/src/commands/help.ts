import { buildProgram } from '../command/build-program.ts';
import { type Command, command } from '../command/command.ts';
import { argument, optional } from '../command/inputs.ts';
import { UsageError } from '../errors.ts';

/** `root` is asked for when the command runs: it has this command in it. */
export function createHelpCommand(root: () => Command): Command {
  return command({
    name: 'help',
    summary: 'Show the commands, or the inputs and examples of one.',
    inputs: {
      command: { ...optional(argument<string[]>('command', 'words of a command', asWords)), takesRest: true },
    },
    examples: [
      ['lonja help', 'every command, by topic'],
      ['lonja help sites create', 'one command'],
    ],
    async run(environment, { command: words = [] }) {
      let place = root();
      for (const [i, word] of words.entries()) {
        const child = place.commands.find(({ name }) => name === word);
        if (child === undefined)
          throw new UsageError(
            `There is no command "${words.slice(0, i + 1).join(' ')}"; "lonja help" lists them.`,
          );
        place = child;
      }
      await buildProgram(root(), '', environment).parseAsync([...words, '--help'], { from: 'user' });
    },
  });
}

function asWords(word: string): string[] {
  return [word];
}
