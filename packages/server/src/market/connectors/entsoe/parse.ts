import { HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { parseDecimal } from '../decimal.ts';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, excerpt, type PayloadFault, shapeFault } from '../payload-fault.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';

/** One period of a time series of a market document, filled where its curve leaves out repeated values. */
export interface EntsoeSeries {
  /** `EUR/MWh` or `MW`. */
  unit: string;
  /** `B16` and so on; undefined where the document is not by type of production. */
  psrType: string | undefined;
  /** The plant, where the series is of one; undefined: of the whole zone. */
  resource: string | undefined;
  /** What is taken from the grid, such as the power of pumps. */
  consumes: boolean;
  inDomain: string | undefined;
  outDomain: string | undefined;
  /** Which of two values of one period counts: the one with the higher revision, then the one that was made later. */
  version: { revision: number; createdAt: number };
  /** ms */
  step: number;
  values: Map<number, number>;
}

const STEPS = new Map([
  ['PT15M', 15 * MINUTE_MS],
  ['PT30M', 30 * MINUTE_MS],
  ['PT60M', HOUR_MS],
  ['PT1H', HOUR_MS],
]);
/** An auction as the platform names it: the kind of its contract, and which of the auctions of a day it is. */
export interface EntsoeAuction {
  contract: 'A01' | 'A07';
  sequence: string;
}
const DAY_AHEAD: EntsoeAuction = { contract: 'A01', sequence: '1' };
const CONSUMPTION = 'A04';
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/;

/**
 * The time series of a market document, a period each; empty when the answer is that there are no data. Series of other contracts
 * than the auction's, or of another auction of the same day, are left out. What names neither is of the day ahead.
 */
export function parseEntsoeDocument(
  xml: string,
  what: Asked,
  auction: EntsoeAuction = DAY_AHEAD,
): EntsoeSeries[] {
  const document = readMarketDocument(xml, what);
  if (document === undefined) return [];
  return document.TimeSeries.filter((series) => isOf(auction, series)).flatMap((series) =>
    series.Period.map((period) => toSeries(document, series, period, what)),
  );
}

function isOf({ contract, sequence }: EntsoeAuction, series: TimeSeries): boolean {
  return (
    (series['contract_MarketAgreement.type'] ?? DAY_AHEAD.contract) === contract &&
    (series['classificationSequence_AttributeInstanceComponent.position'] ?? DAY_AHEAD.sequence) === sequence
  );
}

function toSeries(document: MarketDocument, series: TimeSeries, period: Period, what: Asked): EntsoeSeries {
  const { start, end } = period.timeInterval;
  const step = STEPS.get(period.resolution);
  const [from, to] = [start, end].map((text) => (INSTANT.test(text) ? Date.parse(text) : Number.NaN));
  const count = step === undefined ? Number.NaN : (to - from) / step;
  if (step === undefined || !Number.isInteger(count) || count <= 0) {
    throw answerFault(what, reason('unreadable_period', { start, end, step: period.resolution }));
  }
  const inDomain = series['in_Domain.mRID'] ?? series['inBiddingZone_Domain.mRID'];
  const psrType = series.MktPSRType?.psrType;
  return {
    unit: unitOf(series, what),
    psrType,
    resource: series['registeredResource.mRID'] ?? series.MktPSRType?.PowerSystemResources?.mRID,
    consumes: psrType !== undefined && (inDomain === undefined || series.businessType === CONSUMPTION),
    inDomain,
    outDomain: series['out_Domain.mRID'] ?? series['outBiddingZone_Domain.mRID'],
    version: {
      revision: Number(series.revisionNumber ?? series.version ?? document.revisionNumber) || 1,
      createdAt: Date.parse(series.createdDateTime ?? document.createdDateTime ?? '') || 0,
    },
    step,
    values: readPoints(period, { from, step, count, repeats: series.curveType === 'A03', what }),
  };
}

function readPoints(
  { Point }: Period,
  shape: { from: number; step: number; count: number; repeats: boolean; what: Asked },
): Map<number, number> {
  const { from, step, count, repeats, what } = shape;
  const known = new Map<number, number>();
  for (const point of Point) {
    const position = /^\d+$/.test(point.position) ? Number(point.position) : Number.NaN;
    const value = parseDecimal(point['price.amount'] ?? point.quantity ?? '');
    if (!(position >= 1 && position <= count) || value === undefined) {
      throw answerFault(what, reason('unreadable_position', { position: point.position, count }));
    }
    const before = known.get(position) ?? value;
    if (before !== value) throw twoValues(what, from + (position - 1) * step, [before, value]);
    known.set(position, value);
  }
  const values = new Map<number, number>();
  let last: number | undefined;
  for (let position = 1; position <= count; position++) {
    const value: number | undefined = known.get(position) ?? (repeats ? last : undefined);
    if (value !== undefined) values.set(from + (position - 1) * step, value);
    last = value;
  }
  return values;
}

/** A period that has two values of the same version. */
function twoValues(what: Asked, start: number, [one, other]: readonly [number, number]): PayloadFault {
  return answerFault(what, reason('two_values', { at: new Date(start).toISOString(), one, other }));
}

