import {
  ZONES,
  TIME_ZONE,
  AUCTION_CALENDAR,
  auctionOf,
  instantFor,
  type Zone,
} from '@lonja/forecasting/market';
import type { PastSpreads } from '@lonja/forecasting/intraday';
import type { Spread } from '@lonja/forecasting/scenarios';
import { z } from 'zod';
import {
  countField,
  DEGRADED_FIELDS,
  ForecastIdField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  ProductField,
  ResolutionField,
  SimulatedField,
  UnitField,
  dayField,
  instantField,
  priceField,
  probabilityField,
} from '../../ground/http/fields.ts';
import { AsOf, CsvLocale, dayParameter, Format, MarketId, Resolution } from '../../ground/http/parameters.ts';
import type {
  IntradayOutlook as ServedOutlook,
  OutlookQuery as OutlookQuestion,
  GateOutlook as ServedGateOutlook,
} from './get-outlook.ts';
import { marketProductId, PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { toDegraded } from './degraded.ts';
import { type CsvColumns, runName } from '../../ground/http/csv.ts';
import { formatInstant, roundPrice, roundProbability } from '../../ground/http/wire.ts';
import { columnsOfPoints, tableOfPoints, TimeField } from './points-record.ts';
import { pointFields } from './wire.ts';
import { BASIS_FIELDS } from './distributions-record.ts';
import { IntradayAuction, referenceFields, toReferenceFields } from './spreads-record.ts';
import { toRunFields } from './forecasts-record.ts';

/** Of past spreads, as any answer about them says it. */
export const SPREAD_DAYS_FIELDS = {
  spread_days: countField('Past days whose spreads were counted', 91),
  spreads_from: dayField('First of them').nullable(),
  spreads_to: dayField('Last of them').nullable(),
};

export const SPREAD_FIELDS = {
  spread_mean: priceField('Mean of the spread, the price minus the day-ahead price', 1.94),
  spread: priceField('Median of the spread', 2.28),
  spread_p10: priceField('10th percentile of the spread', -4.1),
  spread_p90: priceField('90th percentile of the spread', 9.7),
  probability_positive: probabilityField('Probability that the intraday price is higher', 0.66),
};

export const OutlookQuery = z.strictObject({
  market_id: MarketId,
  product: IntradayAuction('Intraday auction that has no forecast of its own yet'),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
  resolution: Resolution,
  as_of: AsOf,
  format: Format,
  locale: CsvLocale,
});

export const GateOutlookQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
  resolution: Resolution,
  format: Format,
  locale: CsvLocale,
});

const OUTLOOK_PRICES = {
  time: TimeField,
  value: priceField('Median of the price', 86.4),
  p10: priceField('10th percentile of the price', 71.2),
  p90: priceField('90th percentile of the price', 101.35),
};

const OutlookPoint = z
  .object({
    ...OUTLOOK_PRICES,
    reference_price: priceField('Price of the earlier auction, or the point estimate of it', 84.12),
    spread: priceField('Median of the spread, the price minus that of the earlier auction', 2.28),
    spread_p10: priceField('10th percentile of the spread', -4.1),
    spread_p90: priceField('90th percentile of the spread', 9.7),
    probability_positive: probabilityField('Probability that the intraday price is higher', 0.66),
  })
  .meta({ id: 'OutlookPoint' });

export const IntradayOutlook = z
  .object({
    outlook: z.literal(true).meta({
      description: 'Always true: this is no forecast of the auction and is not scored as one',
      examples: [true],
    }),
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    date: dayField('Delivery day'),
    unit: UnitField,
    resolution: ResolutionField,
    ...referenceFields('The last earlier auction of the day that has cleared; before that `da`', {
      run: 'The day-ahead run that stands for its prices; null where it has cleared',
    }),
    spread_days: z.int().meta({ description: 'Past days whose spreads were counted', examples: [91] }),
    spreads_from: dayField('First of them'),
    spreads_to: dayField('Last of them'),
    points: z.array(OutlookPoint),
    model_version: ModelVersionField.nullable().meta({
      description: 'Of the day-ahead run; null where the earlier auction has cleared',
    }),
    distribution: BASIS_FIELDS.distribution.nullable(),
    ...DEGRADED_FIELDS,
    simulated: SimulatedField,
  })
  .meta({ id: 'IntradayOutlook' });
export type IntradayOutlook = z.infer<typeof IntradayOutlook>;

const GateOutlookPoint = z
  .object({
    ...OUTLOOK_PRICES,
    reference_price: priceField('Point estimate of the day-ahead price', 84.12),
    ...SPREAD_FIELDS,
  })
  .meta({ id: 'GateOutlookPoint' });

