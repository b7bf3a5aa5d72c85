import type { ForecastPoint } from '@lonja/forecasting/data';
import type { Transaction } from 'kysely';
import { marketProductId } from '../../ground/market-ids.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import type { Database } from '../../ground/database/schema.ts';
import { appendEvent, takeEventTurn } from '../../outbound/events/append-event.ts';
import { type AnnouncedRun, forecastData } from './forecast-event.ts';
import { eventBody } from '../../outbound/events/event-body.ts';

/**
 * Writes the events of a run in the transaction that publishes it: `forecast.published`, and `forecast.changed` for the
 * tenants whose threshold its distance from the run before reaches. Also what makes alert rules be held against it.
 */
export async function appendRunEvents(
  tx: Transaction<Database>,
  run: AnnouncedRun,
  now: number,
): Promise<void> {
  await takeEventTurn(tx);
  const event = { marketProductId: marketProductId(run.product), occurredAt: now };
  const data = forecastData(run, now);
  await appendEvent(tx, {
    ...event,
    type: 'forecast.published',
    maxChange: undefined,
    body: eventBody('forecast.published', now, data),
  });
  const previous = await findPreviousRun(tx, run);
  await appendPendingRun(tx, { runId: run.id, previousRunId: previous?.id, now });
  const maxChange = previous && largestChange(previous.hours, run.hours);
  if (maxChange === undefined) return;
  await appendEvent(tx, {
    ...event,
    type: 'forecast.changed',
    maxChange,
    body: eventBody('forecast.changed', now, {
      ...data,
      previous_forecast_id: previous?.id,
      max_change: maxChange,
    }),
  });
}

/**
 * The largest absolute difference of the point estimates over the periods that both runs forecast, EUR/MWh, of prices as
 * they are served (2 decimals). Undefined when they have no period in common or nothing differs.
 */
export function largestChange(
  before: readonly Pick<ForecastPoint, 'start' | 'value'>[],
  after: readonly Pick<ForecastPoint, 'start' | 'value'>[],
): number | undefined {
  const earlier = new Map(before.map(({ start, value }) => [start, value]));
  let largest = 0;
  for (const { start, value } of after) {
    const previous = earlier.get(start);
    if (previous === undefined) continue;
    largest = Math.max(largest, roundPrice(Math.abs(roundPrice(value) - roundPrice(previous))));
  }
  return largest === 0 ? undefined : largest;
}

/** Notes, in the transaction that publishes a run, that the rules have to be held against it. */
async function appendPendingRun(
  tx: Transaction<Database>,
  run: { runId: string; previousRunId: string | undefined; now: number },
): Promise<void> {
  await tx
    .insertInto('alert_run')
    .values({
      run_id: run.runId,
      previous_run_id: run.previousRunId ?? null,
      after_rule: null,
      created_at: new Date(run.now),
    })
    .execute();
}

async function findPreviousRun(tx: Transaction<Database>, run: AnnouncedRun) {
  const previous = await tx
    .selectFrom('forecast_run')
    .select('id')
    .where('product', '=', run.product)
    .where('data_origin', '=', run.dataOrigin)
    .where('issued_at', '<=', new Date(run.issuedAt))
    .where('id', '<>', run.id)
    .orderBy('issued_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (previous === undefined) return undefined;
  const points = await tx
    .selectFrom('forecast_point')
    .select(['start_at', 'value'])
    .where('run_id', '=', previous.id)
    .where('resolution', '=', 'PT1H')
    .execute();
  return {
    id: previous.id,
    hours: points.map(({ start_at, value }) => ({ start: start_at.getTime(), value })),
  };
}
