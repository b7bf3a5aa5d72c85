import { CommanderError } from 'commander';
import { environmentFault } from './environment-fault.ts';

/** What was asked for cannot be done as asked. The message is one sentence for the person at the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const FAILED = 1;
const BAD_INPUT = 2;

/** Errors whose message is meant for the user; by name, because an error that crossed a thread has lost its class. */
const INPUT_ERRORS = new Set([
  'UsageError',
  'BacktestInputError',
  'InsufficientHistoryError',
  'OperatorError',
]);

/** 0 after --help, 2 when the input is at fault, 1 when the command is. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : BAD_INPUT;
  return isInputError(error) || environmentFault(error) !== undefined ? BAD_INPUT : FAILED;
}

/** One sentence on stderr for bad input, the stack for what is our fault, nothing where commander has printed help. */
export function reportError(error: unknown): void {
  if (error instanceof CommanderError) {
    if (!isHelp(error)) console.error(`lonja: ${sentenceOf(error)}`);
  } else if (isInputError(error)) {
    console.error(`lonja: ${error.message}`);
  } else {
    const fault = environmentFault(error);
    console.error(fault === undefined ? error : `lonja: ${fault}`);
  }
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
