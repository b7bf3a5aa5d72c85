import { addDays, dayStart, type DeliveryDay, deliveryDayOf, daysBetween } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { type Reasons, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { readStoredLevels, type StoredLevels } from '../observations/observation-spans.ts';
import { isReleasedDay, quarantineDay } from '../publications/quarantined-days.ts';
import { OPERATOR, pricesAt, readOperatorsPrices } from '../ingest/day-context.ts';
import { noteHeldBack } from '../ingest/name-contradictions.ts';
import {
  FEWEST_USUAL_DAYS,
  findImpossiblePrices,
  findValueFault,
  USUAL_DAYS,
} from '../ingest/quality-gates.ts';
import { type DayPart, dayPartsOf, rowsWhere, heldDaysOf } from '../ingest/day-parts.ts';

/** A day of an imported series that failed a check, and why. */
export interface HeldBackDay {
  series: string;
  resolution: string;
  day: DeliveryDay;
  /** Rows of the file. */
  rows: number;
  reason: string;
}

/** Series of the same days that are right or wrong together, such as the prices of an auction in both countries. */
export interface ImportedPublication {
  /** In the ledger. */
  name: string;
  series: Series[];
}

/**
 * Puts the days of imported prices that fail the checks of fetched days into quarantine, and gives the series without them; where somebody
 * `accepts` them, the series are whole, and the days are only named. What is usual follows from the days before, of the file as far as they
 * pass, and of what is stored; where these are few, from the days after too.
 */
export async function holdBackDays(
  tx: Db,
  source: string,
  imported: readonly ImportedPublication[],
  { now, accepts }: { now: number; accepts: boolean },
): Promise<{ series: Series[]; heldBack: HeldBackDay[] }> {
  const heldBack: HeldBackDay[] = [];
  const series: Series[] = [];
  for (const publication of imported) {
    const faults = await faultsOf(tx, source, publication);
    if (!accepts) for (const fault of faults) await holdBack(tx, fault, now);
    for (const { parts, day, reason } of faults) {
      heldBack.push(...parts.map(({ values }) => toHeldBackDay(values, day, sentenceOf(reason))));
    }
    const days = new Set(accepts ? [] : faults.map(({ day }) => day));
    const without = (one: Series) => rowsWhere(one, (start) => !days.has(deliveryDayOf(start)));
    series.push(...(days.size === 0 ? publication.series : publication.series.map(without)));
  }
  return { series, heldBack };
}

function toHeldBackDay({ key: series, resolution, start }: Series, day: DeliveryDay, reason: string) {
  return { series, resolution, day, rows: start.length, reason };
}

interface DayFault {
  publication: { source: string; name: string; day: DeliveryDay };
  day: DeliveryDay;
  parts: DayPart[];
  reason: Reasons;
}

/** The days that fail a check and that nobody has released before. */
async function faultsOf(tx: Db, source: string, { name, series }: ImportedPublication): Promise<DayFault[]> {
  const tracks: Track[] = [];
  for (const one of series.filter(
    ({ key, resolution }) => key.startsWith('price.') && resolution !== 'P1D',
  )) {
    const track = await trackOf(tx, source, one);
    if (track !== undefined) tracks.push(track);
  }
  const faults: DayFault[] = [];
  for (const day of [...new Set(tracks.flatMap(({ days }) => [...days.keys()]))].toSorted()) {
    const found = tracks.filter(({ days }) => days.has(day));
    const parts = found.flatMap(({ days }) => days.get(day) ?? []);
    const byPart = new Map(found.map((track) => [track.days.get(day)?.values, track]));
    const context = {
      recent: (part: Series) => byPart.get(part)?.recent(day) ?? { means: [], lastDay: [] },
      ofOperator: (part: Series) => pricesAt(byPart.get(part)?.operators ?? new Map(), part),
      isOperators: source === OPERATOR,
      acceptsLevelShift: false,
    };
    const values = { day, series: parts.map((part) => part.values) };
    const isWhole = parts.every((part) => part.isWhole);
    const fault = findImpossiblePrices(values) ?? (isWhole ? findValueFault(values, context) : undefined);
    const publication = { source, name, day };
    if (fault === undefined || (await isReleasedDay(tx, { ...publication, payload: payloadOf(parts) }))) {
      for (const track of found) track.passed.add(day);
    } else {
      faults.push({ publication, day, parts, reason: [fault] });
    }
  }
  return faults;
}

/** A series, and what its days are held against. */
interface Track {
  days: ReadonlyMap<DeliveryDay, DayPart>;
  /** Days that passed the checks. */
  passed: Set<DeliveryDay>;
  operators: ReadonlyMap<number, number>;
  recent: (day: DeliveryDay) => StoredLevels;
}

async function trackOf(tx: Db, source: string, series: Series): Promise<Track | undefined> {
  const { key, resolution } = series;
  const parts = dayPartsOf(series);
  const [first] = parts;
  if (first === undefined) return undefined;
  const span = { from: first.day, to: addDays(parts[parts.length - 1].day, 1) };
  const stored = await readStoredLevels(tx, {
    series: key,
    source,
    resolution,
    from: dayStart(addDays(span.from, -USUAL_DAYS)),
    to: dayStart(span.from),
  });
  const days = new Map(parts.map((part) => [part.day, part]));
  const means = new Map(parts.map(({ day, values }) => [day, meanOf(values)]));
  const order = [...days.keys()];
  const places = new Map(order.map((day, i) => [day, i]));
  const passed = new Set<DeliveryDay>();
  const recent = (day: DeliveryDay): StoredLevels => {
    const place = places.get(day) ?? 0;
    const within = (one: DeliveryDay) => one >= addDays(day, -USUAL_DAYS) && one <= addDays(day, USUAL_DAYS);
    const window = order
      .slice(Math.max(0, place - USUAL_DAYS), place)
      .filter((one) => passed.has(one) && within(one));
    const meansOf = (some: DeliveryDay[]) => some.flatMap((one) => means.get(one) ?? []);
    const before = [...(day < addDays(span.from, USUAL_DAYS) ? stored.means : []), ...meansOf(window)];
    // At the start of a file the days after show what is usual.
    const after = order.slice(place + 1, place + 1 + USUAL_DAYS).filter(within);
    const last = window.at(-1);
    return {
      means: before.length < FEWEST_USUAL_DAYS ? [...before, ...meansOf(after)] : before,
      lastDay:
        last !== undefined && last === addDays(day, -1)
          ? [...(days.get(last)?.values.value ?? [])]
          : day === span.from
            ? stored.lastDay
            : [],
    };
  };
  return { days, passed, operators: await readOperatorsPrices(tx, source, series, span), recent };
}

async function holdBack(tx: Db, { publication, parts, reason }: DayFault, now: number): Promise<void> {
  const expectedAt = Math.max(...parts.map((part) => part.expectedAt));
  await quarantineDay(tx, { ...publication, reason, payload: payloadOf(parts), now });
  await noteHeldBack(tx, publication, { expectedAt, reason, now });
}

function meanOf({ value }: Series): number {
  return value.reduce((sum, price) => sum + price / value.length, 0);
}

function payloadOf(parts: readonly DayPart[]) {
  return parts.map(({ values: { key, unit, resolution, start, value } }) => ({
    key,
    unit,
    resolution,
    start: [...start],
    value: [...value],
  }));
}

const NAMED = 5;
/** A run of at most so many days, with as many or more missing on each side that has days, stands alone. */
const LONE_DAYS = 7;

/** What an imported series lacks between its first and its last day. */
export interface DayHoles {
  series: string;
  /** Days without a value. */
  missing: { count: number; first: DeliveryDay[] };
  /** Days that have some of their periods. */
  partial: { count: number; first: { day: DeliveryDay; periods: number; of: number }[] };
  /** Days far from all others; `looksSwapped` when day and month may have been taken for each other. */
  lone: { count: number; first: DeliveryDay[]; looksSwapped: boolean };
}

/** The holes of each series that has any. `withoutResult` are days, by series, that are known to have no values. */
export function dayHolesOf(
  stored: readonly Series[],
  withoutResult: ReadonlyMap<string, readonly DeliveryDay[]> = new Map(),
): DayHoles[] {
  return [...Map.groupBy(stored, ({ key }) => key)]
    .map(([key, parts]) => holesOf(key, parts, withoutResult.get(key) ?? []))
    .filter(({ missing, partial, lone }) => missing.count + partial.count + lone.count > 0);
}

function holesOf(series: string, parts: Series[], withoutResult: readonly DeliveryDay[]): DayHoles {
  // Where parts of two resolutions hold the same day, the fuller one counts.
  const fullest = new Map<DeliveryDay, { day: DeliveryDay; periods: number; of: number }>();
  for (const { day, periods, of } of parts.flatMap(heldDaysOf)) {
    const known = fullest.get(day);
    if (known === undefined || periods / of > known.periods / known.of) {
      fullest.set(day, { day, periods, of });
    }
  }
  const held = [...fullest.keys()].sort();
  const days = [...new Set([...held, ...withoutResult])].sort();
  const partial = held.flatMap((day) => {
    const one = fullest.get(day);
    return one === undefined || one.periods >= one.of ? [] : [one];
  });
  const lone = loneDays(days);
  const looksSwapped = looksLikeSwap(lone, new Set(days));
  const named = looksSwapped || 2 * lone.length < days.length ? lone : [];
  return {
    series,
    missing: missingDays(days),
    partial: { count: partial.length, first: partial.slice(0, NAMED) },
    lone: { count: named.length, first: named.slice(0, NAMED), looksSwapped },
  };
}

/** Counts by the gaps: a mistyped year makes them thousands of days wide. */
function missingDays(days: DeliveryDay[]): DayHoles['missing'] {
  let count = 0;
  const first: DeliveryDay[] = [];
  for (let i = 1; i < days.length; i++) {
    const between = daysBetween(days[i - 1], days[i]) - 1;
    count += between;
    for (let n = 1; n <= between && first.length < NAMED; n++) first.push(addDays(days[i - 1], n));
  }
  return { count, first };
}

function loneDays(days: DeliveryDay[]): DeliveryDay[] {
  const runs: DeliveryDay[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run === undefined || before === undefined || daysBetween(before, day) > 1) runs.push([day]);
    else run.push(day);
  }
  if (runs.length === 1) return [];
  const isFar = (earlier: DeliveryDay[] | undefined, later: DeliveryDay[] | undefined) => {
    const [from, to] = [earlier?.at(-1), later?.at(0)];
    return from === undefined || to === undefined || daysBetween(from, to) > LONE_DAYS;
  };
  return runs
    .filter((run, i) => run.length <= LONE_DAYS && isFar(runs[i - 1], run) && isFar(run, runs[i + 1]))
    .flat();
}

