import type { Client } from '@lonja/client';
import { z } from 'zod';
import type { Envelope } from './envelope.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  run: (client: Client, given: unknown) => Promise<Record<string, unknown>>;
}

interface ToolSpec<I extends z.ZodRawShape, O extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  read: (client: Client, input: z.infer<z.ZodObject<I>>) => Promise<Envelope & z.infer<z.ZodObject<O>>>;
}

/** An argument that a tool does not have is refused with the names of those that it has, instead of being dropped. */
export function defineTool<const I extends z.ZodRawShape, const O extends z.ZodRawShape>(
  { input, output, read, ...texts }: ToolSpec<I, O>,
  envelope: z.ZodRawShape,
): Tool {
  const names = Object.keys(input).join(', ') || 'none';
  const schema = z.strictObject(input, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `${texts.name} has no argument ${keys.join(', ')}; it takes: ${names}.`
        : undefined,
  });
  return {
    ...texts,
    input: schema,
    output: z.object({ ...envelope, ...output }),
    run: (client, given) => read(client, given as z.infer<z.ZodObject<I>>),
  };
}