function unitOf(series: TimeSeries, what: Asked): string {
  const { 'currency_Unit.name': currency, 'price_Measure_Unit.name': per } = series;
  if (currency === 'EUR' && per === 'MWH') return 'EUR/MWh';
  if (currency === undefined && series['quantity_Measure_Unit.name'] === 'MAW') return 'MW';
  const found = `${currency ?? ''}/${per ?? series['quantity_Measure_Unit.name'] ?? ''}`;
  throw answerFault(what, reason('expected_unit', { found: excerpt(found) }));
}

const text = z.string();
const optional = text.optional();
const Period = z.object({
  timeInterval: z.object({ start: text, end: text }),
  resolution: text,
  Point: z.array(z.object({ position: text, 'price.amount': optional, quantity: optional })),
});
const TimeSeries = z.object({
  version: optional,
  revisionNumber: optional,
  createdDateTime: optional,
  businessType: optional,
  curveType: z.string().default('A01'),
  'in_Domain.mRID': optional,
  'out_Domain.mRID': optional,
  'inBiddingZone_Domain.mRID': optional,
  'outBiddingZone_Domain.mRID': optional,
  'currency_Unit.name': optional,
  'price_Measure_Unit.name': optional,
  'quantity_Measure_Unit.name': optional,
  'contract_MarketAgreement.type': optional,
  'classificationSequence_AttributeInstanceComponent.position': optional,
  'registeredResource.mRID': optional,
  MktPSRType: z
    .object({ psrType: optional, PowerSystemResources: z.object({ mRID: optional }).optional() })
    .optional(),
  Period: z.array(Period),
});
const MarketDocument = z.object({
  revisionNumber: optional,
  createdDateTime: optional,
  TimeSeries: z.array(TimeSeries).default([]),
});
const Reason = z.object({ code: optional, text: optional });

/** A market document as it is written, numbers still as text. */
type MarketDocument = z.infer<typeof MarketDocument>;
type TimeSeries = z.infer<typeof TimeSeries>;
type Period = z.infer<typeof Period>;

const LISTS = new Set(['TimeSeries', 'Period', 'Point', 'Reason']);
const NO_DATA = /no matching data|no data found/i;

/**
 * A market document of any kind and namespace version; undefined when the answer is that there are no data. Bad requests share the
 * code 999 with that, so the text of the reason decides.
 */
function readMarketDocument(xml: string, what: Asked): MarketDocument | undefined {
  if (XMLValidator.validate(xml) !== true) {
    throw answerFault(what, reason('expected_xml', { found: excerpt(xml) }));
  }
  const parser = new XMLParser({
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => LISTS.has(name),
  });
  const [name, body] = rootOf(parser.parse(xml));
  if (name === 'Acknowledgement_MarketDocument') return refuseUnlessNoData(body, what);
  if (!name.endsWith('_MarketDocument')) {
    throw answerFault(what, reason('expected_document', { found: excerpt(name === '' ? xml : name) }));
  }
  const parsed = MarketDocument.safeParse(body);
  if (parsed.success) return parsed.data;
  throw answerFault(what, shapeFault(parsed.error));
}

function rootOf(document: unknown): [name: string, body: unknown] {
  const entries = typeof document === 'object' && document !== null ? Object.entries(document) : [];
  return entries.find(([name]) => !name.startsWith('?')) ?? ['', undefined];
}

function refuseUnlessNoData(body: unknown, what: Asked): undefined {
  const parsed = z.object({ Reason: z.array(Reason).default([]) }).safeParse(body);
  const reasons = (parsed.data?.Reason ?? []).map((reason) => reason.text ?? '').join(' ');
  if (!NO_DATA.test(reasons)) throw answerFault(what, reason('refused_with', { found: excerpt(reasons) }));
}

/**
 * Series that say the same thing as one: sent twice, cut into periods or overlapping. Values that are equal count once, of different ones
 * those of the newest version do; a PayloadFault where the version does not decide. Types of production, plants, directions and steps stay
 * apart. The order of the series does not matter.
 */
export function mergeSeries(series: readonly EntsoeSeries[], what: Asked): EntsoeSeries[] {
  const merged = new Map<string, EntsoeSeries>();
  const versionOf = new Map<string, EntsoeSeries['version']>();
  for (const part of series.toSorted((a, b) => compareVersions(b.version, a.version))) {
    const id = `${seriesId(part)} ${part.step}`;
    const known = merged.get(id) ?? { ...part, values: new Map<number, number>() };
    merged.set(id, known);
    for (const [start, value] of part.values) {
      const before = known.values.get(start);
      if (before === undefined) {
        known.values.set(start, value);
        versionOf.set(`${id} ${start}`, part.version);
      } else if (before !== value && isSameVersion(versionOf.get(`${id} ${start}`), part.version)) {
        throw twoValues(what, start, [before, value]);
      }
    }
  }
  return [...merged.values()];
}

/** What a series is about, whatever its step and version. Without a type of production all series of an answer are about the same. */
export function seriesId({ psrType, resource, consumes }: EntsoeSeries): string {
  return JSON.stringify([psrType, resource, consumes]);
}

function compareVersions(a: EntsoeSeries['version'], b: EntsoeSeries['version']): number {
  return a.revision - b.revision || a.createdAt - b.createdAt;
}

function isSameVersion(a: EntsoeSeries['version'] | undefined, b: EntsoeSeries['version']): boolean {
  return a !== undefined && compareVersions(a, b) === 0;
}
