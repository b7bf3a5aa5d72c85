/** The lowest and the highest price that ever cleared in an auction, in its own periods, by the newest revisions known at an instant. */
export interface ClearedExtremes {
  /** Start of the first period that is known, epoch ms. */
  since: number;
  lowest: ClearedPrice;
  highest: ClearedPrice;
}

/** EUR/MWh, of the period from `start`, epoch ms. */
export interface ClearedPrice {
  start: number;
  value: number;
}
