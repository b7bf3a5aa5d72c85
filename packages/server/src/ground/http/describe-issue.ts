import type { z } from 'zod';

/** How the message of a value that is not there begins. */
export const MISSING = 'Missing: ';

/**
 * What is wrong with a value and what to send in its place; undefined leaves it to zod. Values of a body have types of their own, those of
 * paths and queries are text that may come several times.
 */
export function describeIssue(issue: z.core.$ZodRawIssue, isBody: boolean): string | undefined {
  const { input } = issue;
  const path = issue.path?.join('.') ?? '';
  if (input === undefined) return `${MISSING}send ${path || 'it'}.`;
  if (isBody && input === null && path === '') return `${MISSING}send a JSON object as the body.`;
  if (!isBody && Array.isArray(input)) return `Given ${input.length} times; send it once.`;
  switch (issue.code) {
    case 'invalid_value':
      return `Send one of ${issue.values.join(', ')}${typeof input === 'string' ? '' : `, not ${kindOf(input)}`}.`;
    case 'invalid_type':
      return describeType(issue.expected, input, isBody);
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'too_small':
      return describeLeast(issue.origin, Number(issue.minimum));
    case 'too_big':
      return `Send at most ${issue.maximum}${UNITS[issue.origin] ?? ''}.`;
    default:
      return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Send an e-mail address.',
  uuid: 'Send a UUID, such as 0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de.',
};

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

const NUMBER_TYPES: ReadonlySet<string> = new Set(['int', 'number']);
const NUMBER_IN_QUOTES = /^-?\d{1,15}(\.\d{1,15})?$/;

function describeType(expected: string, input: unknown, isBody: boolean): string | undefined {
  const isNumber = NUMBER_TYPES.has(expected);
  // Numbers of paths and queries are whole; what is in a body and only not whole is a number all the same.
  if (isNumber && (!isBody || typeof input === 'number')) return 'Send a whole number.';
  const wanted = TYPES[expected];
  if (wanted === undefined) return undefined;
  const isQuoted = isNumber && typeof input === 'string' && NUMBER_IN_QUOTES.test(input);
  const remedy = isQuoted ? ` Leave out the quotes: ${input}.` : '';
  return `Send ${wanted}, not ${kindOf(input)}.${remedy}`;
}

function describeLeast(origin: string, minimum: number): string {
  if (origin === 'string' && minimum === 1) return 'Send a value, not an empty one.';
  if (origin === 'array' && minimum === 1) return 'Send at least one entry.';
  return `Send at least ${minimum}${UNITS[origin] ?? ''}.`;
}

/** A value as JSON names its type. */
function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'object') return 'an object';
  return typeof input === 'boolean' ? String(input) : `a ${typeof input}`;
}
