import { addDays, dayStart, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import type { Db } from '../../store/database.ts';
import { readStoredLevels } from '../../store/day-levels.ts';
import {
  findPublications,
  isReleasedDay,
  type PublicationKey,
  quarantineDay,
  recordPublication,
} from '../../store/publications.ts';
import { pricesAt, readOperatorsPrices } from '../data/day-context.ts';
import { FEWEST_USUAL_DAYS, findValueFault, USUAL_DAYS } from '../data/quality-gates.ts';
import { heldDaysOf } from './whole-days.ts';

/** A day of an imported series that was not stored, and why. */
export interface HeldBackDay {
  series: string;
  resolution: string;
  day: DeliveryDay;
  /** Rows of the file. */
  rows: number;
  reason: string;
}

interface DayPart {
  day: DeliveryDay;
  isWhole: boolean;
  expectedAt: number;
  values: Series;
}

/**
 * Puts the days of imported prices that fail the checks of fetched days into quarantine, and gives the series without them. What is usual follows
 * from the days before, of the file as far as they pass, and of what is stored; where these are few, from the days after too.
 */
export async function holdBackDays(
  tx: Db,
  source: string,
  imported: readonly Series[],
  now: number,
): Promise<{ series: Series[]; heldBack: HeldBackDay[] }> {
  const heldBack: HeldBackDay[] = [];
  const series: Series[] = [];
  for (const one of imported) {
    if (!one.key.startsWith('price.') || one.resolution === 'P1D') {
      series.push(one);
      continue;
    }
    const ofSeries = await heldBackOf(tx, source, one, now);
    const days = new Set(ofSeries.map(({ day }) => day));
    heldBack.push(...ofSeries);
    series.push(days.size === 0 ? one : rowsWhere(one, (start) => !days.has(deliveryDayOf(start))));
  }
  return { series, heldBack };
}

async function heldBackOf(tx: Db, source: string, series: Series, now: number): Promise<HeldBackDay[]> {
  const { key, resolution } = series;
  const heldBack: HeldBackDay[] = [];
  const parts = partsOf(series);
  if (parts.length === 0) return [];
  const span = { from: parts[0].day, to: addDays(parts[parts.length - 1].day, 1) };
  const stored = await readStoredLevels(tx, {
    series: key,
    source,
    resolution,
    from: dayStart(addDays(span.from, -USUAL_DAYS)),
    to: dayStart(span.from),
  });
  const operators = await readOperatorsPrices(tx, source, series, span);
  const ofOperator = (part: Series) => pricesAt(operators, part);
  const passed: { day: DeliveryDay; values: Series }[] = [];
  for (const [i, { day, isWhole, expectedAt, values }] of parts.entries()) {
    const window = passed.slice(-USUAL_DAYS).filter((one) => one.day >= addDays(day, -USUAL_DAYS));
    const last = window.at(-1);
    const before = [
      ...(window.length < USUAL_DAYS ? stored.means : []),
      ...window.map((one) => meanOf(one.values)),
    ];
    // At the start of a file the days after show what is usual.
    const after = parts.slice(i + 1, i + 1 + USUAL_DAYS).map((one) => meanOf(one.values));
    const recent = {
      means: before.length < FEWEST_USUAL_DAYS ? [...before, ...after] : before,
      lastDay:
        last?.day === addDays(day, -1) ? [...last.values.value] : day === span.from ? stored.lastDay : [],
    };
    const context = { recent: () => recent, ofOperator, acceptsLevelShift: false };
    const reason = isWhole ? findValueFault({ day, series: [values] }, context) : undefined;
    const payload = [payloadOf(values)];
    const publication = { source, name: key, day };
    if (reason === undefined || (await isReleasedDay(tx, { ...publication, payload }))) {
      passed.push({ day, values });
      continue;
    }
    heldBack.push({ series: key, resolution, day, rows: values.start.length, reason });
    await quarantineDay(tx, { ...publication, reason, payload, now });
    await noteHeldBack(tx, publication, { expectedAt, reason, now });
  }
  return heldBack;
}

/** The day's line of the ledger, by which it can be released. */
async function noteHeldBack(
  tx: Db,
  publication: PublicationKey,
  { expectedAt, reason, now }: { expectedAt: number; reason: string; now: number },
): Promise<void> {
  const { source, name, day } = publication;
  const known = (await findPublications(tx, { source, name, from: day, to: day })).get(day);
  await recordPublication(tx, {
    ...(known ?? { ...publication, expectedAt, attempts: 0, corrections: 0 }),
    state: known?.state === 'complete' ? 'complete' : 'quarantined',
    lastAttemptAt: now,
    nextAttemptAt: known?.nextAttemptAt,
    publishedAt: known?.publishedAt,
    correctedAt: known?.correctedAt,
    reason,
  });
}

function meanOf({ value }: Series): number {
  return value.reduce((sum, price) => sum + price / value.length, 0);
}

/** A series by delivery day, of each period the newest revision. */
function partsOf(series: Series): DayPart[] {
  const newest = rowsWhere(series, (start, i) => series.start[i + 1] !== start);
  const byDay = Map.groupBy(newest.start.keys(), (i) => deliveryDayOf(newest.start[i]));
  return heldDaysOf(newest).map(({ day, periods, of, knownAt }) => {
    const rows = byDay.get(day) ?? [];
    const [from, to] = [rows[0], rows[rows.length - 1] + 1];
    const cut = (column: Float64Array) => column.slice(from, to);
    return {
      day,
      isWhole: periods === of,
      expectedAt: knownAt,
      values: {
        ...newest,
        start: cut(newest.start),
        value: cut(newest.value),
        availableAt: cut(newest.availableAt),
      },
    };
  });
}

function rowsWhere(series: Series, keeps: (start: number, i: number) => boolean): Series {
  const kept = (_: number, i: number) => keeps(series.start[i], i);
  return {
    ...series,
    start: series.start.filter(kept),
    value: series.value.filter(kept),
    availableAt: series.availableAt.filter(kept),
  };
}

function payloadOf({ key, unit, resolution, start, value }: Series) {
  return { key, unit, resolution, start: [...start], value: [...value] };
}
