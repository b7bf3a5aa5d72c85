import { addDays, deliveryDayOf, MINUTE_MS } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import { type ComponentMinute, deleteComponentDays, recordMinute } from './component-days.ts';
import type { Db } from '../../ground/database/database.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { type ComponentReading, measureComponents } from './measure-components.ts';

/** Minutes that could not be written are kept for a day. */
const MOST_WAITING = 24 * 60;
const KEPT_DAYS = 400;

/**
 * Looks at every component once a minute and counts the minute, by day. A minute in which the database does not answer is one in which the
 * API did not work; it is written once the database is back. Of what nobody looked at nothing is counted.
 */
export function createUptimeRecorder({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  const waiting: { minute: number; components: ComponentMinute[] }[] = [];
  return async () => {
    const now = clock.now();
    const minute = now - (now % MINUTE_MS);
    if (waiting.at(-1)?.minute === minute) return;
    const readings = await measure(db, now);
    const components =
      readings === undefined ? [{ component: 'api', isGood: false }] : readings.flatMap(toMinute);
    waiting.push({ minute, components });
    if (waiting.length > MOST_WAITING) waiting.shift();
    if (readings === undefined) return;
    while (waiting.length > 0) {
      await recordMinute(db, waiting[0]);
      waiting.shift();
    }
    await deleteComponentDays(db, addDays(deliveryDayOf(now), -KEPT_DAYS));
  };
}

async function measure(db: Db, now: number): Promise<ComponentReading[] | undefined> {
  try {
    return await measureComponents(db, { now, dataOrigin: await findDataOrigin(db) });
  } catch {
    return undefined;
  }
}

/** Processes of the API say themselves in which minutes they work. */
function toMinute({ component, state }: ComponentReading): ComponentMinute[] {
  if (component === 'api') return [{ component, isGood: undefined }];
  return state === 'unknown' ? [] : [{ component, isGood: state === 'ok' }];
}

/** More often than each minute, so that none is left out. */
const EVERY_MS = MINUTE_MS / 3;

/** Looks at the components of the status page in each minute. */
export function startUptime(context: { db: Db; clock: Clock; logger: Logger }): Turns {
  const record = createUptimeRecorder(context);
  return startTurns(record, {
    everyMs: EVERY_MS,
    logger: context.logger,
    failure: 'the minutes of the status page could not be counted',
  });
}
