import { MINUTE_MS } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import { createUptimeRecorder } from './record-uptime.ts';
import type { Db } from '../../ground/database/database.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';

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
