/** The clock of a time zone. */
export interface MarketClock {
  /** Offset of local time from UTC at an instant, both in epoch ms. */
  offsetAt: (instant: number) => number;
  /** The instant of a time on the wall, ms since 1970 there; as `instantOfWallTime` says where there are two or none. */
  instantOf: (wallMs: number) => number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const FIRST_YEAR = 1995;
const LAST_YEAR = 2100;

/** The offsets of a year: `offsets[i]` from `from[i]` on. */
interface Year {
  from: number[];
  offsets: number[];
}

/**
 * The clock of a zone of the tz database, by the rules that this computer knows. A year is looked up once. Throws RangeError for an unknown
 * zone and where its offset is not of whole hours, which delivery hours need.
 */
export function clockOfZone(zone: string): MarketClock {
  const offsetOf = offsetsOfZone(zone);
  const years: (Year | undefined)[] = [];
  const lookUp = (instant: number): number => {
    const offset = offsetOf(instant);
    if (offset % HOUR_MS !== 0) {
      throw new RangeError(
        `The clock of ${zone} is not whole hours from UTC, so that hours are not those of the power system.`,
      );
    }
    return offset;
  };
  const offsetAt = (instant: number): number => {
    const number = new Date(instant).getUTCFullYear();
    if (!(number >= FIRST_YEAR && number <= LAST_YEAR)) {
      throw new RangeError(
        `The time of ${zone} is known for ${FIRST_YEAR}..${LAST_YEAR}; got ${String(instant)}.`,
      );
    }
    const { from, offsets } = (years[number - FIRST_YEAR] ??= yearOf(number, lookUp));
    let i = from.length - 1;
    while (instant < from[i]) i--;
    return offsets[i];
  };
  return {
    offsetAt,
    instantOf(wallMs) {
      const before = offsetAt(wallMs - DAY_MS);
      const after = offsetAt(wallMs + DAY_MS);
      if (before === after || offsetAt(wallMs - before) === before) return wallMs - before;
      return offsetAt(wallMs - after) === after ? wallMs - after : wallMs - before;
    },
  };
}

/** Clocks change on full quarters of an hour; the day of a change is found first. */
function yearOf(number: number, lookUp: (instant: number) => number): Year {
  const start = Date.UTC(number, 0, 1);
  const end = Date.UTC(number + 1, 0, 1);
  const year: Year = { from: [start], offsets: [lookUp(start)] };
  for (let day = start; day < end; day += DAY_MS) {
    const known = year.offsets[year.offsets.length - 1];
    if (lookUp(day + DAY_MS) === known) continue;
    let at = day;
    while (lookUp(at) === known) at += QUARTER_MS;
    if (at >= end) break;
    year.from.push(at);
    year.offsets.push(lookUp(at));
  }
  return year;
}

/**
 * The offset of a zone's local time from UTC at an instant, both in epoch ms, by the rules that this computer knows: slow, so keep what it
 * says. Throws RangeError for an unknown zone.
 */
export function offsetsOfZone(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const wall = `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:00Z`;
    return Date.parse(wall) - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  };
}
