import { type DeliveryDay, isDeliveryDay } from '@lonja/forecasting/market';

/** Reads dates of one format; undefined for text that is no such date. */
export interface DateReader {
  read(text: string): DeliveryDay | undefined;
  /** The 31st of March 2026 in the format. */
  example: string;
}

const FORMAT = /^(dd|mm|yyyy|yy)([-/.]?)(dd|mm|yyyy|yy)\2(dd|mm|yyyy|yy)$/;
/** Between them Madrid's clock is known, a day of margin for offsets included. */
const [FIRST_DAY, LAST_DAY] = ['1996-01-02', '2099-12-30'];

/**
 * The reader of a format: `dd`, `mm` and `yyyy` or `yy` (of this century), in any order, with `-`, `/`, `.` or nothing between them; day and
 * month may be written with one digit where something stands between them. Undefined when it is no such format.
 */
export function findDateReader(format: string): DateReader | undefined {
  const match = FORMAT.exec(format);
  if (match === null) return undefined;
  const [, first, separator, second, third] = match;
  const parts = [first, second, third];
  if (new Set(parts.map((part) => part[0])).size < parts.length) return undefined;
  const dayOrMonth = separator === '' ? String.raw`(\d{2})` : String.raw`(\d{1,2})`;
  const digits = parts.map((part) => (part[0] === 'y' ? String.raw`(\d{${part.length}})` : dayOrMonth));
  const pattern = new RegExp(`^${digits.join(separator === '' ? '' : `\\${separator}`)}$`);
  const [day, month, year] = ['d', 'm', 'y'].map(
    (letter) => 1 + parts.findIndex((part) => part[0] === letter),
  );
  return {
    read(text) {
      const found = pattern.exec(text);
      if (found === null) return undefined;
      const date = `${found[year].padStart(4, '20')}-${found[month].padStart(2, '0')}-${found[day].padStart(2, '0')}`;
      return isDeliveryDay(date) && date >= FIRST_DAY && date <= LAST_DAY ? date : undefined;
    },
    example: format.replace('yyyy', '2026').replace('yy', '26').replace('mm', '03').replace('dd', '31'),
  };
}
