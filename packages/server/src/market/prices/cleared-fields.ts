import { type BeyondCleared, beyondCleared, type ClearedExtremes, MARKED_PRICES } from './beyond-cleared.ts';
import type { ClearedExtremesRecord } from './cleared-schemas.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

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
