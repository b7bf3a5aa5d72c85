import { z } from 'zod';
import { REASON_CODES, type Reasons } from '../reasons/reasons.ts';

const ReasonCode = z
  .object({
    code: z.enum(REASON_CODES).meta({
      description: '`other`: what has no code of its own, and what was kept before there were codes',
      examples: ['answered'],
    }),
    parts: z.record(z.string(), z.union([z.string(), z.number()])).meta({
      description: 'What differs from one case to the next',
      examples: [{ source: 'OMIE', status: 503, what: 'marginalpdbc_20260331.1' }],
    }),
  })
  .meta({ id: 'ReasonCode' });

/** The codes beside a sentence. */
export const ReasonCodesField = z.array(ReasonCode).meta({
  description: 'The sentence before it as codes with their parts; empty where that is null',
});

/** Codes as answers have them. */
export function toCodes(reasons: Reasons | undefined) {
  return (reasons ?? []).map(({ code, parts }) => ({ code, parts: { ...parts } }));
}
