import { isDeliveryDay, addDays, type DeliveryDay } from '@lonja/forecasting/market';
import { z } from 'zod';
import { sentenceOf } from '../../../ground/reasons/reasons.ts';
import { targetUrlFault } from '../../../outbound/webhooks/target-url.ts';
import { type CsvMapping, parseMapping } from '../csv/mapping.ts';
import { type DeclaredName, declaredNameOf } from '../../../ground/config/declared-name.ts';
import { LIVE_SOURCES, type DaySpan } from '../source.ts';
import { type JsonTable, jsonSchema } from './json-table.ts';

const MOST_DECLARATIONS = 20;
const MOST_SERIES = 20;
const MOST_HEADERS = 5;
/** Keys of what the service forecasts itself. */
const OWN_SERIES = /\.model(\.|$)/;
/** Names of sources that come with the program or stand for imported files. */
const TAKEN = new Set<string>([...LIVE_SOURCES, 'simulator', 'csv']);

const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line of text');
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a local time HH:MM');

const declarationSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a short lower-case name such as mibgas')
    .refine((id) => !TAKEN.has(id), 'is the name of a source of the service itself; take another one'),
  /** Under which terms the data may be used. */
  licence: line(200),
  url: z.string().max(2000),
  /** With `{from}` and `{to}`: the most days that one request asks for. */
  daysPerRequest: z.int().min(1).max(366).optional(),
  /** Headers by the variables that hold them: those named for it alone, so that no other secret can be sent to an address. */
  headers: z
    .record(
      z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/, 'must be the name of a header'),
      z
        .string()
        .regex(
          /^SOURCE_[A-Z0-9_]{1,60}$/,
          'must be the name of a variable of the environment that begins with SOURCE_, never the secret itself',
        ),
    )
    .refine((headers) => Object.keys(headers).length <= MOST_HEADERS, `must be at most ${MOST_HEADERS}`)
    .default({}),
  /** Lets the address be one of the operator's own network, over plain HTTP too. */
  privateNetwork: z.boolean().default(false),
  /** When the values of a delivery day are usually public, Madrid time. */
  expected: z.strictObject({ dayOffset: z.int().min(-7).max(14), time: localTime }),
  firstDay: z.string().refine(isDeliveryDay, 'must be a day YYYY-MM-DD').default('2018-01-01'),
  /** On Saturdays and Sundays there are none. */
  weekdaysOnly: z.boolean().default(false),
  /** The share of its periods that a day needs: all where it is left out. */
  leastShare: z.number().gt(0).max(1).optional(),
  /** Where the table of a JSON document is; without it, the answer is a CSV file. */
  json: jsonSchema.optional(),
  mapping: z.record(z.string(), z.unknown()),
});

/** A source that an operator has described in a file; see docs/declared-sources.md. */
export interface Declaration {
  name: DeclaredName;
  licence: string;
  template: UrlTemplate;
  /** With their values, which are secrets. */
  headers: Readonly<Record<string, string>>;
  privateNetwork: boolean;
  expected: { dayOffset: number; time: string };
  firstDay: string;
  weekdaysOnly: boolean;
  leastShare: number | undefined;
  json: JsonTable | undefined;
  mapping: CsvMapping;
}

/** Checks the document of a file of declarations; gives them, or all that is wrong, each with its place. */
export function parseDeclarations(
  document: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): Declaration[] | { faults: string[] } {
  if (!Array.isArray(document))
    return { faults: ['the document: must be a list of declarations, [ {...} ]'] };
  if (document.length > MOST_DECLARATIONS) {
    return {
      faults: [`the document: must have at most ${MOST_DECLARATIONS} declarations, has ${document.length}`],
    };
  }
  const faults: string[] = [];
  const declarations: Declaration[] = [];
  for (const [i, entry] of document.entries()) {
    const place = placeOf(entry, i);
    const read = parseDeclaration(entry, environment);
    if ('faults' in read) faults.push(...read.faults.map((fault) => `${place}: ${fault}`));
    else if (declarations.some(({ name }) => name === read.name)) {
      faults.push(`${place}: id: is that of an earlier declaration; give each its own`);
    } else declarations.push(read);
  }
  return faults.length > 0 ? { faults } : declarations;
}

function parseDeclaration(
  entry: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): Declaration | { faults: string[] } {
  const parsed = declarationSchema.safeParse(entry);
  if (!parsed.success) {
    return {
      faults: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`),
    };
  }
  const { id, url, daysPerRequest, headers: variables, mapping: document, ...given } = parsed.data;
  const faults: string[] = [];
  const template = readUrlTemplate(url, daysPerRequest ?? 31);
  if ('fault' in template) faults.push(`url: ${template.fault}`);
  else {
    const [{ url: sample }] = template.requestsFor({ from: given.firstDay, to: given.firstDay });
    const fault = targetUrlFault(sample.href, { allowPrivate: given.privateNetwork });
    const hint = given.privateNetwork
      ? ''
      : ' ("privateNetwork": true allows http and addresses of your own network.)';
    if (fault !== undefined) faults.push(`url: ${sentenceOf([fault])}${hint}`);
    if (daysPerRequest !== undefined && !url.includes('{from')) {
      faults.push('daysPerRequest: is for a url with {from} and {to}');
    }
  }
  const headers: Record<string, string> = {};
  for (const [header, variable] of Object.entries(variables)) {
    const value = environment[variable] ?? '';
    if (/^[\x21-\x7e][\x20-\x7e]{0,999}$/.test(value)) headers[header] = value;
    else faults.push(`headers.${header}: the variable ${variable} must be set to one line of plain text`);
  }
  if ('source' in document) faults.push('mapping.source: is the id of the declaration; leave it out');
  const mapping = parseMapping({ ...document, source: 'csv' });
  if ('faults' in mapping) faults.push(...mapping.faults.map((fault) => `mapping.${fault}`));
  else if (mapping.series.length > MOST_SERIES) faults.push(`mapping.series: must be at most ${MOST_SERIES}`);
  else if (mapping.series.some(({ key }) => OWN_SERIES.test(key))) {
    faults.push(
      'mapping.series: a key with .model in it is of the own forecasts of the service; take another one',
    );
  } else if (given.weekdaysOnly && mapping.series.some(({ key }) => key.startsWith('price.'))) {
    faults.push('weekdaysOnly: is not for prices of an auction, which is held every day');
  }
  if (faults.length > 0 || 'fault' in template || 'faults' in mapping) return { faults };
  const { leastShare, json } = given;
  return { ...given, name: declaredNameOf(id), leastShare, json, template, headers, mapping };
}

/** How a fault names an entry: by its number, and its id where it has one. */
function placeOf(entry: unknown, i: number): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  return `declaration ${i + 1}${typeof id === 'string' ? ` ("${id.slice(0, 40)}")` : ''}`;
}

/** An address with the delivery days that it is asked for left open. */
interface UrlTemplate {
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
