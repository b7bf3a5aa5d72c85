import { isDeliveryDay } from '@lonja/forecasting/market';

/** What four digits of a year can say in UTC: an answer repeats the instant. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00Z');
const END_OF_INSTANTS = Date.parse('+010000-01-01T00:00:00Z');

const DATE = String.raw`(?<date>\d{4}-\d{2}-\d{2})`;
const TIME = String.raw`(?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)`;
const OFFSET = String.raw`(?:[Zz]|(?<sign>[+ -])(?<hours>\d{2}):?(?<minutes>\d{2}))`;
const INSTANT = new RegExp(`^${DATE}[Tt ]${TIME}${OFFSET}$`);

/**
 * Epoch ms of an instant with an offset, RFC 3339; undefined for any other text. A blank may stand for the `T`, the offset may lack its
 * colon, seconds may be absent. A blank before the offset is a `+`, which form-encoded queries turn into one.
 */
export function readInstant(text: string): number | undefined {
  const { date, time, sign, hours, minutes } = INSTANT.exec(text)?.groups ?? {};
  if (date === undefined || !isDeliveryDay(date)) return undefined;
  const offset = sign === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  const instant = Date.parse(`${date}T${time}${offset}`);
  return instant >= FIRST_INSTANT && instant < END_OF_INSTANTS ? instant : undefined;
}
