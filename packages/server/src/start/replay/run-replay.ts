import { setTimeout as sleep } from 'node:timers/promises';
import {
  AUCTION_CALENDAR,
  addDays,
  DAY_MS,
  dayRange,
  dayStart,
  type DeliveryDay,
  AUCTIONS,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import type { DataContext } from '../../market/sources/data-context.ts';
import type { ForecastContext } from '../../forecasts/issue/forecast-context.ts';
import { modelIssuesBetween } from '../../forecasts/fundamentals/model-schedule.ts';
import type { PowerContext } from '../../forecasts/fundamentals/power-inputs.ts';
import type { RetentionContext } from '../../operate/retention/tidy-up.ts';
import { daysReadBy } from '../../forecasts/issue/day-ahead-model.ts';
import type { Db } from '../../ground/database/database.ts';
import { copyHistory } from '../../market/publications/history.ts';
import { findReplayState, saveReplayState } from './replay-state.ts';
import { type Arrivals, readArrivals } from './arrivals.ts';
import { createForecastsAhead } from './forecasts-ahead.ts';
import { createLife } from './life.ts';
import { createReplayClock } from './replay-clock.ts';

export interface ReplayRequest {
  /** Days of the virtual clock, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
  /** How many times as fast as life; Infinity: without waiting. */
  speed: number;
  onDay?: (progress: { day: DeliveryDay; done: number; total: number }) => void;
}

/** Beyond what models look back on: the days that later ones compare with. */
const SPARE_DAYS = 60;

/**
 * Lives through days of the past with a virtual clock, on a database of its own: whatever `history` knows arrives at the instant at
 * which it became available, prices are announced, and the service's scheduler and jobs do what they would have done. Cut
 * short, it goes on where it stopped. Gives the machine time that all of it took, ms.
 */
export async function runReplay(
  context: DataContext & ForecastContext & PowerContext & RetentionContext,
  history: Db,
  { from, to, speed, onDay = () => undefined }: ReplayRequest,
): Promise<number> {
  const { db } = context;
  const opening = dayStart(from);
  let state = await findReplayState(db);
  const startedAt = performance.now();
  const spentBefore = state?.spentMs ?? 0;
  const spentMs = () => spentBefore + performance.now() - startedAt;
  const clock = createReplayClock(state?.reachedAt ?? opening);
  const save = async () => {
    state = { from, to, reachedAt: clock.now(), spentMs: spentMs() };
    await saveReplayState(db, state);
  };
  if (state === undefined) {
    const readFrom = opening - (daysReadBy(context.champion) + SPARE_DAYS) * DAY_MS;
    await copyHistory(history, db, { from: readFrom, asOf: opening });
    await save();
  }
  const { lookAhead, ...computing } = createForecastsAhead(
    { ...context, clock },
    { history, until: dayStart(addDays(to, 1)) },
  );
  const live = createLife({ ...context, clock, ...computing });
  const days = dayRange(from, to);
  for (const [done, day] of days.entries()) {
    const end = dayStart(addDays(day, 1));
    onDay({ day, done, total: days.length });
    if (clock.now() >= end) continue;
    const arrivals = await readArrivals(history, { after: clock.now(), until: end });
    for (const stop of stopsOf(arrivals, { after: clock.now(), until: end })) {
      await waitFor(stop - clock.now(), speed);
      clock.advanceTo(stop);
      await arrivals.storeUntil(db, stop);
      await live.act();
      await lookAhead(stop);
      await save();
    }
    await live.endDay();
    await save();
  }
  onDay({ day: to, done: days.length, total: days.length });
  return spentMs();
}

/** The instants of a span at which something happens: arrivals, forecasts of the power system and scheduled runs, in order, and its end. */
function stopsOf({ instants }: Arrivals, { after, until }: { after: number; until: number }): number[] {
  const runs = AUCTIONS.flatMap((product) =>
    scheduledRunsBetween(AUCTION_CALENDAR[product], after, until).map(({ scheduledFor }) => scheduledFor),
  );
  const issues = modelIssuesBetween(after, until);
  return [...new Set([...instants, ...runs, ...issues, until])].sort((a, b) => a - b);
}

async function waitFor(virtualMs: number, speed: number): Promise<void> {
  if (Number.isFinite(speed)) await sleep(virtualMs / speed);
}
