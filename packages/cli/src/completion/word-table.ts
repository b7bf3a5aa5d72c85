import { type Command, longFlag } from '../command/command.ts';
import type { Input } from '../command/inputs.ts';

/** What may follow a command: its commands, options and the choices of its arguments. */
export interface Place {
  /** The words of the command, without the program's name: `webhooks deliveries`. */
  path: string;
  commands: { name: string; summary: string }[];
  options: { flag: string; description: string; takesValue: boolean; choices: readonly string[] }[];
  choices: readonly string[];
}

const HELP = { flag: '--help', description: 'show this help', takesValue: false, choices: [] };

/** Every place of the program where something can be completed. */
export function placesOf(command: Command, path: readonly string[] = []): Place[] {
  const inputs = Object.entries(command.inputs);
  const place = {
    path: path.join(' '),
    commands: command.commands.map(({ name, summary }) => ({ name, summary })),
    options: [...inputs.filter(([, { kind }]) => kind !== 'argument').map(optionOf), HELP],
    choices: inputs.flatMap(([, { kind, choices = [] }]) => (kind === 'argument' ? choices : [])),
  };
  return [place, ...command.commands.flatMap((child) => placesOf(child, [...path, child.name]))];
}

function optionOf([name, { kind, description, choices = [] }]: [string, Input<unknown>]) {
  return { flag: longFlag(name), description, takesValue: kind === 'option', choices };
}
