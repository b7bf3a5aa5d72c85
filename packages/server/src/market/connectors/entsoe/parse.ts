import { HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { parseDecimal } from '../decimal.ts';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, excerpt, type PayloadFault } from '../payload-fault.ts';
import { type MarketDocument, type Period, readMarketDocument, type TimeSeries } from './document.ts';

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
export function twoValues(what: Asked, start: number, [one, other]: readonly [number, number]): PayloadFault {
  return answerFault(what, reason('two_values', { at: new Date(start).toISOString(), one, other }));
}

function unitOf(series: TimeSeries, what: Asked): string {
  const { 'currency_Unit.name': currency, 'price_Measure_Unit.name': per } = series;
  if (currency === 'EUR' && per === 'MWH') return 'EUR/MWh';
  if (currency === undefined && series['quantity_Measure_Unit.name'] === 'MAW') return 'MW';
  const found = `${currency ?? ''}/${per ?? series['quantity_Measure_Unit.name'] ?? ''}`;
  throw answerFault(what, reason('expected_unit', { found: excerpt(found) }));
}
