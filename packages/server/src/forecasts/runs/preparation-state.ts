import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';

const FirstForecast = z.object({
  /** Epoch ms. */
  startedAt: z.number(),
  /** What is being done. */
  step: z.enum(['data', 'calibration', 'forecast']),
  /** Parts of the step. */
  done: z.number(),
  total: z.number(),
  /** How long the step has taken, ms, and when that was written, epoch ms. */
  spentMs: z.number(),
  at: z.number(),
});
/** How far a first start is on its way to its first forecast. */
export type FirstForecastState = z.infer<typeof FirstForecast>;

const Instants = z.record(z.string(), z.number());
const IssuedPast = z.object({
  /** Runs are made of the schedules from here on, up to the first run of each product, epoch ms. */
  from: z.number(),
  until: Instants,
  done: z.number(),
  total: z.number(),
});
/** How far the runs of the days before the first start of a simulated market are. */
export type IssuedPastState = z.infer<typeof IssuedPast>;

const SCHEMAS = { first_forecast: FirstForecast, issued_past: IssuedPast };
type States = { first_forecast: FirstForecastState; issued_past: IssuedPastState };

/** What is written down of a first start; a key that is absent has never been. */
export async function findPreparationStates(
  db: Db,
): Promise<{ [Key in keyof States]: States[Key] | undefined }> {
  const rows = await db
    .selectFrom('service_state')
    .select(['key', 'value'])
    .where('key', 'in', Object.keys(SCHEMAS))
    .execute();
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value;
  return {
    first_forecast: FirstForecast.safeParse(valueOf('first_forecast')).data,
    issued_past: IssuedPast.safeParse(valueOf('issued_past')).data,
  };
}

export async function savePreparationState<Key extends keyof States>(
  db: Db,
  key: Key,
  state: States[Key],
): Promise<void> {
  const value = JSON.stringify(state);
  await db
    .insertInto('service_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
