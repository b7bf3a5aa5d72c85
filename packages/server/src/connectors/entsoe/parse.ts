import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '@lonja/forecasting';
import { PayloadFault, excerpt } from '../payload-fault.ts';

/** One time series of a market document, filled where its curve leaves out repeated values. */
export interface EntsoeSeries {
  /** `EUR/MWh` or `MW`. */
  unit: string;
  /** `B16` and so on; undefined where the document is not by type of production. */
  psrType: string | undefined;
  inDomain: string | undefined;
  outDomain: string | undefined;
  /** ms */
  step: number;
  values: Map<number, number>;
}

const text = z.string();
const optional = text.optional();
const Period = z.object({
  timeInterval: z.object({ start: text, end: text }),
  resolution: text,
  Point: z.array(z.object({ position: text, 'price.amount': optional, quantity: optional })),
});
const TimeSeries = z.object({
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
  MktPSRType: z.object({ psrType: optional }).optional(),
  Period: z.array(Period),
});
type TimeSeries = z.infer<typeof TimeSeries>;
const Reason = z.object({ code: optional, text: optional });

const LISTS = new Set(['TimeSeries', 'Period', 'Point', 'Reason']);
const STEPS = new Map([
  ['PT15M', 15 * MINUTE_MS],
  ['PT30M', 30 * MINUTE_MS],
  ['PT60M', HOUR_MS],
  ['PT1H', HOUR_MS],
]);
const DAY_AHEAD_CONTRACT = 'A01';
const NO_DATA = /no matching data|no data found/i;

/**
 * The time series of a market document, whatever its kind and namespace version; empty when the answer is that there are no
 * data. Bad requests share the code 999 with "no data", so the text of the reason decides. Series of other contracts than the
 * daily one, or of a second auction of the same zone, are left out.
 */
export function parseEntsoeDocument(xml: string, what: string): EntsoeSeries[] {
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw new PayloadFault(`${what}: expected XML, found ${excerpt(xml)}`);
  const parser = new XMLParser({
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => LISTS.has(name),
  });
  const document: unknown = parser.parse(xml);
  const [name, body] = rootOf(document);
  if (name === 'Acknowledgement_MarketDocument') return refuseUnlessNoData(body, what);
  if (!name.endsWith('_MarketDocument')) {
    throw new PayloadFault(`${what}: expected a market document, found ${excerpt(name === '' ? xml : name)}`);
  }
  const parsed = z.object({ TimeSeries: z.array(TimeSeries).default([]) }).safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new PayloadFault(`${what}: ${issue.path.join('.')}: ${issue.message}`);
  }
  return parsed.data.TimeSeries.filter(isDayAhead).flatMap((series) =>
    series.Period.map((period) => toSeries(series, period, what)),
  );
}

function rootOf(document: unknown): [name: string, body: unknown] {
  const entries = typeof document === 'object' && document !== null ? Object.entries(document) : [];
  return entries.find(([name]) => !name.startsWith('?')) ?? ['', undefined];
}

function refuseUnlessNoData(body: unknown, what: string): EntsoeSeries[] {
  const parsed = z.object({ Reason: z.array(Reason).default([]) }).safeParse(body);
  const reasons = (parsed.data?.Reason ?? []).map((reason) => reason.text ?? '').join(' ');
  if (NO_DATA.test(reasons)) return [];
  throw new PayloadFault(`${what}: refused with ${excerpt(reasons)}`);
}

function isDayAhead(series: TimeSeries): boolean {
  const contract = series['contract_MarketAgreement.type'] ?? DAY_AHEAD_CONTRACT;
  const auction = series['classificationSequence_AttributeInstanceComponent.position'] ?? '1';
  return contract === DAY_AHEAD_CONTRACT && auction === '1';
}

function toSeries(series: TimeSeries, period: z.infer<typeof Period>, what: string): EntsoeSeries {
  const step = STEPS.get(period.resolution);
  const start = Date.parse(period.timeInterval.start);
  const end = Date.parse(period.timeInterval.end);
  const count = step === undefined ? Number.NaN : (end - start) / step;
  if (step === undefined || !Number.isInteger(count) || count <= 0) {
    throw new PayloadFault(
      `${what}: a period from ${period.timeInterval.start} to ${period.timeInterval.end} in steps of ${period.resolution} cannot be read.`,
    );
  }
  return {
    unit: unitOf(series, what),
    psrType: series.MktPSRType?.psrType,
    inDomain: series['in_Domain.mRID'] ?? series['inBiddingZone_Domain.mRID'],
    outDomain: series['out_Domain.mRID'] ?? series['outBiddingZone_Domain.mRID'],
    step,
    values: readPoints(period, { start, step, count, repeats: series.curveType === 'A03', what }),
  };
}

function readPoints(
  { Point }: z.infer<typeof Period>,
  shape: { start: number; step: number; count: number; repeats: boolean; what: string },
): Map<number, number> {
  const { start, step, count, repeats, what } = shape;
  const known = new Map<number, number>();
  for (const point of Point) {
    const position = Number(point.position);
    const value = Number(point['price.amount'] ?? point.quantity ?? Number.NaN);
    if (!Number.isInteger(position) || position < 1 || position > count || !Number.isFinite(value)) {
      throw new PayloadFault(`${what}: position ${point.position} of ${count} cannot be read.`);
    }
    if (known.has(position)) throw new PayloadFault(`${what}: position ${position} occurs twice.`);
    known.set(position, value);
  }
  const values = new Map<number, number>();
  let last: number | undefined;
  for (let position = 1; position <= count; position++) {
    const value: number | undefined = known.get(position) ?? (repeats ? last : undefined);
    if (value !== undefined) values.set(start + (position - 1) * step, value);
    last = value;
  }
  return values;
}

function unitOf(series: TimeSeries, what: string): string {
  const { 'currency_Unit.name': currency, 'price_Measure_Unit.name': per } = series;
  if (currency === 'EUR' && per === 'MWH') return 'EUR/MWh';
  if (currency === undefined && series['quantity_Measure_Unit.name'] === 'MAW') return 'MW';
  throw new PayloadFault(
    `${what}: expected EUR/MWH or MAW, found ${excerpt(`${currency ?? ''}/${per ?? series['quantity_Measure_Unit.name'] ?? ''}`)}`,
  );
}
