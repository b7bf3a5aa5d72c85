import { type Asked, type Reason, type Reasons, reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { z } from 'zod';

/** An answer that cannot be used: damaged, cut short, or not what its source promises. Nothing of it is used. */
export class PayloadFault extends Error {
  override readonly name: string = 'PayloadFault';
  readonly reasons: Reasons;

  constructor(reasons: Reasons, options?: ErrorOptions) {
    super(sentenceOf(reasons), options);
    this.reasons = reasons;
  }
}

/** What is wrong with an answer to what was asked. */
export function answerFault(what: Asked, wrong: Reason, options?: ErrorOptions): PayloadFault {
  return new PayloadFault([reason('of_answer', { what }), wrong], options);
}

/** The name of a source before what it was asked for. */
export function ofSource(source: string, what: Asked): Asked {
  return typeof what === 'string' ? `${source} ${what}` : { ...what, what: `${source} ${what.what}` };
}

const EXCERPT_LENGTH = 80;

/** What was found, in quotes and fit for a terminal: no control characters, no endless lines. */
export function excerpt(text: string): string {
  const shown = text.slice(0, EXCERPT_LENGTH).replaceAll(/\p{Cc}/gu, '\uFFFD');
  return `"${shown}${text.length > EXCERPT_LENGTH ? '...' : ''}"`;
}

/** Damage of a file: where it is and what was expected there. A file with a fault is not used at all. */
export class FileFault extends PayloadFault {
  override readonly name = 'FileFault';
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** In English. */
  readonly expectation: string;

  constructor(file: string, line: number, expected: Reason | Reasons) {
    const expectation = [expected].flat();
    super([reason('line', { file, line }), ...expectation]);
    this.file = file;
    this.line = line;
    this.expectation = sentenceOf(expectation);
  }
}

/** A JSON answer in the shape that its source promises; PayloadFault when it is another one, cut short or a web page. */
export function readJson<Shape extends z.ZodType>(text: string, shape: Shape, what: Asked): z.infer<Shape> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw answerFault(what, reason('expected_json', { found: excerpt(text) }));
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw answerFault(what, shapeFault(parsed.error));
}

/** The first thing in which an answer has another shape; what it is comes in English. */
export function shapeFault({ issues }: z.ZodError): Reason {
  const [{ path, message: detail }] = issues;
  const field = path.join('.');
  return field === '' ? reason('wrong_answer', { detail }) : reason('wrong_field', { field, detail });
}
