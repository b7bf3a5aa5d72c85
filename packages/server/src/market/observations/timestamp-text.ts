/** Year 1, before which PostgreSQL reads no year of ISO 8601, and year 10,000, which that writes with a sign. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const END_OF_INSTANTS = Date.parse('+010000-01-01T00:00:00Z');

/** An instant (epoch ms) as PostgreSQL reads it; one before year 1 or after year 9999 is `-infinity` or `infinity`. */
export function timestampText(instant: number): string {
  if (instant < FIRST_INSTANT) return '-infinity';
  return instant < END_OF_INSTANTS ? new Date(instant).toISOString() : 'infinity';
}
