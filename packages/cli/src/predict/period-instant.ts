import { UsageError } from '../errors.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})[ T](\d{1,2}):(\d{2})/;
const OFFSET = /(Z|[+-]\d{2}:?(?:\d{2})?)$/;

/**
 * The instant of a local start as a file writes it: by its offset from UTC, or else on the clock of `zone`. An hour that the clock skips
 * has none: undefined. Of an hour that occurs twice it is the first.
 */
export function instantOfStart(time: string, zone: string): string | undefined {
  const [, date = '', hour = '', minute = ''] = LOCAL.exec(time) ?? [];
  const day = date.includes('/') ? date.split('/').reverse().map(twoDigits).join('-') : date;
  const wall = Date.parse(`${day}T${twoDigits(hour)}:${minute}:00Z`);
  const offset = OFFSET.exec(time.slice(date.length + 1))?.[1];
  if (offset !== undefined) return isoOf(wall - offsetMsOf(offset));
  const instants = zoneOffsets(wall, zone)
    .map((ms) => wall - ms)
    .filter((instant) => instant + offsetAt(instant, zone) === wall);
  return instants.length === 0 ? undefined : isoOf(Math.min(...instants));
}

/** Throws UsageError for a name that is no time zone. */
export function requireZone(zone: string): void {
  try {
    new Date(0).toLocaleString('en', { timeZone: zone });
  } catch (cause) {
    throw new UsageError(`"${zone}" is no time zone; name one such as Europe/Madrid.`, { cause });
  }
}

function offsetMsOf(offset: string): number {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(3).replace(':', '') || '0'];
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Offsets of the zone on the day before and after. */
function zoneOffsets(wall: number, zone: string): number[] {
  const day = 86_400_000;
  return [...new Set([offsetAt(wall - day, zone), offsetAt(wall + day, zone)])];
}

function offsetAt(instant: number, zone: string): number {
  const local = new Date(instant).toLocaleString('sv-SE', { timeZone: zone });
  return Date.parse(`${local.replace(' ', 'T')}Z`) - instant;
}

function twoDigits(text: string): string {
  return text.padStart(2, '0');
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
