import type { z } from 'zod';
import { PayloadFault, excerpt } from './payload-fault.ts';

/** A JSON answer in the shape that its source promises; PayloadFault when it is another one, cut short or a web page. */
export function readJson<Shape extends z.ZodType>(text: string, shape: Shape, what: string): z.infer<Shape> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new PayloadFault(`${what}: expected JSON, found ${excerpt(text)}`);
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PayloadFault(`${what}: ${issue.path.join('.') || 'the answer'}: ${issue.message}`);
}
