import {
  auctionsBefore,
  INTRADAY_AUCTIONS,
  ZONES,
  auctionOf,
  productOf,
  type Product,
} from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  ForecastIdField,
  MarketProductIdField,
  ProductField,
  ResolutionField,
  instantField,
  priceField,
  probabilityField,
} from '../../ground/http/fields.ts';
import { ProductName } from '../../ground/http/parameters.ts';
import type { ServedZoneSpreads } from './get-zone-spreads.ts';
import type { ServedSpreads, SpreadQuery } from './get-spreads.ts';
import type { ForecastRun } from './run-store.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { runName } from '../../ground/http/csv.ts';
import {
  formatInstant,
  formatOptionalInstant,
  roundPrice,
  roundProbability,
} from '../../ground/http/wire.ts';
import { tableOfPoints, TimeField } from './points-record.ts';
import { firstAndLastDay, pointFields } from './wire.ts';
import { RUN_FIELDS, toRunFields } from './forecasts-record.ts';
import { resolveSpan, SPAN_PARAMETERS } from './span-parameters.ts';
import { BASIS_FIELDS, MAKER_FIELDS } from './distributions-record.ts';

/** A parameter that names an intraday auction. */
export const IntradayAuction = (description: string) =>
  z.enum(INTRADAY_AUCTIONS).meta({ description, examples: ['ida1'] });

export const SpreadsQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    product: IntradayAuction('Intraday auction whose spread is wanted'),
    reference: ProductName.default('da').meta({
      description:
        'Earlier auction that the spread is to: day-ahead (default) or an intraday one before `product`',
      examples: ['da'],
    }),
  })
  .superRefine(({ product, reference }, check) => {
    const earlier = auctionsBefore(product);
    if (earlier.includes(reference)) return;
    check.addIssue({
      code: 'custom',
      path: ['reference'],
      message: `Send an auction before ${product}: ${earlier.join(' or ')}.`,
    });
  })
  .transform(resolveSpan);
export type SpreadsQuery = z.infer<typeof SpreadsQuery>;

export const ZoneSpreadsQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    market_id: z
      .string()
      .refine(
        (id) => ZONES.slice(1).includes(id),
        'Send a market whose forecasts are made from another one: see GET /markets.',
      )
      .default(ZONES[1] ?? ZONES[0])
      .meta({ description: 'Market whose prices are held against those of `against`', examples: ['pt'] }),
    against: z.literal(ZONES[0]).default(ZONES[0]).meta({ description: 'Market that the spread is to' }),
  })
  .transform(resolveSpan);
export type ZoneSpreadsQuery = z.infer<typeof ZoneSpreadsQuery>;

const ZoneSpreadPoint = z.object({
  time: TimeField,
  probability_split: probabilityField('Probability that the prices differ', 0.12),
  probability_below: probabilityField('Probability of a lower price than in `against`', 0.03),
  probability_above: probabilityField('Probability of a higher price than in `against`', 0.09),
  value: priceField('Expected spread: price less that of `against`', 0.84),
  p10: priceField('Its 10th percentile', 0),
  p90: priceField('Its 90th percentile', 2.4),
});

export const ZoneSpreadSet = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    against: z.string().meta({ description: 'Market that the spread is to', examples: ['es'] }),
    against_market_product_id: MarketProductIdField,
    against_forecast_id: ForecastIdField.meta({
      description: 'The run of that market which this one was made from',
    }),
    points: z.array(ZoneSpreadPoint),
    ...MAKER_FIELDS,
  })
  .meta({ id: 'ZoneSpreadSet' });
export type ZoneSpreadSet = z.infer<typeof ZoneSpreadSet>;

/** The auction that a spread is to, and the run that stands in for its prices. */
export function referenceFields(product: string, { run }: { run: string }) {
  return {
    reference_product: ProductField.meta({ description: product }),
    reference_market_product_id: MarketProductIdField,
    reference_forecast_id: ForecastIdField.nullable().meta({ description: run }),
    reference_issued_at: instantField('When that run was issued').nullable(),
  };
}

