import { z } from 'zod';
import { instantField, priceField } from '../../ground/http/fields.ts';
import { BEYOND_SIDES } from './beyond-cleared.ts';

const ClearedPrice = z
  .object({
    time: instantField('Start of the period', '2022-03-08T18:00:00Z'),
    value: priceField('Its price', 700),
  })
  .meta({ id: 'PriceExtreme' });

const ClearedExtremesRecord = z.object({
  since: instantField('First period whose price is stored', '2018-12-31T23:00:00Z'),
  lowest: ClearedPrice,
  highest: ClearedPrice,
});
export type ClearedExtremesRecord = z.infer<typeof ClearedExtremesRecord>;

/** What has cleared in an auction, as `description` says. */
export function clearedExtremesField(description: string) {
  return ClearedExtremesRecord.nullable().meta({ description });
}

export const ClearedExtremesField = clearedExtremesField(
  [
    'The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods:',
    'what `beyond_cleared` is marked against. It never changes.',
    'Null with less than 28 days of prices, and for runs of before this was kept',
  ].join(' '),
);

const BeyondSideField = z.enum(BEYOND_SIDES).optional();

export const BeyondClearedField = z
  .object({ value: BeyondSideField, p10: BeyondSideField, p90: BeyondSideField })
  .optional()
  .meta({
    id: 'BeyondCleared',
    description: [
      'Only where the point estimate (`value`) or a bound lies below the lowest or above the highest price of `cleared_extremes`,',
      'and of these only such ones: a price that the auction has never cleared. Possible, but rare',
    ].join(' '),
    examples: [{ p10: 'below' }],
  });
