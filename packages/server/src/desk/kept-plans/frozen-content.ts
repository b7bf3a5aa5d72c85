import type { DeliveryDay } from '@lonja/forecasting/market';
import { inCamelCase } from '../../ground/camel-case.ts';
import type { PlanProblem } from '../planner/plan-problem.ts';
import { USUAL_FLOOR, planProblemOf } from '../portfolio/plan-site.ts';
import type { SiteOffer } from '../offers/make-offer.ts';
import type { PeriodOffer } from '../offers/offer-steps.ts';

/** Everything that is needed to settle what was kept, without its site, its forecast or the rules of now. Plain data. */
export interface FrozenContent {
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
  periodHours: number;
  /** Periods by start, epoch ms, and their local hours. */
  starts: number[];
  hours: number[];
  /** What it rests on: the site as it was, without name and notes, how it was to be run, and the expected prices. */
  inputs: {
    site: Record<string, unknown>;
    options: Record<string, unknown>;
    limits: 'cost' | 'none';
    contractMw: number;
    volumeSource: string;
    /** The uploaded profile that it rests on; absent in what was kept before there were any. */
    uploadedProfile?: { resolution: 'PT15M' | 'PT1H'; mw: readonly number[]; uploadedAt: number } | null;
    expectedPrices: number[];
  };
  /** Expected money by period, EUR. */
  expectedEur: number[];
  /** The plan: feed-in, negative is drawn, MW; what it costs to hold it, EUR. */
  netMw: number[];
  offerFloor: number | null;
  costsEur: number[];
  /** Of an offer. */
  offers: (PeriodOffer | null)[] | null;
  store: {
    startMwh: number;
    energyMwh: number;
    efficiency: number;
    wearCost: number;
    fromPlantMw: number[];
  } | null;
  /** What the best plan would have to keep to; null: there is nothing to move, and a plant can only hold back. */
  problem: FrozenProblem | null;
  /** The floor of the best plan: what can hold back holds back what it would pay for. */
  foresightFloor: number | null;
}

type FrozenProblem = Omit<PlanProblem, 'prices' | 'risk' | 'generationMw' | 'battery'> & {
  generationMw: number[] | null;
  battery: PlanProblem['battery'];
};

/** Not of what was kept, or of whom it is. */
const LEFT_OUT = new Set(['tenant_id', 'name', 'notes', 'uploaded']);

/** A site by the names and values that kept plans have had from the first on: without what its owner says nothing of, instants in epoch ms. */
function describe(site: SiteOffer['site']): Record<string, unknown> {
  const said = Object.entries(site).filter(([name, value]) => !LEFT_OUT.has(name) && value !== null);
  return Object.fromEntries(
    said.map(([name, value]) => [inCamelCase(name), value instanceof Date ? value.getTime() : value]),
  );
}

/** What is kept of an offer, or of the plan that it rests on. */
export function freeze(made: SiteOffer, kind: 'plan' | 'offer'): FrozenContent {
  const { site, outlook, options, position, offers, store, contractMw, limits, resolution } = made;
  const { uploaded } = site;
  const { periodHours } = outlook;
  const isOffer = kind === 'offer';
  const foresightFloor =
    options.offerFloor === undefined || position.plant === undefined ? null : USUAL_FLOOR;
  // What bilateral contracts take is not the auction's.
  const contracted = isOffer ? contractMw : 0;
  const lessContract = (mw: number) => Math.sign(mw) * Math.max(Math.abs(mw) - contracted, 0) + 0;
  return {
    day: outlook.day,
    resolution,
    periodHours,
    starts: outlook.periods.map(({ start }) => start),
    hours: outlook.periods.map(({ hour }) => hour),
    inputs: {
      site: describe(site),
      options: { ...options },
      limits,
      contractMw,
      volumeSource: position.source,
      uploadedProfile: uploaded ?? null,
      expectedPrices: [...outlook.expectedPrices],
    },
    expectedEur: made.periods.map(({ eur }) => eur.expected),
    netMw: Array.from(position.netMw, site.kind === 'hybrid' ? (mw) => mw : lessContract),
    offerFloor: position.offerFloor ?? null,
    costsEur: Array.from(position.costs ?? position.netMw.map(() => 0)),
    offers: isOffer ? offers.map((offer) => offer ?? null) : null,
    store: isOffer && store !== undefined ? { ...store, fromPlantMw: Array.from(store.fromPlantMw) } : null,
    problem: position.plan === undefined ? null : problemOf(),
    foresightFloor,
  };

  function problemOf(): FrozenProblem {
    const {
      prices: _prices,
      risk: _risk,
      generationMw,
      ...rest
    } = planProblemOf(site, outlook, {
      options,
      plant: position.plant,
    });
    return {
      ...rest,
      generationMw: generationMw === undefined ? null : Array.from(generationMw, lessContract),
    };
  }
}

/** The problem of the best plan at the prices that cleared. */
export function foresightProblem(
  { problem, foresightFloor }: FrozenContent,
  prices: Float64Array,
): PlanProblem | undefined {
  if (problem === null) return undefined;
  return {
    ...problem,
    // JSON has no undefined.
    battery: problem.battery ?? undefined,
    load: problem.load ?? undefined,
    connectionMw: problem.connectionMw ?? undefined,
    generationMw: problem.generationMw === null ? undefined : Float64Array.from(problem.generationMw),
    offerFloor: foresightFloor ?? undefined,
    prices,
    risk: undefined,
  };
}
