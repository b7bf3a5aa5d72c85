import { HOUR_MS, madridMinute } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import { measureStampAges } from '../../forecasts/evidence/store.ts';
import { type Check, ok, warning } from './check.ts';

const NAME = 'time stamps';
/** The authority is asked within a minute of each publication; an hour has many attempts. */
const LATE_MS = HOUR_MS;

/** Whether the authority stamps the list of evidence; nothing where none is configured. */
export async function checkStamps(
  db: Db,
  { url, now }: { url: URL | undefined; now: number },
): Promise<Check[]> {
  if (url === undefined) return [];
  const { lastAt, unstampedSince } = await measureStampAges(db);
  const last = lastAt === undefined ? 'none has come yet' : `the last came ${madridMinute(lastAt)}`;
  if (unstampedSince === undefined || now - unstampedSince < LATE_MS)
    return [ok(NAME, 'stamps_on_time', `${url.host}: ${last}`)];
  return [
    warning(
      NAME,
      'stamps_late',
      `${url.host}: ${last}; runs since ${madridMinute(unstampedSince)} have none`,
      'see "no time stamp came" in the log of the workers, and whether they reach EVIDENCE_TIMESTAMP_URL',
    ),
  ];
}
