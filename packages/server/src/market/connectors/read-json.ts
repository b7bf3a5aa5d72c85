import type { z } from 'zod';
import { type Asked, type Reason, reason } from '../../ground/reasons/reasons.ts';
import { answerFault, excerpt } from './payload-fault.ts';

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
