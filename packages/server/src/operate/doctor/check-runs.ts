import {
  AUCTION_CALENDAR,
  DAY_MS,
  HOUR_MS,
  latestScheduledRun,
  madridMinute,
  type Product,
  PRODUCTS,
  type ScheduledRun,
  scheduledRunsBetween,
  zoneOf,
  isFirstZone,
} from '@lonja/forecasting/market';
import type { SourcesSetting } from '../../market/connectors/source.ts';
import type { Db } from '../../ground/database/database.ts';
import { findLatestRun, type LatestRun } from '../../forecasts/runs/run-store.ts';
import { listMissedRuns, DUE_FOR_MS } from '../../forecasts/runs/lateness.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { type Check, fault, ok, warning } from './check.ts';

/** A day-ahead forecast that is older than this serves nobody. */
const STALE_AFTER_MS = 30 * HOUR_MS;
/** How long missed runs are reported. */
const MISSED_FOR_MS = 7 * DAY_MS;

/** Whether the service works on the market's data, as it should unless it is configured to simulate. */
export function checkOrigin(dataOrigin: DataOrigin | undefined, sources: SourcesSetting): Check[] {
  if (dataOrigin === undefined) return [];
  const name = 'data origin';
  if (dataOrigin === 'market') return [ok(name, 'origin_market', 'the market')];
  const text = 'the built-in simulator';
  const isWanted = sources !== 'auto' && sources.every((source) => source === 'simulator');
  return [
    isWanted
      ? ok(name, 'origin_simulator_wanted', `${text}, as SOURCES says`)
      : warning(
          name,
          'origin_simulator',
          text,
          'see the sources above: no price of the market reaches the clock',
        ),
  ];
}

/** Of each product: whether the latest scheduled run is there, how good it is, and when the next one is. */
export async function checkRuns(
  db: Db,
  { dataOrigin, now }: { dataOrigin: DataOrigin | undefined; now: number },
): Promise<Check[]> {
  if (dataOrigin === undefined) {
    return [
      warning(
        'runs',
        'runs_never',
        'no service has worked on this database yet',
        'start it with "npm start"',
      ),
    ];
  }
  const checks: Check[] = [];
  for (const product of PRODUCTS) {
    const latest = await findLatestRun(db, { product, dataOrigin, now });
    // Not every source has the prices of Portugal.
    if (latest === undefined && !isFirstZone(zoneOf(product))) continue;
    checks.push(ofProduct(product, latest, now));
    const missed = await listMissedRuns(db, { product, dataOrigin }, { since: now - MISSED_FOR_MS, now });
    checks.push(...ofMissed(product, missed));
  }
  return checks;
}

function ofProduct(product: Product, run: LatestRun | undefined, now: number): Check {
  const name = `runs of ${product}`;
  const calendar = AUCTION_CALENDAR[product];
  const { scheduledFor } = latestScheduledRun(calendar, now);
  const [next] = scheduledRunsBetween(calendar, now, now + 2 * DAY_MS);
  const nextText = `next ${madridMinute(next.scheduledFor)}`;
  if (run === undefined) {
    const text = `none yet; ${nextText}`;
    return product === 'da'
      ? fault(name, 'run_none', text, 'see "lonja sources": it needs prices up to the clock')
      : warning(name, 'run_none', text, 'see the log of the service');
  }
  const last = `last ${madridMinute(run.issuedAt)}`;
  if (run.answers < scheduledFor && now >= scheduledFor + DUE_FOR_MS) {
    const text = `${last}; that of ${madridMinute(scheduledFor)} is missing; ${nextText}`;
    const remedy = 'start the service if it does not run; else see its log and "lonja sources"';
    return product === 'da' && now - run.issuedAt > STALE_AFTER_MS
      ? fault(name, 'run_missing', text, remedy)
      : warning(name, 'run_missing', text, remedy);
  }
  if (run.degraded.length === 0) return ok(name, 'run_current', `${last}; ${nextText}`);
  const more = run.degraded.length === 1 ? '' : ` and ${run.degraded.length - 1} more`;
  return warning(
    name,
    'run_degraded',
    `${last}, degraded: ${run.degraded[0]}${more}; ${nextText}`,
    'see "lonja sources" for what is late',
  );
}

function ofMissed(product: Product, missed: readonly ScheduledRun[]): Check[] {
  const last = missed.at(-1);
  if (last === undefined) return [];
  const what = missed.length === 1 ? '1 run' : `${missed.length} runs`;
  return [
    warning(
      `missed runs of ${product}`,
      'runs_missed',
      `${what} in the last 7 days, the last that of ${madridMinute(last.scheduledFor)} for ${last.firstDay}`,
      'see the log of that time: the service did not run, or could not forecast before the next run was due',
    ),
  ];
}
