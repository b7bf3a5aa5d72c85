import { madridIso, madridTime } from './madrid-time.ts';

/** One value of a table: as people read it, and as CSV has it. */
export interface Cell {
  text: string;
  csv: string;
  /** Of an instant: the same in the time of Spain, for a column of its own in CSV. */
  csvMadrid?: string;
  /** Numbers are aligned at the right. */
  isNumber: boolean;
  /** Whether a narrow terminal may cut it: half a number or half an instant is worse than none. */
  canCut: boolean;
}

type Value = string | number | boolean | null | undefined;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A value as it is; nothing for none. */
export function plain(value: Value): Cell {
  const text = value === null || value === undefined ? '' : String(value);
  return {
    text: readable(text),
    csv: text,
    isNumber: typeof value === 'number',
    canCut: typeof value === 'string' && !isIdentifier(text),
  };
}

/** Text that is of no use in part, such as a day. */
export function whole(value: string | null | undefined): Cell {
  return { ...plain(value), canCut: false };
}

/** A number with as many decimals; CSV has all that there are. */
export function fixed(value: number | null | undefined, decimals: number): Cell {
  if (value === null || value === undefined) return { text: '', csv: '', isNumber: true, canCut: false };
  return { text: decimal(value, decimals), csv: String(value), isNumber: true, canCut: false };
}

/** A number for people with as many decimals, never a negative zero. */
export function decimal(value: number, decimals: number): string {
  return (Number(value.toFixed(decimals)) + 0).toFixed(decimals);
}

/** An instant: the time of Spain for people, UTC and the time of Spain in CSV. */
export function instant(value: string | null | undefined): Cell {
  if (value === null || value === undefined) return { ...plain(null), csvMadrid: '' };
  return {
    text: madridTime(value),
    csv: utcOf(value),
    csvMadrid: madridIso(value),
    isNumber: false,
    canCut: false,
  };
}

/** `2026-03-30T10:05:00Z`, whatever the offset that it came with; the service gives no fractions. */
function utcOf(value: string): string {
  return new Date(value).toISOString().replace('.000Z', 'Z');
}

export function list(values: readonly string[] | null | undefined): Cell {
  return plain(values?.join(', '));
}

export function yesOrNo(value: boolean): Cell {
  return { text: value ? 'yes' : 'no', csv: String(value), isNumber: false, canCut: false };
}

export function isIdentifier(text: string): boolean {
  return UUID.test(text);
}

/** Text from elsewhere on one line, without what a terminal would take for a command. */
function readable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}
