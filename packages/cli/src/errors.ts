import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { EXIT_CODE } from './command/exit-codes.ts';
import { environmentFault } from './environment-fault.ts';
import { printable } from './output/printable.ts';

/** What was asked for cannot be done as asked. The message is one sentence for the person at the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that could not do what it was asked, with the exit code for the reason. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Errors whose message is meant for the user; by name, because an error that crossed a thread has lost its class. */
const INPUT_ERRORS = new Set([
  'UsageError',
  'BacktestInputError',
  'InsufficientHistoryError',
  'OperatorError',
]);

/** 0 after --help; for everything else see EXIT_CODES. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODE.done : EXIT_CODE.badInput;
  if (error instanceof CommandFailure) return error.exitCode;
  if (isNotFound(error)) return EXIT_CODE.notFound;
  return isInputError(error) || environmentFault(error) !== undefined ? EXIT_CODE.badInput : EXIT_CODE.failed;
}

/** What to print on stderr: a sentence for bad input, the stack for what is our fault, nothing where commander has printed help. */
export function errorText(error: unknown): string {
  return printable(textOf(error));
}

function textOf(error: unknown): string {
  if (error instanceof CommanderError) return isHelp(error) ? '' : `lonja: ${sentenceOf(error)}\n`;
  if (isInputError(error) || error instanceof CommandFailure) return `lonja: ${error.message}\n`;
  const fault = environmentFault(error);
  return fault === undefined ? `${inspect(error)}\n` : `lonja: ${fault}\n`;
}

/** An operation on the database says by its cause that there is no such record. */
function isNotFound(error: unknown): boolean {
  const cause = isInputError(error) ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'not_found';
}

function isInputError(error: unknown): error is Error {
  return error instanceof Error && INPUT_ERRORS.has(error.name);
}

/** Commander prefixes `error: ` and puts its suggestion on a line of its own. */
function sentenceOf({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}

function isHelp(error: CommanderError): boolean {
  return error.code === 'commander.help' || error.exitCode === 0;
}
