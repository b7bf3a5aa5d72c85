import { InvalidArgumentError } from 'commander';
import { type Command, command } from '../command/command.ts';
import { argument } from '../command/inputs.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `root` is asked for when the command runs: it has this command in it. */
export function createCompletionCommand(root: () => Command): Command {
  return command({
    name: 'completion',
    summary: 'Print the completion of commands and options for a shell.',
    inputs: { shell: { ...argument('shell', `one of ${SHELLS.join(', ')}`, parseShell), choices: SHELLS } },
    examples: [
      ['source <(lonja completion bash)', 'in ~/.bashrc'],
      ['source <(lonja completion zsh)', 'in ~/.zshrc, after compinit'],
      ['lonja completion fish > ~/.config/fish/completions/lonja.fish', 'once'],
    ],
    async run({ stdout }, { shell }) {
      const { completionScript } = await import('../completion/completion-script.ts');
      stdout.write(completionScript(root(), shell));
    },
  });
}

function parseShell(text: string): (typeof SHELLS)[number] {
  const shell = SHELLS.find((name) => name === text);
  if (shell === undefined) throw new InvalidArgumentError(`There is completion for ${SHELLS.join(', ')}.`);
  return shell;
}
