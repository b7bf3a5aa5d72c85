import { AUCTION_CALENDAR, MINUTE_MS, nextGate, type Auction, AUCTIONS } from '@lonja/forecasting/market';

/** The gate before which nothing begins that is not needed for it. */
export interface GateFreeze {
  product: Auction;
  /** Epoch ms. */
  closesAt: number;
}

/** The first gate that closes within so many minutes after an instant; undefined: none does, and everything may begin. */
export function findGateFreeze(now: number, minutes: number): GateFreeze | undefined {
  const gates = AUCTIONS.map((product) => ({
    product,
    closesAt: nextGate(AUCTION_CALENDAR[product], now).closesAt,
  }));
  return gates
    .filter(({ closesAt }) => closesAt - now <= minutes * MINUTE_MS)
    .toSorted((a, b) => a.closesAt - b.closesAt)
    .at(0);
}
