import { z } from 'zod';

/** A successful read that can be had as JSON or as CSV. */
export function readResponse<S extends z.ZodType>(description: string, schema: S) {
  return {
    description,
    content: {
      'application/json': { schema },
      'text/csv': {
        schema: z.string().meta({ description: 'One row a record; the header row names units and zones' }),
      },
    },
  };
}
