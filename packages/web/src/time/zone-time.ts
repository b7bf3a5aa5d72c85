const MINUTE_MS = 60_000;
/** A format takes longer to make than to use. */
const formats: Record<string, Intl.DateTimeFormat> = {};

/**
 * The instant of a local time, `YYYY-MM-DDTHH:MM`, in a zone of the tz database, epoch ms. Of an hour that the clock shows twice it
 * is the first; an hour that the clock skips counts from the one before it.
 */
export function zonedInstant(local: string, zone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const guesses = [-1, 1].map((days) => asUtc - zoneOffset(asUtc + days * 1440 * MINUTE_MS, zone));
  const fitting = guesses.filter((guess) => guess + zoneOffset(guess, zone) === asUtc);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...guesses);
}

/** How far the clock of a zone is ahead of UTC at an instant, ms. */
export function zoneOffset(instantMs: number, zone: string): number {
  const local = (formats[zone] ??= new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: zone,
  }));
  const minute = Math.floor(instantMs / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${local.format(minute).replace(' ', 'T')}Z`) - minute;
}
