import type { Plan } from '../planner/plan-problem.ts';
import { choiceLevels } from './choice-levels.ts';
import type { SiteOnDay } from './day-profiles.ts';
import { heldBackMw, moneyOfDay, type MoneyRange, type Position } from './money.ts';
import { isPlannable, makePlan, type PlanOptions, planProblemOf, USUAL_FLOOR } from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import type { PriceOutlook } from './read-outlook.ts';
import type { createVolumes, SiteVolumes, VolumeSource } from './site-volumes.ts';

interface PositionInput {
  outlook: PriceOutlook;
  volumes: ReturnType<typeof createVolumes>;
  options: PlanOptions;
}

/** What a site does on the day of an outlook. */
export interface SitePosition extends Position {
  source: VolumeSource;
  /** Of what is steered; undefined where nothing is. */
  plan: Plan | undefined;
  /** What a plant could generate; undefined where there is none. */
  plant: SiteVolumes | undefined;
  /** What of that is held back, MW: by the plan, or by a floor on average over the scenarios. */
  curtailedMw: Float64Array;
}

/** By its plan where energy can be moved, otherwise by what the plant or the load does by itself. */
export async function positionOfSite(
  context: PortfolioContext,
  site: SiteOnDay,
  { outlook, volumes, options }: PositionInput,
): Promise<SitePosition> {
  if (isPlannable(site)) {
    const plant = site.kind === 'hybrid' ? await volumes.ofPlant(site) : undefined;
    const plan = await makePlan(context, planProblemOf(site, outlook, { options, plant }), outlook);
    return {
      ...positionOfPlan(plan, outlook, options),
      outcomeLevels: choiceLevels(site, outlook, { options, plant }),
      source: plant?.source ?? 'plan',
      plan,
      plant,
      curtailedMw: plan.curtailedMw,
    };
  }
  if (site.kind === 'load') {
    const { mw, source } = volumes.ofLoad(site);
    const nothing = { plan: undefined, plant: undefined, curtailedMw: mw.map(() => 0) };
    return { netMw: mw.map((value) => -value), offerFloor: undefined, source, ...nothing };
  }
  const plant = await volumes.ofPlant(site);
  const position = { netMw: plant.mw, offerFloor: options.offerFloor };
  return {
    ...position,
    source: plant.source,
    plan: undefined,
    plant,
    curtailedMw: heldBackMw(position, outlook),
  };
}

/** A plan is held to whatever the prices turn out to be; what it gives from a battery costs wear. */
export function positionOfPlan(
  { netMw, dischargeMw }: Plan,
  { periodHours }: Pick<PriceOutlook, 'periodHours'>,
  { wearCost }: Pick<PlanOptions, 'wearCost'>,
): Position {
  return {
    netMw,
    offerFloor: undefined,
    costs: dischargeMw.map((mw) => periodHours * mw * wearCost),
  };
}

/** What it is worth to a plant not to produce below a price. */
export interface Curtailment {
  /** EUR/MWh. */
  offerFloor: number;
  withFloor: MoneyRange;
  withoutFloor: MoneyRange;
  /** What is not produced with the floor, MWh, and for how long of what the plant could; on average over the scenarios. */
  mwh: number;
  hours: number;
}

/** Compares the day of a plant with its floor (0 where the site has none) and without; undefined for what generates nothing. */
export async function compareFloor(
  context: PortfolioContext,
  site: SiteOnDay,
  { outlook, volumes, options }: PositionInput,
): Promise<Curtailment | undefined> {
  if (site.kind === 'battery' || site.kind === 'load') return undefined;
  const offerFloor = site.offer_floor ?? USUAL_FLOOR;
  const at = (floor: number | undefined) =>
    positionOfSite(context, site, { outlook, volumes, options: { ...options, offerFloor: floor } });
  const [held, free] = [await at(offerFloor), await at(undefined)];
  const { periodHours } = outlook;
  return {
    offerFloor,
    withFloor: moneyOfDay(held, outlook),
    withoutFloor: moneyOfDay(free, outlook),
    mwh: periodHours * held.curtailedMw.reduce((sum, mw) => sum + mw, 0),
    hours: periodHours * shareHeldBack(held).reduce((sum, share) => sum + share, 0),
  };
}

/** Share of what could be generated that is held back, by period. */
function shareHeldBack({ curtailedMw, plant }: SitePosition): Float64Array {
  return curtailedMw.map((mw, t) => (mw > 0 ? mw / (plant?.mw[t] ?? mw) : 0));
}