export const GateOutlook = z
  .object({
    outlook: z.literal(true).meta({
      description: 'Always true: this is no forecast of the auctions and is not scored as one',
      examples: [true],
    }),
    market_id: MarketIdField,
    date: dayField('Delivery day'),
    unit: UnitField,
    resolution: ResolutionField,
    known_until: instantField(
      'What became known later is not in it: the day-ahead gate, or now where that is still to come',
      '2026-03-30T10:00:00Z',
    ),
    forecast_id: ForecastIdField.meta({ description: 'The day-ahead run that was the newest by then' }),
    issued_at: instantField('When that run was issued'),
    model_version: ModelVersionField,
    distribution: BASIS_FIELDS.distribution.nullable(),
    ...DEGRADED_FIELDS,
    auctions: z.array(
      z
        .object({
          product: ProductField,
          market_product_id: MarketProductIdField,
          gate_closes_at: instantField('When the auction closes', '2026-03-30T13:00:00Z'),
          ...SPREAD_DAYS_FIELDS,
          known: z.boolean().meta({
            description: 'Whether there are the 28 past days that an outlook needs; without them no points',
            examples: [true],
          }),
          points: z.array(GateOutlookPoint),
        })
        .meta({ id: 'AuctionBeforeGate' }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'GateOutlook' });
export type GateOutlook = z.infer<typeof GateOutlook>;
export function toIntradayOutlook(
  outlook: ServedOutlook,
  { product, resolution }: OutlookQuestion,
): IntradayOutlook {
  const { run, reference, day, spreadDays } = outlook;
  return {
    outlook: true,
    ...productFields(product),
    date: day,
    unit: PRICE_UNIT,
    resolution,
    ...toReferenceFields(reference, run),
    spread_days: spreadDays.length,
    spreads_from: spreadDays[0],
    spreads_to: spreadDays[spreadDays.length - 1],
    points: outlook.periods.map(({ reference: price, spread, ...point }) => ({
      time: formatInstant(point.start),
      ...pointFields(point),
      reference_price: roundPrice(price),
      ...toSpreadFields(spread),
    })),
    model_version: run?.modelVersionId ?? null,
    distribution: outlook.distributionBasis ?? null,
    ...(run === undefined ? { degraded: [], degraded_reasons: [] } : toDegraded(run)),
    simulated: outlook.dataOrigin === 'simulator',
  };
}

export function outlookCsvTable(outlook: ServedOutlook, query: OutlookQuestion) {
  const { points, simulated } = toIntradayOutlook(outlook, query);
  const { day, run } = outlook;
  return {
    name: ['outlook', query.product, day, ...(run === undefined ? [] : [runName(run.issuedAt)])],
    ...tableOfPoints(OutlookPoint.shape, points, simulated),
  };
}

export function toGateOutlook(
  outlook: ServedGateOutlook,
  { zone, resolution }: { zone: Zone; resolution: 'PT15M' | 'PT1H' },
): GateOutlook {
  const { day, run, dataOrigin, knownUntil, distributionBasis, auctions } = outlook;
  return {
    ...toRunFields(run),
    outlook: true,
    market_id: zone,
    date: day,
    unit: PRICE_UNIT,
    resolution,
    known_until: formatInstant(knownUntil),
    distribution: distributionBasis ?? null,
    auctions: auctions.map(({ product, past, periods }) => ({
      product: auctionOf(product),
      market_product_id: marketProductId(product),
      gate_closes_at: formatInstant(instantFor(day, AUCTION_CALENDAR[product].gateClosure)),
      ...toSpreadDays(past),
      known: periods !== undefined,
      points: (periods ?? []).map((period) => ({
        time: formatInstant(period.start),
        ...pointFields(period),
        reference_price: roundPrice(period.reference),
        spread_mean: roundPrice(period.meanSpread),
        ...toSpreadFields(period.spread),
      })),
    })),
    simulated: dataOrigin === 'simulator',
  };
}

export function toSpreadDays({ days }: PastSpreads) {
  return {
    spread_days: days.length,
    spreads_from: days.at(0) ?? null,
    spreads_to: days.at(-1) ?? null,
  };
}

export function toSpreadFields({ value, p10, p90, probabilityPositive }: Spread) {
  return {
    spread: roundPrice(value),
    spread_p10: roundPrice(p10),
    spread_p90: roundPrice(p90),
    probability_positive: roundProbability(probabilityPositive),
  };
}

const GATE_OUTLOOK_CSV: CsvColumns<
  GateOutlook['auctions'][number]['points'][number] & {
    product: string;
    spread_days: number;
    simulated: boolean;
  }
> = {
  product: ({ product }) => product,
  ...columnsOfPoints(GateOutlookPoint.shape),
  spread_days: ({ spread_days }) => spread_days,
  simulated: ({ simulated }) => simulated,
};

/** A row for each auction and period. */
export function gateOutlookCsvTable(
  outlook: ServedGateOutlook,
  query: { zone: Zone; resolution: 'PT15M' | 'PT1H' },
) {
  const { auctions, simulated } = toGateOutlook(outlook, query);
  return {
    name: ['intraday-outlook', outlook.day, runName(outlook.run.issuedAt)],
    columns: GATE_OUTLOOK_CSV,
    records: auctions.flatMap(({ product, points, spread_days }) =>
      points.map((point) => ({ ...point, product, spread_days, simulated })),
    ),
  };
}
