import type { Readable } from 'node:stream';
import { z } from 'zod';

/** Long answers are sent as a stream of their text. */
const CsvText: z.ZodType<string | Readable> = z
  .string()
  .meta({ description: 'One row a record; the header row names units and zones' });

/** A successful read that can be had as JSON or as CSV. */
export function readResponse<S extends z.ZodType>(description: string, schema: S) {
  return {
    description,
    content: {
      'application/json': { schema },
      'text/csv': { schema: CsvText },
    },
  };
}
