import { readIsoOrDayFirst, readTimeText } from '@lonja/forecasting/market';
import { UsageError } from '../errors.ts';

/**
 * The instant of a local start as a file writes it: by its offset from UTC, or else on the clock of `zone`. An hour that the clock skips
 * has none: undefined. Of an hour that occurs twice it is the first.
 */
export function instantOfStart(time: string, zone: string): string | undefined {
  const read = readTimeText(time, readIsoOrDayFirst);
  if (read === undefined) return undefined;
  const { wallMs: wall, offsetMs } = read;
  if (offsetMs !== null) return isoOf(wall - offsetMs);
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

/** Offsets of the zone on the day before and after. */
function zoneOffsets(wall: number, zone: string): number[] {
  const day = 86_400_000;
  return [...new Set([offsetAt(wall - day, zone), offsetAt(wall + day, zone)])];
}

function offsetAt(instant: number, zone: string): number {
  const local = new Date(instant).toLocaleString('sv-SE', { timeZone: zone });
  return Date.parse(`${local.replace(' ', 'T')}Z`) - instant;
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
