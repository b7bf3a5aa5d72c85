import { type ForecastPoint, quarterValues } from '@lonja/forecasting/data';
import { type DeliveryDay, type Product, HOUR_MS, periodMs } from '@lonja/forecasting/market';
import { quantileAt } from '@lonja/forecasting/distribution';
import { priceKey } from '@lonja/forecasting/intraday';
import { commonPeriods, largestChange } from '@lonja/forecasting/metrics';
import type { Transaction } from 'kysely';
import { pointFields, runOccasion } from './wire.ts';
import { marketProductId, PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { roundPrice, formatInstant } from '../../ground/http/wire.ts';
import type { Database } from '../../ground/database/schema.ts';
import { appendEvent, takeEventTurn } from '../../outbound/events/append-event.ts';
import { eventBody, type WantedPoints } from '../../outbound/events/event-body.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import { degradedRecords } from './degraded.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { Db } from '../../ground/database/database.ts';
import { type EventContent, readContents } from '../../outbound/webhooks/delivery-queue.ts';
import { readSeries } from '../../market/observations/observations.ts';
import { createRunPoints, type RunPoints } from './run-points.ts';
import type { FindContents, WantedContent } from '../../outbound/webhooks/webhook-context.ts';

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
  const maxChange = previous && largestChange(commonPeriods(previous.hours, run.hours), roundPrice);
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

/** What the two forecast events hold of a run. */
interface AnnouncedRun {
  id: string;
  product: Product;
  dataOrigin: DataOrigin;
  modelVersionId: string;
  issuedAt: number;
  scheduledFor: number;
  firstDay: DeliveryDay;
  degraded: string[];
  degradedReasons?: DegradedReason[] | undefined;
  hours: ForecastPoint[];
}

/** `now`: when the run is published, epoch ms. */
function forecastData(run: AnnouncedRun, now: number): object {
  return {
    forecast_id: run.id,
    ...productFields(run.product),
    issued_at: formatInstant(run.issuedAt),
    ...runOccasion({ ...run, publishedAt: now }),
    model_version_id: run.modelVersionId,
    unit: PRICE_UNIT,
    points: run.hours.map((point) => ({ time: formatInstant(point.start), ...pointFields(point) })),
    degraded: run.degraded,
    degraded_reasons: degradedRecords(run),
    simulated: run.dataOrigin === 'simulator',
  };
}

const KEPT_CONTENTS = 64;

/**
 * Keeps the contents sent last: one event goes to many endpoints. What is added to an event follows from its run, which never changes, or
 * from the prices as they were known when it occurred, so that every attempt sends the same bytes as long as the endpoint wants the same.
 */
export function createEventContents(db: Db): FindContents {
  const kept = new Map<string, EventContent>();
  const sources = { db, points: createRunPoints(db) };
  return async (wanted) => {
    const byKey = new Map(wanted.map((each) => [keyOf(each), each]));
    const missing = [...byKey].filter(([key]) => !kept.has(key));
    if (missing.length > 0) {
      const ids = new Set(missing.map(([, { eventId }]) => eventId));
      const stored = await readContents(db, [...ids]);
      for (const [key, { eventId, ...points }] of missing) {
        const content = stored.get(eventId);
        if (content !== undefined) kept.set(key, await withPoints(sources, content, points));
      }
    }
    const contents = wanted.map((each) => kept.get(keyOf(each)));
    for (const key of kept.keys()) {
      if (kept.size <= KEPT_CONTENTS) break;
      if (!byKey.has(key)) kept.delete(key);
    }
    return contents;
  };
}

function keyOf({ eventId, quantiles, resolution }: WantedContent): string {
  return `${eventId} ${quantiles.join()} ${resolution}`;
}

/** An event with the points that are wanted. What has no quarter hours keeps its hours, and says so. */
async function withPoints(
  { db, points }: { db: Db; points: RunPoints },
  { type, body }: EventContent,
  wanted: WantedPoints,
): Promise<EventContent> {
  if (type === 'ping' || type === 'alert.fired') return { type, body };
  const isForecast = type !== 'prices.published';
  if (wanted.resolution === 'PT1H' && !(isForecast && wanted.quantiles.length > 0)) return { type, body };
  const event: StoredEvent = JSON.parse(body.toString());
  const data = isForecast
    ? await forecastWith(points, event.data, wanted)
    : await quarteredPrices(db, event.data, Date.parse(event.occurred_at));
  return { type, body: Buffer.from(JSON.stringify({ ...event, data })) };
}

async function forecastWith(
  points: RunPoints,
  data: StoredEvent['data'],
  { quantiles, resolution }: WantedPoints,
): Promise<object> {
  const hours = new Set(data.points.map(({ time }) => time));
  const forecast = await points.read(data.forecast_id, resolution);
  const isQuartered = resolution === 'PT15M' && forecast.length > 0;
  const quartered = isQuartered
    ? forecast
        .filter(({ start }) => hours.has(formatInstant(start - (start % HOUR_MS))))
        .map((point) => ({ time: formatInstant(point.start), ...pointFields(point) }))
    : data.points;
  const sent = { ...data, resolution: isQuartered ? 'PT15M' : data.resolution, points: quartered };
  if (quantiles.length === 0) return sent;
  const { periods } = await points.distributions(data.forecast_id, isQuartered ? 'PT15M' : 'PT1H');
  const byTime = new Map(periods.map(({ start, distribution }) => [formatInstant(start), distribution]));
  const withQuantiles = quartered.map((point) => {
    const distribution = byTime.get(point.time);
    if (distribution === undefined) return point;
    const prices = quantiles.map((percent) => [percent, roundPrice(quantileAt(distribution, percent / 100))]);
    return { ...point, quantiles: Object.fromEntries(prices) };
  });
  return { ...sent, points: withQuantiles };
}

/** The quarters of the hours that were announced, as they were known at that time. */
async function quarteredPrices(db: Db, data: StoredEvent['data'], announcedAt: number): Promise<object> {
  const hours = data.points.map(({ time }) => Date.parse(time));
  const window = { from: Math.min(...hours), to: Math.max(...hours) + HOUR_MS, asOf: announcedAt };
  const key = priceKey(data.product);
  const dataOrigin = data.simulated ? 'simulator' : 'market';
  const feeds = (await readSeries(db, { keys: [key], dataOrigin, ...window })).get(key) ?? [];
  const prices = quarterValues(feeds, window);
  const quartered: { time: string; value: number }[] = [];
  for (const hour of hours) {
    for (let start = hour; start < hour + HOUR_MS; start += periodMs('PT15M')) {
      const price = prices.get(start);
      if (price === undefined) return data;
      quartered.push({ time: formatInstant(start), value: roundPrice(price) });
    }
  }
  return { ...data, resolution: 'PT15M', points: quartered };
}

/** The parts of a body, as it is sent by default, that matter here. */
interface StoredEvent {
  occurred_at: string;
  data: {
    resolution: string;
    forecast_id: string;
    product: Product;
    simulated: boolean;
    points: { time: string }[];
  };
}
