import { PRODUCTS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { Preparation } from './preparation.ts';
import { instantField } from './fields.ts';

export const Health = z
  .object({
    status: z.literal('ok'),
    version: z.string().meta({ description: 'Version of the program', examples: ['0.1.0'] }),
    uptime_s: z.number().meta({ description: 'Seconds since the start', examples: [3600] }),
    now: instantField("What the service's clock shows as it answers"),
  })
  .meta({ id: 'Health' });

const CheckStatus = z.enum(['ok', 'failed']);

export const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready', 'stopping']).meta({
      description: '`stopping`: the service is shutting down and takes no new work; ask another one',
    }),
    checks: z.object({
      database: z.object({ status: CheckStatus }),
      queue: z.object({ status: CheckStatus }),
      forecasts: z.object({
        status: z.enum(['ok', 'late', 'missing']).meta({
          description:
            'Of the latest day-ahead run: `late` after 20 hours (the service still answers), `missing` before the first one',
        }),
        issued_at: instantField('When the latest run was issued').nullable(),
        age_s: z
          .number()
          .nullable()
          .meta({ description: 'Seconds since then', examples: [1800] }),
      }),
      products: z
        .array(
          z.object({
            product: z.enum(PRODUCTS).meta({ examples: ['da'] }),
            status: z.enum(['ok', 'late', 'missing']).meta({
              description:
                'Of the latest scheduled run: `late` when it is not published 15 minutes after its time, `missing` while there is none at all',
            }),
            issued_at: instantField('When the latest run was issued').nullable(),
            late_since: instantField(
              'When the first run that is missing was due; null while there is none',
            ).nullable(),
            late_s: z.number().meta({ description: 'Seconds since then', examples: [0] }),
            degraded: z.boolean().meta({ description: 'Whether the latest run lacked some of its inputs' }),
          }),
        )
        .meta({
          description:
            'Every product that is auctioned; a late one does not make the service unready. Empty while the database does not answer',
        }),
    }),
    preparation: Preparation.nullable(),
  })
  .meta({ id: 'Readiness' });
