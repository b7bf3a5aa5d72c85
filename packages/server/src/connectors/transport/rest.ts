import { HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';

/** A source that fails comes back by itself within minutes; one that refuses waits for somebody to mend something. */
const FAILING = { firstMs: 30_000, longestMs: 30 * MINUTE_MS };
const REFUSING = { firstMs: 5 * MINUTE_MS, longestMs: 6 * HOUR_MS };

/** How long a source is left alone after so many failures in a row, in ms: twice as long with each. */
export function restMs({ failuresInRow, refused }: { failuresInRow: number; refused: boolean }): number {
  const { firstMs, longestMs } = refused ? REFUSING : FAILING;
  return Math.min(longestMs, firstMs * 2 ** (failuresInRow - 1));
}
