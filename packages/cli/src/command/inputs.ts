import { InvalidArgumentError } from 'commander';
import type { ServiceClock } from '../session/service-clock.ts';

/** What a command takes beside its name: an option `--like-this`, a flag, or an argument by its place. */
export interface Input<T> {
  kind: 'option' | 'flag' | 'argument';
  placeholder: string;
  description: string;
  isRequired: boolean;
  choices?: readonly string[] | undefined;
  initial?: T | undefined;
  /** The field of the service's request that it becomes, where that is not its own name. */
  field?: string | undefined;
  /** The inputs whose other name it is: their value is what it is given. */
  standsFor?: readonly string[] | undefined;
  /** Whether it takes all arguments that are left. */
  takesRest?: boolean | undefined;
  /** The environment's variable that stands in for it. */
  variable?: string | undefined;
  /** Throws InvalidArgumentError. */
  parse: (text: string) => T;
  /** What a word such as `today` stands for at the service; for commands that ask one. */
  resolve?: ((text: string, clock: ServiceClock) => Promise<string>) | undefined;
}

/** Inputs by the name of the value that a command receives. */
export type Inputs = Record<string, Input<unknown>>;

/** Without the inputs that are another's other name. */
export type ValuesOf<I extends Inputs> = {
  [Name in keyof I as I[Name] extends OtherName ? never : Name]: I[Name] extends Input<infer T> ? T : never;
};

type OtherName = Input<unknown> & { standsFor: readonly string[] };

type Parse<T> = (text: string) => T;

export function option(placeholder: string, description: string): Input<string | undefined>;
export function option<T>(placeholder: string, description: string, parse: Parse<T>): Input<T | undefined>;
export function option(
  placeholder: string,
  description: string,
  parse: Parse<unknown> = String,
): Input<unknown> {
  return { kind: 'option', placeholder, description, isRequired: false, parse };
}

export function choice<const T extends string>(
  placeholder: string,
  description: string,
  choices: readonly T[],
): Input<T | undefined> {
  return { kind: 'option', placeholder, description, isRequired: false, choices, parse: oneOf(choices) };
}

/** One or several of the choices, separated by commas. */
export function choices<const T extends string>(
  placeholder: string,
  description: string,
  among: readonly T[],
): Input<T[] | undefined> {
  const one = oneOf(among);
  return {
    ...option(placeholder, `${description}: ${among.join(', ')}; several separated by commas`, (text) =>
      text.split(',').map((part) => one(part.trim())),
    ),
    choices: among,
  };
}

export function flag(description: string): Input<true | undefined> {
  return { kind: 'flag', placeholder: '', description, isRequired: false, parse: () => true };
}

export function argument(placeholder: string, description: string): Input<string>;
export function argument<T>(placeholder: string, description: string, parse: Parse<T>): Input<T>;
export function argument(
  placeholder: string,
  description: string,
  parse: Parse<unknown> = String,
): Input<unknown> {
  return { kind: 'argument', placeholder, description, isRequired: true, parse };
}

/** An input that is sent to the service under another name, which errors of the service use. */
export function sentAs<T>(field: string, input: Input<T>): Input<T> {
  return { ...input, field };
}

/** Another name of the inputs that are named. */
export function otherNameOf<T>(names: readonly string[], input: Input<T>): Input<T> & OtherName {
  return { ...input, standsFor: names };
}

/** An argument that may be left out. */
export function optional<T>(input: Input<T>): Input<T | undefined> {
  return { ...input, initial: undefined, isRequired: false };
}

export function required<T>(input: Input<T | undefined>): Input<T> {
  return { ...input, initial: undefined, isRequired: true, parse: asDefined(input.parse) };
}

export function withDefault<T>(input: Input<T | undefined>, initial: T): Input<T> {
  return { ...input, initial, parse: asDefined(input.parse) };
}

/** A number, which may have decimals and a sign. */
export function parseNumber(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It is not a number.');
  return Number(text);
}

function oneOf<T extends string>(choices: readonly T[]): Parse<T> {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    return found;
  };
}

/** Safe: a parser is called with text that was given, and gives undefined for none. */
function asDefined<T>(parse: Parse<T | undefined>): Parse<T> {
  return parse as Parse<T>;
}
