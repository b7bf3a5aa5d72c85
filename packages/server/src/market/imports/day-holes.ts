import { addDays, daysBetween, type DeliveryDay } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { heldDaysOf } from '../ingest/whole-days.ts';

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
