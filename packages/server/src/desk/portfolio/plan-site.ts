import { reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import { AppError } from '../../ground/errors.ts';
import { InfeasiblePlanError, type Plan, type PlanProblem } from '../planner/plan-problem.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import type { PriceOutlook } from './read-outlook.ts';
import type { Site, StorageTechnology } from './site-store.ts';
import type { SiteVolumes } from './site-volumes.ts';

export type PlanKind = 'expected' | 'robust';

/** How a site is to be run. */
export interface PlanOptions {
  kind: PlanKind;
  /** Of a battery: stored at the start and at least at the end, shares of what it holds. */
  startShare: number;
  endShare: number;
  /** Of a battery. */
  maxCycles: number;
  /** Of a battery: EUR for each MWh that it gives at the connection. */
  wearCost: number;
  /** What of a battery nobody says, so that it is as usual; names as on the wire. */
  defaults: (typeof BATTERY_DEFAULTS)[number][];
  /** Of a load: local hours that it may run in, `fromHour <= hour < toHour`. */
  fromHour: number;
  toHour: number;
  /** Price below which a plant does not produce, EUR/MWh; undefined: it always does. */
  offerFloor: number | undefined;
}

/** What a question about a site says of how it is to be run; what it leaves open is as the site says. Shares of charge in percent. */
export interface AskedOptions {
  kind?: PlanKind | undefined;
  /** False: the plant produces at any price; true: it has a floor, of 0 where the site has none. */
  curtail?: boolean | undefined;
  startPercent?: number | undefined;
  endPercent?: number | undefined;
  maxCycles?: number | undefined;
  fromHour?: number | undefined;
  toHour?: number | undefined;
}

/** Percent that a battery holds at the start of a day where nobody says otherwise. */
export const USUAL_START_SOC = 50;
/** The price of a plant that only does not want to pay for what it feeds in, EUR/MWh. */
export const USUAL_FLOOR = 0;

/** Fillings that a battery gives in a day where nobody says otherwise: what warranties of one to two cycles a day allow. */
export const USUAL_MAX_CYCLES = 1.5;
/**
 * What the use of a battery costs where nobody says otherwise, EUR for each MWh that it gives: what its store costs by MWh, over the full cycles
 * that it lasts. docs/portfolio.md has the figures.
 */
export const USUAL_WEAR_COST: Readonly<Record<StorageTechnology, number>> = {
  lithium_ion: 15,
  lead_acid: 60,
  flow: 5,
  pumped_hydro: 2,
};

/** What of a battery may be as usual, as it is called on the wire. */
export const BATTERY_DEFAULTS = ['start_soc', 'max_cycles', 'wear_cost'] as const;

/** How a site is run: as was asked, else as the site says, else as is usual. */
export function optionsOf(site: Site, asked: AskedOptions = {}): PlanOptions {
  const said = {
    start_soc: asked.startPercent ?? site.start_soc,
    max_cycles: asked.maxCycles ?? site.max_cycles,
    wear_cost: site.wear_cost,
  };
  const start = said.start_soc ?? USUAL_START_SOC;
  const end = asked.endPercent ?? site.end_soc ?? start;
  const floor = asked.curtail === true ? USUAL_FLOOR : undefined;
  return {
    kind: asked.kind ?? 'expected',
    startShare: start / 100,
    endShare: end / 100,
    maxCycles: said.max_cycles ?? USUAL_MAX_CYCLES,
    wearCost: said.wear_cost ?? USUAL_WEAR_COST[site.storage_technology ?? 'lithium_ion'],
    defaults: BATTERY_DEFAULTS.filter((name) => said[name] === null),
    fromHour: asked.fromHour ?? 0,
    toHour: asked.toHour ?? 24,
    offerFloor: asked.curtail === false ? undefined : (site.offer_floor ?? floor),
  };
}

/** What a robust plan gives for a euro less of shortfall, and how many of the worst scenarios are its measure. */
const AVERSION = { weight: 0.5, tail: 0.1 };

/** Whether there is anything to plan: energy that can be moved. */
export function isPlannable({ kind, energy_mwh }: Site): boolean {
  return kind === 'battery' || kind === 'hybrid' || (kind === 'load' && energy_mwh !== null);
}

/** What the battery of a site can do; of a load, the energy that it has to take. */
export function storeOf(site: Pick<Site, 'capacity_mw' | 'storage_mw' | 'energy_mwh' | 'efficiency'>) {
  return {
    powerMw: site.storage_mw ?? site.capacity_mw,
    energyMwh: site.energy_mwh ?? 0,
    efficiency: site.efficiency ?? 1,
  };
}

/** Everything that a plan of a site has to keep to. `plant` is what a hybrid's plant generates. */
export function planProblemOf(
  site: Site,
  outlook: PriceOutlook,
  { options, plant }: { options: PlanOptions; plant: SiteVolumes | undefined },
): PlanProblem {
  const { powerMw, energyMwh, efficiency } = storeOf(site);
  const isIn = ({ hour }: { hour: number }) => hour >= options.fromHour && hour < options.toHour;
  return {
    periodHours: outlook.periodHours,
    prices: outlook.expectedPrices,
    risk: options.kind === 'robust' ? { ...AVERSION, scenarios: outlook.scenarios } : undefined,
    battery:
      site.kind === 'load'
        ? undefined
        : {
            powerMw,
            energyMwh,
            efficiency,
            startMwh: options.startShare * energyMwh,
            endMwh: options.endShare * energyMwh,
            maxCycles: options.maxCycles,
            wearCost: options.wearCost,
          },
    load:
      site.kind === 'load'
        ? {
            powerMw: site.capacity_mw,
            energyMwh,
            from: outlook.periods.findIndex(isIn),
            to: outlook.periods.findLastIndex(isIn) + 1,
          }
        : undefined,
    generationMw: plant?.mw,
    offerFloor: options.offerFloor,
    connectionMw: site.kind === 'hybrid' ? site.capacity_mw : undefined,
  };
}

/** Solves a problem, or gives the plan that it had before. Throws 422 where no plan keeps to all limits. */
export async function makePlan(
  { planner, plans }: PortfolioContext,
  problem: PlanProblem,
  { run, scenarios }: PriceOutlook,
): Promise<Plan> {
  const key = JSON.stringify(
    { ...problem, risk: problem.risk && [run.id, scenarios.length] },
    (_name, value: unknown) => (value instanceof Float64Array ? [...value] : value),
  );
  try {
    return await plans.get(key, () => planner.plan(problem));
  } catch (error) {
    if (error instanceof InfeasiblePlanError) throw limitsFault();
    throw new AppError('unavailable', 'No plan could be made in time; try again.', {
      cause: error,
      headers: { 'Retry-After': '1' },
    });
  }
}

function limitsFault(): AppError {
  const reasons = [reason('no_plan_in_limits')];
  const msg = sentenceOf(reasons);
  return new AppError('validation_error', msg, {
    faults: [{ loc: ['query'], msg, type: 'infeasible' }],
    reasons,
  });
}
