import {
  addDays,
  DAY_MS,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  HOUR_MS,
} from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import { noteDataChange } from '../observations/data-version.ts';
import type { Db } from '../../ground/database/database.ts';
import { findFeeds, raiseFeedVersion, STAND_IN_SOURCES, type StoredFeed } from '../observations/feeds.ts';
import { readKeptRows } from '../observations/kept-rows.ts';
import {
  ENERGY_SERIES,
  modelSourceOf,
  WEATHER_DRIVEN,
  type WeatherDriven,
} from '../observations/quantities.ts';

/** Days behind now whose levels are compared, and the hours of a day that both must have. */
const COMPARED_MS = 60 * DAY_MS;
const FEWEST_HOURS = 18;
/** A scale that moves by less stays as it is. */
const STEADY = 0.01;

/**
 * Compares what sources that stand in give of load, wind and sun with the same series of those that lead, or with the energies of whole days,
 * and keeps how they are scaled or that they are left out. A forecast that nobody else publishes is scaled as its quantity is measured.
 */
export async function compareLevels(context: { db: Db; clock: Clock; logger: Logger }): Promise<void> {
  const now = context.clock.now();
  for (const quantity of WEATHER_DRIVEN) {
    const measured = await compareSeries(context, { quantity, series: `${quantity}.actual`, now });
    await compareSeries(context, { quantity, series: `${quantity}.forecast`, now, otherwise: measured });
  }
}

async function compareSeries(
  { db, logger }: { db: Db; logger: Logger },
  request: { quantity: WeatherDriven; series: string; now: number; otherwise?: Level | undefined },
): Promise<Level | undefined> {
  const { quantity, series, now, otherwise } = request;
  const feeds = await findFeeds(db, [series], 'market');
  const standIns = feeds.filter(({ source }) => STAND_IN_SOURCES.includes(source));
  if (standIns.length === 0) return undefined;
  const isOwn = ({ source }: StoredFeed) => source === modelSourceOf('market');
  const leaders = feeds.filter((feed) => !standIns.includes(feed) && !isOwn(feed));
  const energies =
    series.endsWith('.actual') && quantity !== 'load'
      ? (await findFeeds(db, [ENERGY_SERIES[quantity]], 'market')).filter((feed) => !isOwn(feed))
      : [];
  const leading = await meansOfDays(db, [...energies, ...leaders.toReversed()], now);
  let found: Level | undefined;
  for (const feed of standIns) {
    const own = await meansOfDays(db, [feed], now);
    const days = [...own].flatMap(([day, mean]) => {
      const other = leading.get(day);
      return other === undefined ? [] : [{ own: mean, leading: other }];
    });
    found = levelOf(days) ?? otherwise;
    if (found !== undefined) await keepLevel({ db, logger }, feed, found);
  }
  return found;
}

/** Mean power of the days that have most of their hours, MW; the last feed that has a day gives it. */
async function meansOfDays(
  db: Db,
  feeds: readonly StoredFeed[],
  now: number,
): Promise<Map<DeliveryDay, number>> {
  const means = new Map<DeliveryDay, number>();
  for (const feed of feeds) {
    const { start, value } = await readKeptRows(db, feed, {
      from: now - COMPARED_MS,
      to: now + DAY_MS,
      asOf: now,
    });
    const newest = new Map([...start].map((at, i) => [at, value[i]]));
    for (const [day, rows] of Map.groupBy(newest, ([at]) => deliveryDayOf(at))) {
      if (feed.resolution === 'P1D') {
        const [[at, energy]] = rows;
        if (at === dayStart(day)) means.set(day, energy / hoursOf(day));
      } else {
        const perHour = feed.resolution === 'PT15M' ? 4 : 1;
        if (rows.length < FEWEST_HOURS * perHour) continue;
        means.set(day, rows.reduce((sum, [, mw]) => sum + mw, 0) / rows.length);
      }
    }
  }
  return means;
}

function hoursOf(day: DeliveryDay): number {
  return (dayStart(addDays(day, 1)) - dayStart(day)) / HOUR_MS;
}

async function keepLevel(
  { db, logger }: { db: Db; logger: Logger },
  { id, series, source, scale: before }: StoredFeed,
  level: Level,
): Promise<void> {
  const scale = level.kind === 'same' ? null : level.kind === 'refused' ? 0 : level.scale;
  const isSteady = scale === before || (scale && before && Math.abs(scale - before) < STEADY);
  if (isSteady) return;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('feed').set({ scale }).where('id', '=', id).execute();
    await raiseFeedVersion(tx, id);
    await noteDataChange(tx);
  });
  const found = { source, series, scale: level.kind === 'same' ? 1 : level.scale };
  if (level.kind === 'refused')
    logger.warn(found, 'levels of a source do not fit those of others, so it is left out');
  else logger.info(found, 'levels of a source were compared with those of others');
}

/** What a series is held to in which another source leads. */
type Level = { kind: 'same' } | { kind: 'scaled'; scale: number } | { kind: 'refused'; scale: number };

/** Fewest days that both have, and the share of them whose level must lie near the usual one. */
const FEWEST_DAYS = 7;
const NEAR_SHARE = 0.75;
const NEAR = 0.1;
/** Levels that differ by less are the same, and by more than the second are of something else. */
const SAME = 0.02;
const MOST = 0.25;

/**
 * How the means of days in one series compare with those of the same days in the leading one; undefined where both have too few. Within 2 %
 * they are the same. Up to 25 % apart, by nearly as much on three of four days (another control area, net instead of gross), the series is
 * scaled by the median; what differs more, or now so and now so, is refused.
 */
export function levelOf(days: readonly { own: number; leading: number }[]): Level | undefined {
  const ratios = days.filter(({ own }) => own > 0).map(({ own, leading }) => leading / own);
  if (ratios.length < FEWEST_DAYS) return undefined;
  const scale = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
  const near = ratios.filter((ratio) => Math.abs(ratio - scale) <= NEAR * scale).length;
  if (Math.abs(scale - 1) > MOST || near < NEAR_SHARE * ratios.length) return { kind: 'refused', scale };
  return Math.abs(scale - 1) <= SAME ? { kind: 'same' } : { kind: 'scaled', scale };
}
