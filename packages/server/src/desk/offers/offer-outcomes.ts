import { type OfferStep, type PeriodOffer, takenAt } from './offer-steps.ts';

/** The store behind an offer; energies inside it. */
export interface OfferedStore {
  startMwh: number;
  energyMwh: number;
  /** Of a whole cycle; half of the loss on either way. */
  efficiency: number;
  /** EUR for each MWh that it gives at the connection. */
  wearCost: number;
  /** What goes into it from the plant beside it, by period, MW. */
  fromPlantMw: Float64Array;
}

/** What becomes of an offer at given prices, by period. */
export interface OfferOutcome {
  /** Taken by the auction and kept: feed-in, negative is drawn, MW. */
  netMw: Float64Array;
  /** Money of the market less wear, EUR. */
  eur: Float64Array;
  /** Taken by the auction, but the store had no energy or no room for it, MWh. */
  brokenMwh: number;
  /** Stored at the end; 0 without a store. */
  endMwh: number;
}

/** A step for every period, the offered power at any price. */
export function takenAtAnyPrice(offers: readonly (PeriodOffer | undefined)[]): (PeriodOffer | undefined)[] {
  return offers.map(
    (offer) =>
      offer && {
        ...offer,
        steps: offer.steps.map((step): OfferStep => ({
          ...step,
          price: offer.side === 'sale' ? -Infinity : Infinity,
        })),
      },
  );
}

/**
 * Carries an offer out at the prices of a day: what the auction takes, as far as the store can. What it cannot keep is traded back at the
 * same price, so it earns and costs nothing.
 */
export function outcomeOf(
  offers: readonly (PeriodOffer | undefined)[],
  prices: Float64Array,
  { periodHours, store }: { periodHours: number; store: OfferedStore | undefined },
): OfferOutcome {
  const oneWay = Math.sqrt(store?.efficiency ?? 1);
  let stored = store?.startMwh ?? 0;
  let brokenMwh = 0;
  const netMw = new Float64Array(prices.length);
  const eur = new Float64Array(prices.length);
  prices.forEach((price, t) => {
    const offer = offers[t];
    const taken = offer === undefined ? { mw: 0, storeMw: 0 } : takenAt(offer, price);
    if (store !== undefined) charge(store.fromPlantMw[t]);
    const used = offer?.side === 'purchase' ? charge(taken.storeMw) : discharge(taken.storeMw);
    brokenMwh += periodHours * (taken.storeMw - used);
    const mw = taken.mw - taken.storeMw + used;
    netMw[t] = (offer?.side === 'purchase' ? -mw : mw) + 0;
    const wear = offer?.side === 'sale' ? used * (store?.wearCost ?? 0) : 0;
    eur[t] = periodHours * (price * netMw[t] - wear);
  });
  return { netMw, eur, brokenMwh, endMwh: stored };

  /** Both give what was possible, MW at the connection. */
  function charge(mw: number): number {
    const room = (store?.energyMwh ?? 0) - stored;
    const used = Math.min(mw, Math.max(room, 0) / oneWay / periodHours);
    stored += periodHours * used * oneWay;
    return used;
  }

  function discharge(mw: number): number {
    const used = Math.min(mw, (stored * oneWay) / periodHours);
    stored -= (periodHours * used) / oneWay;
    return used;
  }
}
