import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { AppError, type FieldFault } from '../errors.ts';
import type { Clock } from '../timing/clock.ts';
import type { ErrorDialect } from './error-dialects.ts';
import { nearestName } from './nearest-name.ts';
import { dayZoneOf } from './parameters.ts';
import { type DayZone, resolveRelativeDay } from './relative-day.ts';
import { findUnfitText } from './text-fault.ts';

const PART_NAMES: Record<string, string> = { querystring: 'query', params: 'path', headers: 'header' };

/** A request that does not match its schema; the route's dialect says how to answer it. */
export class RequestFault extends Error {
  readonly part: string;
  readonly issues: z.core.$ZodIssue[];
  readonly knownNames: string[];

  constructor(part: string, issues: z.core.$ZodIssue[], knownNames: string[]) {
    super('The request does not match its schema.');
    this.name = 'RequestFault';
    this.part = part;
    this.issues = issues;
    this.knownNames = knownNames;
  }

  toAppError(dialect: ErrorDialect): AppError {
    const unknown = this.issues.find((issue) => issue.code === 'unrecognized_keys');
    if (unknown !== undefined) return new AppError(dialect.unknownParameter, this.#describeUnknown(unknown));
    for (const issue of this.issues) {
      const code = dialect.badRequest[String(issue.path[0])];
      if (code !== undefined) return new AppError(code, sentenceOf(issue));
    }
    return new AppError('validation_error', this.message, {
      faults: this.issues.map((issue) => this.#faultOf(issue)),
    });
  }

  #describeUnknown({ keys, path }: z.core.$ZodIssueUnrecognizedKeys): string {
    const noun = this.part === 'body' ? 'field' : 'parameter';
    const given = `The ${noun} "${[...path.map(String), keys[0].slice(0, 64)].join('.')}" is not known`;
    // The names are those of the outermost object.
    if (path.length > 0) return `${given}; leave it out.`;
    if (this.knownNames.length === 0) return `${given}; this route takes none.`;
    const nearest = nearestName(keys[0], this.knownNames);
    const known = this.knownNames.join(', ');
    return nearest === undefined
      ? `${given}; known are ${known}.`
      : `${given}; did you mean "${nearest}"? Known are ${known}.`;
  }

  #faultOf(issue: z.core.$ZodIssue): FieldFault {
    return {
      loc: [this.part, ...issue.path.map(String)],
      msg: issue.message,
      type: issue.message.startsWith(MISSING) ? 'missing' : issue.code,
    };
  }
}

/** The message of an issue with the name of its parameter, unless the message has it already. */
function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const name = path.join('.');
  return message.includes(name) ? message : `${name}: ${message}`;
}

/**
 * Checks parts of requests with their zod schemas. Numbers in paths and queries arrive as text, and days may be words, which are replaced
 * by the days that they mean now.
 */
export const createRequestValidator =
  (clock: Clock): FastifySchemaCompiler<z.core.$ZodType> =>
  ({ schema, httpPart = 'body' }) => {
    const shape = shapeOf(schema);
    const days = daysOf(shape);
    const lists = Object.keys(shape).flatMap((name) => {
      const ofItems = shape[name] instanceof z.ZodArray ? daysOf(shapeOf(shape[name].element)) : [];
      return ofItems.length === 0 ? [] : [{ name, ofItems }];
    });
    const numeric =
      httpPart === 'body'
        ? []
        : Object.keys(shape).flatMap((name) => {
            const field = numberOf(shape[name]);
            return field === undefined ? [] : [{ name, form: field.isInt ? INTEGER : DECIMAL }];
          });
    const error = (issue: z.core.$ZodRawIssue) => describeIssue(issue, httpPart === 'body');
    return (data: unknown) => {
      const named = withDays(withNumbers(data, numeric), days, clock.now());
      const result = z.safeParse(schema, withDaysOfItems(named, lists, clock.now()), { error });
      const issues = result.success ? textIssues(data, httpPart) : withoutFollowing(result.error.issues);
      if (result.success && issues.length === 0) return { value: result.data };
      const part = PART_NAMES[httpPart] ?? httpPart;
      return { error: new RequestFault(part, issues, Object.keys(shape)) };
    };
  };

/** Without what is said of the length of a value whose type is wrong. */
function withoutFollowing(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const placeOf = ({ path }: z.core.$ZodIssue) => JSON.stringify(path);
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  return issues.filter((issue) => issue.code === 'invalid_type' || !mistyped.has(placeOf(issue)));
}

/** A path that no record can have is answered as one that none has; Node has checked the headers. */
function textIssues(data: unknown, httpPart: string): z.core.$ZodIssue[] {
  const path = httpPart === 'params' || httpPart === 'headers' ? undefined : findUnfitText(data);
  if (path === undefined) return [];
  const message = 'Send text without control characters and halves of characters.';
  return [{ code: 'custom', path, message, input: undefined }];
}

/** The fields of an object schema, also of one that may be absent or is rewritten when it was read. */
function shapeOf(schema: unknown): Record<string, unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

const INTEGER = /^-?\d{1,9}$/;
const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/;

function numberOf(schema: unknown): z.ZodNumber | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return numberOf(schema.unwrap());
  return schema instanceof z.ZodNumber ? schema : undefined;
}

interface DayName {
  name: string;
  zone: DayZone;
}

/** The fields that take a day, which may be a word. */
function daysOf(shape: Record<string, unknown>): DayName[] {
  return Object.keys(shape).flatMap((name) => {
    const zone = dayZoneOf(shape[name]);
    return zone === undefined ? [] : [{ name, zone }];
  });
}

function withDaysOfItems(data: unknown, lists: { name: string; ofItems: DayName[] }[], now: number): unknown {
  if (lists.length === 0 || typeof data !== 'object' || data === null) return data;
  const read: Record<string, unknown> = { ...data };
  for (const { name, ofItems } of lists) {
    const items = read[name];
    if (Array.isArray(items)) read[name] = items.map((item: unknown) => withDays(item, ofItems, now));
  }
  return read;
}

function withDays(data: unknown, fields: DayName[], now: number): unknown {
  if (fields.length === 0 || typeof data !== 'object' || data === null) return data;
  const read: Record<string, unknown> = { ...data };
  for (const { name, zone } of fields) {
    const day = resolveRelativeDay(read[name], now, zone);
    if (day !== undefined) read[name] = day;
  }
  return read;
}

function withNumbers(data: unknown, fields: { name: string; form: RegExp }[]): unknown {
  if (fields.length === 0 || typeof data !== 'object' || data === null) return data;
  const read: Record<string, unknown> = { ...data };
  for (const { name, form } of fields) {
    const text = read[name];
    if (typeof text === 'string' && form.test(text)) read[name] = Number(text);
  }
  return read;
}

/** How the message of a value that is not there begins. */
const MISSING = 'Missing: ';

/**
 * What is wrong with a value and what to send in its place; undefined leaves it to zod. Values of a body have types of their own, those of
 * paths and queries are text that may come several times.
 */
function describeIssue(issue: z.core.$ZodRawIssue, isBody: boolean): string | undefined {
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