/** The same of an answer. */
export function toReferenceFields(reference: Product, run: Pick<ForecastRun, 'id' | 'issuedAt'> | undefined) {
  return {
    reference_product: auctionOf(reference),
    reference_market_product_id: marketProductId(reference),
    reference_forecast_id: run?.id ?? null,
    reference_issued_at: formatOptionalInstant(run?.issuedAt),
  };
}

const SpreadPoint = z
  .object({
    time: TimeField,
    forecast: priceField('Point estimate of the intraday price', 86.4),
    reference_price: priceField('Price of the earlier auction, or the point estimate of it', 84.12),
    reference: z.enum(['cleared', 'forecast']).meta({
      description: 'Whether that price is public, or forecast',
      examples: ['cleared'],
    }),
    value: priceField('Median of the spread, the intraday price minus that of the earlier auction', 2.28),
    p10: priceField('10th percentile of the spread', -4.1),
    p90: priceField('90th percentile of the spread', 9.7),
    probability_positive: probabilityField('Probability that the intraday price is higher', 0.66),
  })
  .meta({ id: 'SpreadPoint' });

export const SpreadSet = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    ...referenceFields('Earlier auction that the spread is to', {
      run: 'The run that stands in for prices that are not public; null where all are',
    }),
    points: z.array(SpreadPoint),
    ...BASIS_FIELDS,
    dependence: BASIS_FIELDS.dependence.nullable().meta({
      description:
        'How the prices of both auctions go together: as the errors of past forecasts did, or by an assumption where there are too few of them; null where every price of the earlier auction is public',
      examples: [null],
    }),
  })
  .meta({ id: 'SpreadSet' });
export type SpreadSet = z.infer<typeof SpreadSet>;

export function toSpreadSet(
  run: ForecastRun,
  served: ServedSpreads,
  { reference, resolution }: SpreadQuery,
): SpreadSet {
  return {
    ...toRunFields(run),
    resolution,
    ...toReferenceFields(reference, served.referenceRun),
    points: served.spreads.map((spread) => ({
      time: formatInstant(spread.start),
      forecast: roundPrice(spread.forecast),
      reference_price: roundPrice(spread.reference),
      reference: spread.referenceBasis,
      ...pointFields(spread),
      probability_positive: roundProbability(spread.probabilityPositive),
    })),
    distribution: served.distributionBasis,
    dependence: served.dependenceBasis ?? null,
  };
}

export function spreadsCsvTable(run: ForecastRun, served: ServedSpreads, query: SpreadQuery) {
  const { points, simulated } = toSpreadSet(run, served, query);
  const days = firstAndLastDay(served.spreads);
  return {
    name: ['spreads', run.product, query.reference, ...days, runName(run.issuedAt)],
    ...tableOfPoints(SpreadPoint.shape, points, simulated),
  };
}

export function toZoneSpreadSet(
  run: ForecastRun,
  { referenceRunId, spreads }: ServedZoneSpreads,
  { against, resolution }: Pick<ZoneSpreadsQuery, 'against' | 'resolution'>,
): ZoneSpreadSet {
  return {
    ...toRunFields(run),
    resolution,
    against,
    against_market_product_id: marketProductId(productOf(against, auctionOf(run.product))),
    against_forecast_id: referenceRunId,
    points: spreads.map(({ start, below, above, ...spread }) => ({
      time: formatInstant(start),
      probability_split: roundProbability(below + above),
      probability_below: roundProbability(below),
      probability_above: roundProbability(above),
      ...pointFields(spread),
    })),
  };
}

export function zoneSpreadsCsvTable(
  run: ForecastRun,
  served: ServedZoneSpreads,
  query: Pick<ZoneSpreadsQuery, 'against' | 'resolution'>,
) {
  const { points, simulated } = toZoneSpreadSet(run, served, query);
  return {
    name: ['zone-spreads', run.product, ...firstAndLastDay(served.spreads), runName(run.issuedAt)],
    ...tableOfPoints(ZoneSpreadPoint.shape, points, simulated),
  };
}
