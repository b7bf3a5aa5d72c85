import { z } from 'zod';
import { instantField, priceField } from '../../ground/http/fields.ts';
import { BEYOND_SIDES, type BeyondCleared, beyondCleared, MARKED_PRICES } from './cleared-extremes.ts';
import type { ClearedExtremes } from '../../ground/database/forecast-schema.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

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
type ClearedExtremesRecord = z.infer<typeof ClearedExtremesRecord>;

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

type Extremes = ClearedExtremes | undefined;
type MarkedPoint = Parameters<typeof beyondCleared>[1];

export function toExtremes(extremes: Extremes): ClearedExtremesRecord | null {
  if (extremes === undefined) return null;
  const toExtreme = ({ start, value }: ClearedExtremes['lowest']) => ({
    time: formatInstant(start),
    value: roundPrice(value),
  });
  return {
    since: formatInstant(extremes.since),
    lowest: toExtreme(extremes.lowest),
    highest: toExtreme(extremes.highest),
  };
}

/** The marks of a point as a field of it; none where nothing lies beyond. */
export function toBeyond(extremes: Extremes, point: MarkedPoint): { beyond_cleared?: BeyondCleared } {
  const marks = beyondCleared(extremes, point);
  return marks === undefined ? {} : { beyond_cleared: marks };
}

/** The same as a cell of a CSV file, such as `p10 below`. */
export function beyondCell(extremes: Extremes, point: MarkedPoint): string {
  const marks = beyondCleared(extremes, point) ?? {};
  return MARKED_PRICES.flatMap((name) => (marks[name] === undefined ? [] : [`${name} ${marks[name]}`])).join(
    '; ',
  );
}
