import { formatMadrid } from '@lonja/forecasting/market';

export const MARKET_ZONE = 'Europe/Madrid';

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: MARKET_ZONE, dateStyle: 'short' });
const MINUTE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: MARKET_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
/** British English has names for both halves of the year where American English has only an offset. */
const ZONE_NAME = new Intl.DateTimeFormat('en-GB', { timeZone: MARKET_ZONE, timeZoneName: 'short' });

/** `2026-03-30 12:05 CEST`: the name of the zone distinguishes the two hours 2 of the longest day. */
export function madridTime(instant: string): string {
  const date = new Date(instant);
  const zone = ZONE_NAME.formatToParts(date).find(({ type }) => type === 'timeZoneName');
  return `${MINUTE.format(date)} ${zone?.value ?? MARKET_ZONE}`;
}

/** `2026-03-30T12:05:00+02:00`, for programs. */
export function madridIso(instant: string): string {
  return formatMadrid(Date.parse(instant));
}

/** The delivery day of an instant, epoch ms, or one that lies as many days from it. */
export function deliveryDay(instantMs: number, offsetDays = 0): string {
  const noon = Date.parse(`${DAY.format(instantMs)}T12:00:00Z`);
  return new Date(noon + offsetDays * DAY_MS).toISOString().slice(0, 10);
}