/** Whether most lone days, two at least, would fill a day that is missing beside others when day and month changed places. */
function looksLikeSwap(lone: DeliveryDay[], days: ReadonlySet<DeliveryDay>): boolean {
  const swapped = lone.flatMap((day) => swapOf(day) ?? []).filter((day) => !days.has(day));
  const filled = new Set([...days, ...swapped]);
  const joined = swapped.filter((day) => filled.has(addDays(day, -1)) || filled.has(addDays(day, 1)));
  return joined.length >= 2 && 2 * joined.length > lone.length;
}

function swapOf(day: DeliveryDay): DeliveryDay | undefined {
  const [year, month, date] = day.split('-');
  return Number(date) > 12 || date === month ? undefined : `${year}-${date}-${month}`;
}

/** The holes for a person, a line each. */
export function formatDayHoles(holes: readonly DayHoles[]): string[] {
  return holes.flatMap(({ series, missing, partial, lone }) => [
    ...lineOf(`${series}: ${counted(missing.count)} missing between the first and the last`, missing),
    ...lineOf(`${series}: ${counted(partial.count)} not whole`, {
      count: partial.count,
      first: partial.first.map(({ day, periods, of }) => `${day} (${periods} of ${of} periods)`),
    }),
    ...lineOf(`${series}: ${counted(lone.count)} far from all others`, lone),
    ...(lone.looksSwapped
      ? [
          `  This looks like swapped day and month: check the dates of the file and the mapping's time format.`,
        ]
      : []),
  ]);
}

function counted(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function lineOf(what: string, { count, first }: { count: number; first: readonly string[] }): string[] {
  if (count === 0) return [];
  const rest = count - first.length;
  return [`  ${what}: ${first.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}
