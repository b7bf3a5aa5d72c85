import { quantileAt } from '@lonja/forecasting/distribution';
import type { Db } from '../../store/database.ts';
import { type EventContent, readContents } from '../../store/webhooks/delivery-queue.ts';
import { formatInstant, roundPrice } from '../../wire.ts';
import { createRunPoints, type RunPoints } from '../forecasts/run-points.ts';

/** An event as an endpoint wants it: points of forecasts have these quantiles, in percent. */
interface WantedContent {
  eventId: string;
  quantiles: number[];
}

/** Gives what is sent of events, in their order; undefined where an event is gone. */
export type FindContents = (wanted: WantedContent[]) => Promise<(EventContent | undefined)[]>;

const KEPT_CONTENTS = 64;

/**
 * Keeps the contents sent last: one event goes to many endpoints. What is added to an event follows from its run alone, which never
 * changes, so that every attempt sends the same bytes as long as the endpoint wants the same quantiles.
 */
export function createEventContents(db: Db): FindContents {
  const kept = new Map<string, EventContent>();
  const points = createRunPoints(db);
  return async (wanted) => {
    const byKey = new Map(wanted.map((each) => [keyOf(each), each]));
    const missing = [...byKey].filter(([key]) => !kept.has(key));
    if (missing.length > 0) {
      const ids = new Set(missing.map(([, { eventId }]) => eventId));
      const stored = await readContents(db, [...ids]);
      for (const [key, { eventId, quantiles }] of missing) {
        const content = stored.get(eventId);
        if (content !== undefined) kept.set(key, await withQuantiles(points, content, quantiles));
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

function keyOf({ eventId, quantiles }: WantedContent): string {
  return `${eventId} ${quantiles.join()}`;
}

async function withQuantiles(
  points: RunPoints,
  { type, body }: EventContent,
  percents: number[],
): Promise<EventContent> {
  if (percents.length === 0 || !(type === 'forecast.published' || type === 'forecast.changed')) {
    return { type, body };
  }
  const { data, ...event }: ForecastEvent = JSON.parse(body.toString());
  const { periods } = await points.distributions(data.forecast_id, 'PT1H');
  const byTime = new Map(periods.map(({ start, distribution }) => [formatInstant(start), distribution]));
  const wanted = data.points.map((point) => {
    const distribution = byTime.get(point.time);
    if (distribution === undefined) return point;
    const prices = percents.map((percent) => [percent, roundPrice(quantileAt(distribution, percent / 100))]);
    return { ...point, quantiles: Object.fromEntries(prices) };
  });
  return { type, body: Buffer.from(JSON.stringify({ ...event, data: { ...data, points: wanted } })) };
}

/** The parts of a stored body that matter here. */
interface ForecastEvent {
  data: { forecast_id: string; points: { time: string }[] };
}
