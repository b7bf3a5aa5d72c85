import type { Plan, PlanProblem } from '../planner/plan-problem.ts';
import { moneyAt, settledAt } from '../portfolio/money.ts';
import { positionOfPlan } from '../portfolio/position-of-site.ts';
import { outcomeOf } from '../offers/offer-outcomes.ts';
import { offeredMw } from '../offers/offer-steps.ts';
import { type FrozenContent, foresightProblem } from './frozen-content.ts';

/** What came of a kept plan or offer at the prices that cleared; money in EUR, negative is cost. */
export interface SettledContent {
  /** Energy that it meant to trade, and that it did: both directions added up, MWh. */
  bid_mwh: number;
  traded_mwh: number;
  earned_eur: number;
  /** The most that any plan could have earned. */
  foresight_eur: number;
  /** What the plan that was kept for the day before would have earned on this one; null: none was. */
  last_day_eur: number | null;
  periods: { price: number; tradedMw: number; earned: number }[];
}

/** Settles at cleared prices, one for each period. `plan` solves the problem of perfect foresight. */
export async function settleContent(
  content: FrozenContent,
  { prices, lastDay }: { prices: Float64Array; lastDay: FrozenContent | undefined },
  plan: (problem: PlanProblem) => Promise<Plan>,
): Promise<SettledContent> {
  const { periodHours } = content;
  const traded = tradedAt(content, prices);
  const energy = (mw: readonly number[] | Float64Array) =>
    periodHours * Array.from(mw).reduce((sum, each) => sum + Math.abs(each), 0);
  const bid = content.offers?.map((offer) => (offer === null ? 0 : offeredMw(offer))) ?? content.netMw;
  return {
    bid_mwh: energy(bid),
    traded_mwh: energy(traded.mw),
    earned_eur: traded.eur.reduce((sum, eur) => sum + eur, 0),
    foresight_eur: await foresightAt(content, prices, plan),
    last_day_eur: lastDay === undefined ? null : moneyOfLastDay(content, lastDay, prices),
    periods: Array.from(prices, (price, t) => ({
      price,
      tradedMw: traded.mw[t],
      earned: traded.eur[t],
    })),
  };
}

function tradedAt(content: FrozenContent, prices: Float64Array): { mw: number[]; eur: number[] } {
  const { offers, store, periodHours, offerFloor } = content;
  if (offers === null) {
    const { hours } = settledAt(positionOf(content), prices, { periodHours });
    const isHeld = (price: number) => offerFloor !== null && price < offerFloor;
    return { mw: content.netMw.map((mw, t) => (isHeld(prices[t]) ? 0 : mw)), eur: hours };
  }
  const { netMw, eur } = outcomeOf(
    offers.map((offer) => offer ?? undefined),
    prices,
    {
      periodHours,
      store: store === null ? undefined : { ...store, fromPlantMw: Float64Array.from(store.fromPlantMw) },
    },
  );
  return { mw: [...netMw], eur: [...eur] };
}

function positionOf({ netMw, offerFloor, costsEur }: FrozenContent) {
  return {
    netMw: Float64Array.from(netMw),
    offerFloor: offerFloor ?? undefined,
    costs: Float64Array.from(costsEur),
  };
}

async function foresightAt(
  content: FrozenContent,
  prices: Float64Array,
  plan: (problem: PlanProblem) => Promise<Plan>,
): Promise<number> {
  const { periodHours, foresightFloor } = content;
  const problem = foresightProblem(content, prices);
  if (problem === undefined)
    return moneyAt({ ...positionOf(content), offerFloor: foresightFloor ?? undefined }, prices, {
      periodHours,
    });
  const best = positionOfPlan(
    await plan(problem),
    { periodHours },
    { wearCost: problem.battery?.wearCost ?? 0 },
  );
  return moneyAt(best, prices, { periodHours });
}

/** The plan of the day before, carried out in the same local hours of this one. */
function moneyOfLastDay(content: FrozenContent, lastDay: FrozenContent, prices: Float64Array): number {
  const places = new Map(lastDay.starts.map((start, t) => [placeOf(start, lastDay.hours[t]), t]));
  const from = content.starts.map((start, t) => places.get(placeOf(start, content.hours[t])));
  const taken = (values: readonly number[]) =>
    Float64Array.from(from, (at) => (at === undefined ? 0 : values[at]));
  const position = {
    netMw: taken(lastDay.netMw),
    costs: taken(lastDay.costsEur),
    offerFloor: lastDay.offerFloor ?? undefined,
  };
  return moneyAt(position, prices, { periodHours: content.periodHours });
}

const HOUR_MS = 3_600_000;

/** Local hour and the place in it; the two hours 2 of the day of 25 hours are one. */
function placeOf(start: number, hour: number): string {
  return `${hour} ${start % HOUR_MS}`;
}
