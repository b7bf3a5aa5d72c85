import type { OfferRules } from './market-rules.ts';

/** A pair of an offer: so much more is sold from this price on, or bought up to it. */
export interface OfferStep {
  /** EUR/MWh. */
  price: number;
  /** MW. */
  mw: number;
  /** What of it goes into a store or comes out of one, MW. */
  storeMw: number;
}

/** The offer of a period: one side, or nothing. Prices of sales rise, those of purchases fall. */
export interface PeriodOffer {
  side: 'sale' | 'purchase';
  steps: OfferStep[];
}

/** What of a step is asked for before it is brought onto the grid of the market. */
export type WantedStep = Readonly<OfferStep>;

/**
 * The steps on the market's grid: prices within its limits, power in whole ticks, equal prices together and no more than it takes. Power is
 * rounded as a sum, so that no period has more than `mostMw`; `carry` (MW) is what rounding left over in earlier periods, and comes back anew.
 */
export function onGrid(
  side: PeriodOffer['side'],
  wanted: readonly WantedStep[],
  { rules, mostMw, carry }: { rules: OfferRules; mostMw: number; carry: number },
): { offer: PeriodOffer | undefined; carry: number } {
  const order = side === 'sale' ? 1 : -1;
  const ordered = joined(
    wanted
      .filter(({ mw }) => mw > 0)
      .map((step) => ({ ...step, price: priceOnGrid(step.price, rules) }))
      .sort((a, b) => order * (a.price - b.price)),
  );
  const mw = ordered.reduce((sum, step) => sum + step.mw, 0);
  const { quantityTick: tick } = rules;
  const most = Math.floor(mostMw / tick + 1e-6);
  const steps: OfferStep[] = [];
  let [sum, shown] = [carry, 0];
  for (const step of ordered) {
    sum += step.mw;
    const ticks = Math.min(Math.max(Math.round(sum / tick), shown), most) - shown;
    if (ticks <= 0) continue;
    shown += ticks;
    const rounded = inTicks(ticks, tick);
    steps.push({ price: step.price, mw: rounded, storeMw: (rounded * step.storeMw) / step.mw });
  }
  const offer = steps.length === 0 ? undefined : { side, steps: fewEnough(steps, rules) };
  return { offer, carry: mw > 0 ? carry + mw - inTicks(shown, tick) : carry };
}

/** Which power of an offer a price takes, and what of it concerns the store; both MW, positive. */
export function takenAt({ side, steps }: PeriodOffer, price: number): { mw: number; storeMw: number } {
  const taken = steps.filter((step) => (side === 'sale' ? price >= step.price : price <= step.price));
  return {
    mw: taken.reduce((sum, { mw }) => sum + mw, 0),
    storeMw: taken.reduce((sum, { storeMw }) => sum + storeMw, 0),
  };
}

/** Power of all steps, MW. */
export function offeredMw({ steps }: PeriodOffer): number {
  return steps.reduce((sum, { mw }) => sum + mw, 0);
}

function priceOnGrid(price: number, { priceTick, lowestPrice, highestPrice }: OfferRules): number {
  const ticks = Math.round(1 / priceTick);
  return Math.min(Math.max(Math.round(price * ticks) / ticks, lowestPrice), highestPrice) + 0;
}

function inTicks(count: number, tick: number): number {
  return count / Math.round(1 / tick);
}

/** Neighbours of one price are one step. */
function joined(steps: readonly OfferStep[]): OfferStep[] {
  const kept: OfferStep[] = [];
  for (const step of steps) {
    const last = kept.at(-1);
    if (last === undefined || last.price !== step.price) kept.push({ ...step });
    else Object.assign(last, sumOf(last, step));
  }
  return kept;
}

/** Joins the neighbours that lie closest until the market takes as many: at the price that trades less, so that none is worse than asked. */
function fewEnough(steps: readonly OfferStep[], { mostSteps }: OfferRules): OfferStep[] {
  const kept = steps.map((step) => ({ ...step }));
  while (kept.length > mostSteps) {
    let at = 0;
    const gap = (i: number) => Math.abs(kept[i + 1].price - kept[i].price);
    for (let i = 1; i < kept.length - 1; i++) if (gap(i) < gap(at)) at = i;
    const { price } = kept[at + 1];
    kept.splice(at, 2, { ...sumOf(kept[at], kept[at + 1]), price });
  }
  return kept;
}

function sumOf(a: OfferStep, b: OfferStep): OfferStep {
  const ticked = Math.round((a.mw + b.mw) * 1e9) / 1e9;
  return { price: a.price, mw: ticked, storeMw: a.storeMw + b.storeMw };
}
