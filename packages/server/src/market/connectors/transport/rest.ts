import { HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';

/** A source that fails recovers by itself within minutes; one that refuses needs an operator's action. */
const FAILING = { firstMs: 30_000, longestMs: 30 * MINUTE_MS };
const REFUSING = { firstMs: 5 * MINUTE_MS, longestMs: 6 * HOUR_MS };

/** How long requests to a source are paused after so many failures in a row, in ms: twice as long with each. */
export function restMs({ failuresInRow, refused }: { failuresInRow: number; refused: boolean }): number {
  const { firstMs, longestMs } = refused ? REFUSING : FAILING;
  return Math.min(longestMs, firstMs * 2 ** (failuresInRow - 1));
}
