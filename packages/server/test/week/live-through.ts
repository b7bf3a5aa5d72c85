import {
  AUCTION_CALENDAR,
  addDays,
  dayRange,
  dayStart,
  type DeliveryDay,
  MINUTE_MS,
  AUCTIONS,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import { createLife } from '../../src/start/replay/life.ts';
import { modelIssuesBetween } from '../../src/forecasts/fundamentals/model-schedule.ts';
import type { Db } from '../../src/ground/database/database.ts';
import type { TestClock } from '../test-clock.ts';

/** The service looks after its work every quarter of a minute; here as often as something is published by the hour or half hour. */
const LOOK_MS = 30 * MINUTE_MS;

/**
 * Lives through days by a test's clock as the service does: asks its sources for what is due, announces prices, issues what is due. The
 * instants are every half hour at which the ledger has something to ask for, and those of runs and of own forecasts of the power system.
 */
export async function liveThrough(
  context: Parameters<typeof createLife>[0] & { clock: TestClock },
  days: { from: DeliveryDay; to: DeliveryDay },
  afterEach: (now: number) => Promise<void>,
): Promise<void> {
  const life = createLife(context);
  for (const day of dayRange(days.from, days.to)) {
    const [from, to] = [dayStart(day), dayStart(addDays(day, 1))];
    const scheduled = scheduledWithin({ after: from - 1, until: to - 1 });
    const looks = Array.from({ length: (to - from) / LOOK_MS }, (_, i) => from + i * LOOK_MS);
    for (const stop of [...new Set([...looks, ...scheduled])].sort((a, b) => a - b)) {
      // Days enter the ledger with the first look of a day.
      if (stop !== from && !scheduled.has(stop) && !(await isAskedForSomething(context.db, stop))) continue;
      context.clock.set(stop);
      await life.follow();
      await life.act();
      await afterEach(stop);
    }
    await life.endDay();
  }
}

/** Instants at which a run of a product or a forecast of the power system is due. */
function scheduledWithin({ after, until }: { after: number; until: number }): Set<number> {
  const runs = AUCTIONS.flatMap((product) =>
    scheduledRunsBetween(AUCTION_CALENDAR[product], after, until).map(({ scheduledFor }) => scheduledFor),
  );
  return new Set([...runs, ...modelIssuesBetween(after, until)]);
}

async function isAskedForSomething(db: Db, now: number): Promise<boolean> {
  const line = await db
    .selectFrom('publication')
    .select('day')
    .where('next_attempt_at', '<=', new Date(now))
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
