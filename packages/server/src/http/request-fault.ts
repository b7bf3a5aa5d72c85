import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { AppError, type FieldFault } from '../errors.ts';
import type { ErrorDialect } from './error-dialects.ts';
import { nearestName } from './nearest-name.ts';
import { findUnfitText } from './text-fault.ts';

const PART_NAMES: Record<string, string> = { querystring: 'query', params: 'path' };

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
    const unknown = this.issues.find((issue) => issue.code === 'unrecognized_keys')?.keys[0];
    if (unknown !== undefined) return new AppError(dialect.unknownParameter, this.#describeUnknown(unknown));
    for (const issue of this.issues) {
      const code = dialect.badRequest[String(issue.path[0])];
      if (code !== undefined) return new AppError(code, sentenceOf(issue));
    }
    return new AppError('validation_error', this.message, {
      faults: this.issues.map((issue) => this.#faultOf(issue)),
    });
  }

  #describeUnknown(name: string): string {
    const nearest = nearestName(name, this.knownNames);
    const shown = name.slice(0, 64);
    if (nearest === undefined) return `The parameter "${shown}" is not known; this route takes none.`;
    return `The parameter "${shown}" is not known; did you mean "${nearest}"? Known are ${this.knownNames.join(', ')}.`;
  }

  #faultOf(issue: z.core.$ZodIssue): FieldFault {
    return {
      loc: [this.part, ...issue.path.map(String)],
      msg: issue.message,
      type: issue.message.startsWith(MISSING) ? 'missing' : issue.code,
    };
  }
}

const MISSING = 'Missing: ';

/** The message of an issue with the name of its parameter, unless the message has it already. */
function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const name = path.join('.');
  return message.includes(name) ? message : `${name}: ${message}`;
}

/** Checks a part of a request with its zod schema; numbers in paths and queries arrive as text. */
export const requestValidator: FastifySchemaCompiler<z.core.$ZodType> = ({ schema, httpPart = 'body' }) => {
  const shape = shapeOf(schema);
  const numeric = httpPart === 'body' ? [] : Object.keys(shape).filter((name) => isNumeric(shape[name]));
  return (data: unknown) => {
    const result = z.safeParse(schema, withNumbers(data, numeric), { error: describeIssue });
    const issues = result.success ? textIssues(data, httpPart) : result.error.issues;
    if (result.success && issues.length === 0) return { value: result.data };
    const part = PART_NAMES[httpPart] ?? httpPart;
    return { error: new RequestFault(part, issues, Object.keys(shape)) };
  };
};

/** A path that no record can have is answered as one that none has. */
function textIssues(data: unknown, httpPart: string): z.core.$ZodIssue[] {
  const path = httpPart === 'params' ? undefined : findUnfitText(data);
  if (path === undefined) return [];
  const message = 'Send text without control characters and halves of characters.';
  return [{ code: 'custom', path, message, input: undefined }];
}

/** The fields of an object schema, of one that may be absent too. */
function shapeOf(schema: unknown): Record<string, unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap());
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return `${MISSING}send ${issue.path?.join('.') ?? 'it'}.`;
  if (Array.isArray(issue.input)) return `Given ${issue.input.length} times; send it once.`;
  switch (issue.code) {
    case 'invalid_value':
      return `Send one of ${issue.values.join(', ')}.`;
    case 'invalid_type':
      return NUMBER_TYPES.has(issue.expected) ? 'Send a whole number.' : undefined;
    case 'too_small':
      return issue.origin === 'string'
        ? 'Send a value, not an empty one.'
        : `Send at least ${issue.minimum}.`;
    case 'too_big':
      return `Send at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}.`;
    default:
      return undefined;
  }
}

const NUMBER_TYPES: ReadonlySet<string> = new Set(['int', 'number']);

function isNumeric(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isNumeric(schema.unwrap());
  return schema instanceof z.ZodNumber;
}

function withNumbers(data: unknown, names: string[]): unknown {
  if (names.length === 0 || typeof data !== 'object' || data === null) return data;
  const read: Record<string, unknown> = { ...data };
  for (const name of names) {
    const text = read[name];
    if (typeof text === 'string' && /^-?\d{1,9}$/.test(text)) read[name] = Number(text);
  }
  return read;
}
