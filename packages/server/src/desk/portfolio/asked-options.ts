import type { z } from 'zod';
import type { AskedOptions } from './plan-site.ts';
import type { askedFields } from './schemas.ts';

/** What a question says of how a site is to be run. */
export function askedOptionsOf(query: z.infer<z.ZodObject<typeof askedFields>>): AskedOptions {
  return {
    kind: query.plan,
    curtail: isTrue(query.curtail),
    startPercent: query.start_soc,
    endPercent: query.end_soc,
    maxCycles: query.max_cycles === undefined ? undefined : Number(query.max_cycles),
    fromHour: query.from_hour,
    toHour: query.to_hour,
  };
}

export function isTrue(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}
