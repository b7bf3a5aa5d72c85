import { readInstant } from '../../ground/http/read-instant.ts';
import { SITE_LIMITS } from '../portfolio/site-limits.ts';

/** What a battery really held. */
export interface MeasuredCharge {
  /** Epoch ms. */
  at: number;
  /** Percent. */
  soc: number;
}

export const MOST_MEASURED = 1500;

/**
 * Reads rows of an instant with its offset and a charge in percent, separated by comma or semicolon, under a head. Throws a RangeError that
 * names the line.
 */
export function readMeasuredCsv(text: string): MeasuredCharge[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '');
  const [head, ...rows] = lines;
  const separator = (head?.line ?? '').includes(';') ? ';' : ',';
  const cells = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = head === undefined ? [] : cells(head.line).map((name) => name.toLowerCase());
  const [time, charge] = [names.indexOf('time'), names.indexOf('soc')];
  if (time === -1 || charge === -1)
    throw new RangeError('Its first line has to name the columns time and soc.');
  return rows.map(({ line, number }) => {
    const fields = cells(line);
    const at = readInstant(fields[time] ?? '');
    const decimal = (fields[charge] ?? '').replace(separator === ';' ? ',' : /$^/, '.');
    if (at === undefined)
      throw new RangeError(
        `Line ${number} has no instant with an offset, such as 2026-03-31T10:00:00+02:00.`,
      );
    if (!/^\d{1,3}(\.\d{1,9})?$/.test(decimal) || Number(decimal) > SITE_LIMITS.charge.max)
      throw new RangeError(`Line ${number} has no charge from 0 to 100.`);
    return { at, soc: Number(decimal) };
  });
}
