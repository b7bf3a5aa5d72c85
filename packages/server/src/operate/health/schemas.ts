import { PRODUCTS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { Preparation } from '../../forecasts/preparation/record.ts';
import { instantField } from '../../ground/http/fields.ts';

export const Health = z
  .object({
    status: z.enum(['ok', 'failed']).meta({
      description:
        '`failed`, with status 503: a queue was not asked for jobs for a minute though the database answers; start the process again',
    }),
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
      database: z.object({
        status: z.enum(['ok', 'read_only', 'failed']).meta({
          description:
            '`read_only`: it takes no writes, as on a standby or a full disk. Reads are answered, writes with 503 `read_only`, and the service stays ready',
        }),
        lost_connections: z.int().meta({
          description:
            'Connections of this process that were given up in the last hour because nothing came back on them, 1,000 at most',
          examples: [0],
        }),
      }),
      replica: z
        .object({
          status: z.enum(['ok', 'behind', 'away']),
          lag_s: z.number().nullable().meta({ description: 'Seconds; null while that is not known' }),
        })
        .optional()
        .meta({
          description:
            'A replica that market data are read from, where there is one. Unless it is `ok` the primary database is read, and the service stays ready',
        }),
      clock: z
        .object({
          status: CheckStatus,
          ahead_s: z.int().meta({
            description:
              "How far the process's machine is ahead of the database's clock, seconds; negative: behind",
            examples: [0],
          }),
        })
        .optional()
        .meta({
          description: 'Compared once a minute; `failed` from a minute on. Absent until it was compared',
        }),
      queue: z.object({
        status: CheckStatus,
        not_polled: z.array(z.string()).meta({
          description:
            'Queues that this process has not asked for jobs for a minute though the database answers',
          examples: [[]],
        }),
      }),
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
