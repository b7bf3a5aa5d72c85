import { z } from 'zod';

/** One period and its price. */
export const PRICED = z.object({ start: z.string().describe('Start of the period'), price: z.number() });
