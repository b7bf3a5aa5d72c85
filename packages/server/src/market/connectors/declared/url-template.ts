import { addDays, type DeliveryDay } from '@lonja/forecasting/market';
import type { DaySpan } from '../source.ts';

/** An address with the delivery days that it is asked for left open. */
export interface UrlTemplate {
  /** The most delivery days that one answer holds. */
  daysPerRequest: number;
  /** Whether there is another address for other days: one that is not found is then a day that is not published. */
  namesDays: boolean;
  /** What to ask for a span: each address once, with the days that are wanted of its answer, in order. */
  requestsFor(span: DaySpan): { url: URL; span: DaySpan }[];
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const FORMAT_PART = '(?:yyyy|yy|mm|dd)';
const PARTS = new RegExp(`^(day|from|to)([+-]\\d)?(?::(${FORMAT_PART}(?:[-/._]?${FORMAT_PART})*))?$`);
const DEFAULT_FORMAT = 'yyyy-mm-dd';
/** Whole years and files without a day are asked for by the year. */
const [DAYS_OF_MONTH, DAYS_OF_YEAR] = [31, 366];
const SAMPLE_DAY = '2026-03-31';

interface Placeholder {
  what: 'day' | 'from' | 'to';
  shift: number;
  format: string;
}

/**
 * Reads a template: `{day}`, or `{from}` and `{to}` for a span, each with days added (`{day-1}`) and a format (`{day:yyyymmdd}`, `{day:yyyy}`)
 * where it needs them; without any, one address has all days. Gives what is wrong with it, in words, where it is none.
 */
export function readUrlTemplate(text: string, longestSpan: number): UrlTemplate | { fault: string } {
  const found = [...text.matchAll(PLACEHOLDER)].map(([whole, inner]) => readPlaceholder(inner) ?? whole);
  const wrong = found.find((one) => typeof one === 'string');
  if (wrong !== undefined || /[{}]/.test(text.replaceAll(PLACEHOLDER, ''))) {
    return {
      fault: `has the placeholder ${wrong ?? '{'}; write {day}, {from} or {to}, with a format of yyyy, yy, mm and dd where it needs one, such as {day:yyyymmdd}`,
    };
  }
  const placeholders = found.filter((one) => typeof one !== 'string');
  const names = new Set(placeholders.map(({ what }) => what));
  if (names.has('from') !== names.has('to') || (names.has('day') && names.has('from'))) {
    return { fault: 'must have {from} and {to} together, and {day} without them' };
  }
  const render = (span: DaySpan) =>
    text.replaceAll(PLACEHOLDER, (_, inner: string) => {
      const one = readPlaceholder(inner);
      return one === undefined
        ? ''
        : inFormat(addDays(one.what === 'to' ? span.to : span.from, one.shift), one.format);
    });
  if (!URL.canParse(render({ from: SAMPLE_DAY, to: SAMPLE_DAY }))) return { fault: 'is not an address' };
  const letters = placeholders.map(({ format }) => format).join('');
  const ofDay = letters.includes('d') ? 1 : letters.includes('m') ? DAYS_OF_MONTH : DAYS_OF_YEAR;
  const isSpan = names.has('from');
  return {
    daysPerRequest: isSpan ? longestSpan : ofDay,
    namesDays: placeholders.length > 0,
    requestsFor(span) {
      if (isSpan) return [{ url: new URL(render(span)), span }];
      const requests: { href: string; span: DaySpan }[] = [];
      for (let day = span.from; day <= span.to; day = addDays(day, 1)) {
        const href = render({ from: day, to: day });
        const last = requests.at(-1);
        if (last?.href === href) last.span.to = day;
        else requests.push({ href, span: { from: day, to: day } });
      }
      return requests.map((one) => ({ url: new URL(one.href), span: one.span }));
    },
  };
}

function readPlaceholder(inner: string): Placeholder | undefined {
  const match = PARTS.exec(inner);
  if (match === null) return undefined;
  const [, what, shift = '0', format = DEFAULT_FORMAT] = match;
  return isPlace(what) ? { what, shift: Number(shift), format } : undefined;
}

function isPlace(text: string): text is Placeholder['what'] {
  return text === 'day' || text === 'from' || text === 'to';
}

function inFormat(day: DeliveryDay, format: string): string {
  const [year, month, date] = day.split('-');
  return format.replace('yyyy', year).replace('yy', year.slice(2)).replace('mm', month).replace('dd', date);
}
