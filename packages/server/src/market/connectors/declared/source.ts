import { gunzipSync } from 'node:zlib';
import {
  AUCTIONS,
  type Auction,
  addDays,
  dayRange,
  dayStart,
  deliveryDayOf,
  instantFor,
  periodMs,
  weekdayOf,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { decodeText } from '../csv/decode-text.ts';
import { parseCsv } from '../csv/parse.ts';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, ofSource } from '../payload-fault.ts';
import type { DaySpan, Publication, PublishedDay, Source } from '../source.ts';
import { type TimedValues, publishedDays } from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { isWebPage } from '../transport/reply.ts';
import { LONGEST_BODY } from '../transport/try-once.ts';
import type { Declaration } from './declaration.ts';
import { csvOfJson } from './json-table.ts';

export const DECLARED_LIMITS: SourceLimits = {
  requestsPerMinute: 30,
  parallel: 1,
  timeoutMs: 60_000,
  attempts: 3,
};

const NOT_FOUND = 404;
/** Days count from Monday, 0. */
const SATURDAY = 5;

/**
 * A source by its declaration: its answers are read as imported CSV files are. A value counts as known from when the mapping says, but not
 * before its day is usually public.
 */
export function createDeclaredSource(declaration: Declaration, transport: Transport): Source {
  const { name, template, json } = declaration;
  const headers = Object.keys(declaration.headers).length === 0 ? undefined : declaration.headers;
  const publication = publicationOf(declaration);
  return {
    name,
    licence: declaration.licence,
    parallel: DECLARED_LIMITS.parallel,
    publications: [publication],
    reaches: () => transport.reaches(originOf(declaration)),
    async fetch(asked: Publication, span: DaySpan): Promise<PublishedDay[]> {
      if (asked.name !== publication.name) throw new RangeError(`${name} is not asked for ${asked.name}.`);
      const days: PublishedDay[] = [];
      for (const part of template.requestsFor(span)) {
        const label = { what: publication.name, ...part.span };
        const { status, text } = await transport.get({
          url: part.url,
          label,
          decode: (bytes) => textOf(bytes, json === undefined, ofSource(name, label)),
          accepts: (reply) => template.namesDays && reply.status === NOT_FOUND,
          ...(headers && { headers }),
        });
        const found = status === NOT_FOUND ? [] : readDays(declaration, publication, part.span, text);
        days.push(...(declaration.weekdaysOnly ? withWeekends(found, part.span) : found));
      }
      return days;
    },
  };
}

function publicationOf({ mapping, expected, firstDay, leastShare, template }: Declaration): Publication {
  const keys = mapping.series.map(({ key }) => key);
  return {
    name: keys.length === 1 ? keys[0] : 'values',
    units: Object.fromEntries(mapping.series.map(({ key, unit }) => [key, unit])),
    product: productOf(keys),
    expected,
    firstDay,
    daysPerRequest: template.daysPerRequest,
    ...(leastShare !== undefined && { leastShare }),
  };
}

/** The auction whose prices all of the series are; undefined where they are not. */
function productOf(keys: readonly string[]): Auction | undefined {
  return AUCTIONS.find((product) => keys.every((key) => `${key}.`.startsWith(`price.${product}.`)));
}

function originOf({ template, firstDay }: Declaration): string {
  return template.requestsFor({ from: firstDay, to: firstDay })[0].url.origin;
}

/** The text of an answer, unpacked where it is gzip. A web page is left for the transport to refuse. */
function textOf(bytes: Uint8Array, isCsv: boolean, what: Asked): string {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes, what) : bytes;
  const utf8 = new TextDecoder().decode(plain);
  return isCsv && !isWebPage(utf8) && utf8.trim() !== ''
    ? decodeText(plain, typeof what === 'string' ? what : what.what)
    : utf8;
}

function unpack(bytes: Uint8Array, what: Asked): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: LONGEST_BODY });
  } catch (cause) {
    throw answerFault(what, reason('expected_gzip', { bytes: LONGEST_BODY }), { cause });
  }
}

function readDays(
  { name, json, mapping, expected }: Declaration,
  publication: Publication,
  span: DaySpan,
  text: string,
): PublishedDay[] {
  const what = `${name} ${publication.name}`;
  const csv = json === undefined ? text : csvOfJson(text, json, what);
  const window = { from: dayStart(span.from), to: dayStart(addDays(span.to, 1)) };
  const parts = parseCsv(csv, mapping, what).series.flatMap(({ series }) => series);
  return publishedDays(
    publication,
    span,
    parts.map((series) => timedValues(series, window, expected)),
  );
}

function timedValues(
  { key, resolution, start, value, availableAt }: Series,
  window: { from: number; to: number },
  expected: Publication['expected'],
): TimedValues {
  const rows = [...start.keys()].filter((i) => start[i] >= window.from && start[i] < window.to);
  const publicFrom = new Map(
    [...new Set(rows.map((i) => deliveryDayOf(start[i])))].map((day) => [day, instantFor(day, expected)]),
  );
  const knownFrom = (i: number) =>
    Math.max(availableAt[i], publicFrom.get(deliveryDayOf(start[i])) ?? -Infinity);
  return {
    key,
    step: resolution === 'P1D' ? 'day' : periodMs(resolution),
    values: new Map(rows.map((i) => [start[i], value[i]])),
    knownFrom: new Map(rows.map((i) => [start[i], knownFrom(i)])),
  };
}

/** Days on which nothing is published count as published without values. */
function withWeekends(found: PublishedDay[], { from, to }: DaySpan): PublishedDay[] {
  const byDay = new Map(found.map((one) => [one.day, one]));
  return dayRange(from, to).flatMap((day): PublishedDay[] => {
    const one = byDay.get(day) ?? (weekdayOf(day) >= SATURDAY ? { day, revision: 1, series: [] } : undefined);
    return one === undefined ? [] : [one];
  });
}
