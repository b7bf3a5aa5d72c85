import { z } from 'zod';
import { SPREAD_DAYS_FIELDS, SPREAD_FIELDS } from '../../forecasts/runs/outlooks-record.ts';
import {
  MarketProductIdField,
  ProductField,
  ResolutionField,
  UnitField,
  dayField,
  instantField,
  probabilityField,
} from '../../ground/http/fields.ts';
import { CsvLocale, Format, Resolution, decimalParameter } from '../../ground/http/parameters.ts';
import {
  DeliveryDay,
  KindField,
  moneyField,
  outlookFields,
  quantityField,
  SiteIdField,
  VolumeSourceField,
} from '../portfolio/schemas.ts';

/** Below the least number of past days, a higher one could not be told from them. */
const MOST_CONFIDENCE = 0.95;
const USUAL_CONFIDENCE = '0.9';

export const WaitingQuery = z.strictObject({
  date: DeliveryDay,
  resolution: Resolution,
  max_loss: decimalParameter(
    { min: 0, max: 100_000_000 },
    'The most that waiting may lose against the day-ahead price over the day, EUR; with it the answer has the size of position that keeps to it',
    '500',
  ).optional(),
  confidence: decimalParameter(
    { min: 0.5, max: MOST_CONFIDENCE },
    'With which probability no more is lost',
    USUAL_CONFIDENCE,
  ).default(USUAL_CONFIDENCE),
  format: Format,
  locale: CsvLocale,
});

const Worth = z
  .object({
    expected_eur: moneyField('Mean over the past days', -24.7),
    error_eur: moneyField('Standard error of that mean, as if the days were independent', 6.1),
    median_eur: moneyField('Median', -20.4),
    p10_eur: moneyField('10th percentile: a tenth of the days brought less', -92.5),
    p90_eur: moneyField('90th percentile', 41.7),
    lowest_eur: moneyField('The worst of the past days', -260.3),
    probability_gain: probabilityField('Share of the past days on which it brought money', 0.34),
    loss_eur: moneyField('What the whole position does not lose more than, with `confidence`', 92.5),
  })
  .meta({ id: 'WaitingWorth' });

const Size = z
  .object({
    share: probabilityField('Of the position that may wait', 0.54),
    peak_mw: quantityField('Its highest power, MW', 5.4),
    energy_mwh: quantityField('Its energy, bought and sold counted together, MWh', 61.2),
    loss_eur: moneyField('What it does not lose more than, with `confidence`', 50),
  })
  .meta({ id: 'WaitingSize' });

export const Waiting = z
  .object({
    site_id: SiteIdField,
    kind: KindField,
    date: dayField('Delivery day'),
    unit: UnitField,
    resolution: ResolutionField,
    volume_source: VolumeSourceField,
    known_until: instantField(
      'What became known later is not in it: the day-ahead gate, or now where that is still to come',
      '2026-03-30T10:00:00Z',
    ),
    ...outlookFields,
    max_loss: moneyField('As asked; null where no size was asked for', 50).nullable(),
    confidence: probabilityField('As asked', 0.9),
    auctions: z.array(
      z
        .object({
          product: ProductField,
          market_product_id: MarketProductIdField,
          gate_closes_at: instantField('When the auction closes', '2026-03-30T13:00:00Z'),
          ...SPREAD_DAYS_FIELDS,
          energy_mwh: quantityField(
            'Energy of the position in the periods of the auction, bought and sold counted together, MWh',
            113.3,
          ),
          worth: Worth.nullable().meta({
            description:
              'What waiting for this auction with the whole position brings against the day-ahead price, losses negative; null with fewer than 28 past days',
          }),
          size: Size.nullable().meta({
            description: 'The largest part that keeps to `max_loss`; null without it or without a worth',
          }),
          points: z.array(
            z
              .object({
                time: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
                power_mw: quantityField('Position, feed-in positive, MW', 5.1),
                ...SPREAD_FIELDS,
                expected_eur: moneyField('Mean of what waiting brings in the period', 9.9),
              })
              .meta({ id: 'WaitingPoint' }),
          ),
        })
        .meta({ id: 'AuctionWaiting' }),
    ),
  })
  .meta({ id: 'SiteWaiting' });
export type Waiting = z.infer<typeof Waiting>;
