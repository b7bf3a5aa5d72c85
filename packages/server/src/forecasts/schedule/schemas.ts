import { ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { LATE_CODES, SCHEDULE_STATES } from './get-schedule.ts';
import {
  DegradedReasonsField,
  ForecastIdField,
  MarketProductIdField,
  ProductField,
  SimulatedField,
  dayField,
  instantField,
  nullableText,
} from '../../ground/http/fields.ts';
import { CsvLocale, Format, MarketId, ProductName } from '../../ground/http/parameters.ts';

export const ScheduleQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.optional().meta({
    description: 'Only this market product; those of the subscription when it is left out',
    examples: ['da'],
  }),
  format: Format,
  locale: CsvLocale,
});

const seconds = (description: string, example: number) =>
  z.int().meta({ description: `${description}, seconds`, examples: [example] });

const LastRun = z
  .object({
    forecast_id: ForecastIdField,
    scheduled_for: instantField('The instant that it answers', '2026-03-30T09:40:00Z'),
    issued_at: instantField('When it was issued', '2026-03-30T09:40:02Z'),
    published_at: instantField('When it could be read', '2026-03-30T09:41:10Z'),
    delay_s: seconds('From the instant that it answers to its publication', 70),
    degraded_reasons: DegradedReasonsField,
  })
  .meta({ id: 'LastScheduledRun' });

const LateRun = z
  .object({
    since: instantField('The first schedule that no run has answered', '2026-03-30T10:05:00Z'),
    late_s: seconds('How long ago that was', 120),
    reasons: z.array(
      z
        .object({
          code: z.enum(LATE_CODES).meta({
            description: [
              '`preparing`: the first start is not done; `not_in_time`: given up, as the next run was due; `read_only`: the database takes no writes;',
              '`source_failing`, `source_late`: an input has not come; `unknown`: none of these, so it is being computed or no worker runs',
            ].join(' '),
          }),
          input: nullableText('The source, where it is one', 'omie'),
        })
        .meta({ id: 'LateReason' }),
    ),
  })
  .meta({ id: 'LateRun' });

export const ForecastSchedule = z
  .object({
    as_of: instantField('Instant of the service that the answer is of, to the minute'),
    items: z.array(
      z
        .object({
          product: ProductField,
          market_product_id: MarketProductIdField,
          status: z.enum(SCHEDULE_STATES).meta({
            description:
              '`due`: the time has come, and up to 15 minutes may pass until the run is there; `late`: longer; `missing`: there is no run at all',
          }),
          next_due_at: instantField('When the next run is due', '2026-03-30T11:30:00Z'),
          next_date: dayField('First delivery day that it forecasts', '2026-03-31'),
          next_gate_at: instantField('When the next gate closes', '2026-03-31T10:00:00Z'),
          next_gate_date: dayField('Delivery day of that gate', '2026-04-01'),
          last_run: LastRun.nullable(),
          late: LateRun.nullable(),
        })
        .meta({ id: 'ProductSchedule' }),
    ),
    total: z.int().min(0),
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastSchedule' });
export type ForecastSchedule = z.infer<typeof ForecastSchedule>;
