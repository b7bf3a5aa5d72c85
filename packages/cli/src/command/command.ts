import type { Environment } from '../session/environment.ts';
import type { Inputs, ValuesOf } from './inputs.ts';

/** One line of a command that a reader can paste, and what it is for. */
export type Example = [line: string, meaning: string];

/** A command, or a group of them; the table of these is what help, completion and documentation are made from. */
export interface Command {
  name: string;
  summary: string;
  inputs: Inputs;
  examples: Example[];
  /** More than the summary says, in whole sentences. */
  notes?: string | undefined;
  commands: Command[];
  /** The title under which help lists it. */
  group?: string | undefined;
  run?: ((environment: Environment, values: Record<string, unknown>) => Promise<void>) | undefined;
}

interface CommandSpec<I extends Inputs> {
  name: string;
  summary: string;
  inputs?: I;
  examples: Example[];
  notes?: string;
  commands?: Command[];
  run?: (environment: Environment, values: ValuesOf<I>) => Promise<void>;
}

export function command<const I extends Inputs>(spec: CommandSpec<I>): Command {
  const { inputs = {}, commands = [], run } = spec;
  return {
    ...spec,
    inputs,
    commands,
    run: run && ((environment, values) => run(environment, asValues<I>(values))),
  };
}

/** Safe: the values are what the parsers of these very inputs gave, and the program requires those that are required. */
export function asValues<I extends Inputs>(values: Record<string, unknown>): ValuesOf<I> {
  return values as ValuesOf<I>;
}

/** The option of an input: `asOf` is `--as-of`. */
export function longFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}
