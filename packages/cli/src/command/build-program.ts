import { Argument, Command as Commander, Option } from 'commander';
import { UsageError } from '../errors.ts';
import type { Environment } from '../session/environment.ts';
import { type Command, longFlag } from './command.ts';
import { wrapText } from '../output/wrap-text.ts';
import { EXIT_CODES } from './exit-codes.ts';
import type { Input, Inputs } from './inputs.ts';

/** Where there is no terminal. */
const HELP_WIDTH = 100;
/** Of the text beside the names of options, on narrow terminals. */
const LEAST_TEXT_WIDTH = 20;

/** The program as commander parses it. */
export function buildProgram(root: Command, version: string, environment: Environment): Commander {
  return build(root, environment).version(version);
}

function build(command: Command, environment: Environment): Commander {
  const { name, summary, notes, inputs, commands, run, group } = command;
  const widthOf = () => environment.stdout.columns || HELP_WIDTH;
  const program = new Commander(name)
    .description(notes === undefined ? summary : `${summary}\n\n${notes}`)
    .summary(summary)
    .exitOverride()
    .configureHelp({ minWidthToWrap: LEAST_TEXT_WIDTH })
    .configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      writeErr: (text) => environment.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: widthOf,
      getErrHelpWidth: widthOf,
    })
    .enablePositionalOptions()
    .helpCommand(false)
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', () => helpAfter(command, widthOf()));
  if (group !== undefined) program.helpGroup(`${group}:`);
  const names = Object.entries(inputs);
  const argumentNames = names.filter(([, input]) => input.kind === 'argument').map(([key]) => key);
  for (const [key, input] of names) {
    if (input.kind === 'argument') program.addArgument(argumentOf(input));
    else program.addOption(optionOf(key, input));
  }
  for (const child of commands) program.addCommand(build(child, environment));
  if (run !== undefined) {
    program.allowExcessArguments(commands.length > 0);
    program.action(async () => {
      const unknown = program.args[argumentNames.length];
      if (unknown !== undefined && !names.some(([, { takesRest }]) => takesRest === true))
        throw new UsageError(`There is no command "${name} ${unknown}"; see "lonja ${name} --help".`);
      const given = program.args.map((text, i) => [argumentNames[i] ?? '', program.processedArgs[i] ?? text]);
      const values = { ...program.opts(), ...Object.fromEntries(given) };
      await run(environment, withoutOtherNames(program, inputs, values));
    });
  }
  return program;
}

/** The values with those that were given by another name in their places; refuses two that contradict each other. */
function withoutOtherNames(
  program: Commander,
  inputs: Inputs,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const own = { ...values };
  const givenAs = new Map<string, string>();
  const asGiven = (name: string) => `${longFlag(name)} ${JSON.stringify(values[name]).replaceAll('"', '')}`;
  for (const name of Object.keys(inputs))
    if (program.getOptionValueSource(name) === 'cli') givenAs.set(name, name);
  for (const [name, { standsFor }] of Object.entries(inputs)) {
    if (standsFor === undefined) continue;
    delete own[name];
    if (values[name] === undefined) continue;
    for (const target of standsFor) {
      const before = givenAs.get(target);
      if (before !== undefined && own[target] !== values[name])
        throw new UsageError(
          `${asGiven(before)} and ${asGiven(name)} contradict each other; name one of them.`,
        );
      own[target] = values[name];
      givenAs.set(target, name);
    }
  }
  return own;
}

function argumentOf({ placeholder, description, isRequired, takesRest, parse }: Input<unknown>): Argument {
  const word = takesRest === true ? `${placeholder}...` : placeholder;
  const name = isRequired ? `<${word}>` : `[${word}]`;
  const argument = new Argument(name, description);
  // Of several words commander makes the list.
  return takesRest === true ? argument : argument.argParser((text) => parse(text));
}

function optionOf(key: string, input: Input<unknown>): Option {
  const { kind, placeholder, description, isRequired, initial, variable, parse } = input;
  if (kind === 'flag') return new Option(longFlag(key), description);
  const option = new Option(`${longFlag(key)} <${placeholder}>`, description)
    .argParser((text) => parse(text))
    .makeOptionMandatory(isRequired);
  if (initial !== undefined) option.default(initial);
  if (variable !== undefined) option.env(variable);
  // Shown and completed; the parser is what refuses.
  if (input.choices !== undefined && !description.includes(input.choices.join(', ')))
    option.description = `${description} (${input.choices.join(', ')})`;
  return option;
}

/** The examples stand last, where a reader of a long help sees them. */
function helpAfter({ examples, run, commands }: Command, width: number): string {
  const lines = examples.flatMap(([line, meaning]) => [
    ...commandLines(line, width - 2).map((part) => `  ${part}`),
    ...wrapText(meaning, width - 6).map((part) => `      ${part}`),
  ]);
  const codes = EXIT_CODES.flatMap(([code, meaning]) =>
    wrapText(meaning, width - 5).map((line, i) => (i === 0 ? `  ${code}  ${line}` : `     ${line}`)),
  );
  return [
    ...(run === undefined && commands.length > 0 ? [] : ['', 'Exit codes:', ...codes]),
    ...(lines.length === 0 ? [] : ['', 'Examples:', ...lines]),
  ].join('\n');
}

/** A command that is too long goes on in the next line, before an option or a UUID, as a shell reads it. */
function commandLines(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of line.split(/ (?=--|[\da-f]{8}-)/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${part} \\`.length <= width)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(lines.length === 0 ? part : `  ${part}`);
  }
  return lines.map((text, i) => (i < lines.length - 1 ? `${text} \\` : text));
}
