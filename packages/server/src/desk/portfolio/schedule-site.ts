import type { DeliveryDay } from '@lonja/forecasting/market';
import { AppError, type FieldFault } from '../../ground/errors.ts';
import type { Plan } from '../planner/plan-problem.ts';
import { type SiteOnDay, siteOnDay } from './day-profiles.ts';
import type { Site } from './site-store.ts';
import type { Principal } from '../../people/access/principal.ts';
import { compareFloor, type Curtailment, positionOfPlan, positionOfSite } from './position-of-site.ts';
import { getSite } from './site-rules.ts';
import { type MoneyRange, moneyAt, moneyByPeriod, moneyOfDay, type Position, settledAt } from './money.ts';
import {
  type AskedOptions,
  isPlannable,
  makePlan,
  optionsOf,
  type PlanOptions,
  planProblemOf,
  USUAL_FLOOR,
} from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import { type PriceOutlook, readOutlook } from './read-outlook.ts';
import { createVolumes, type SiteVolumes } from './site-volumes.ts';

export interface ScheduleQuery extends AskedOptions {
  id: string;
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
}

export interface Schedule {
  site: SiteOnDay;
  outlook: PriceOutlook;
  options: PlanOptions;
  plan: Plan;
  /** What a hybrid's plant generates. */
  plant: SiteVolumes | undefined;
  periods: MoneyRange[];
  total: MoneyRange;
  /** What the use of a battery costs in the day; the money of the plan is without it. EUR. */
  wear: number;
  /** Mean money over the scenarios if nothing is moved, EUR. */
  unplanned: number;
  /** Of a hybrid. */
  curtailment: Curtailment | undefined;
  /** What the plan earned at the prices that cleared, by period and in all, and the most that any plan could have, EUR. */
  outcome: { periods: number[]; earned: number; withForesight: number } | undefined;
}

/** The plan of a battery, a hybrid or a load that can be shifted for a delivery day. */
export async function scheduleSite(
  context: PortfolioContext,
  principal: Principal,
  query: ScheduleQuery,
): Promise<Schedule> {
  const found = await getSite(context, principal, query.id);
  checkPlannable(found);
  checkAsked(found, query);
  const outlook = await readOutlook(context, query);
  const site = await siteOnDay(context, principal.tenantId, found, outlook);
  const volumes = createVolumes(context, outlook);
  const options = optionsOf(site, query);
  const input = { outlook, volumes, options };
  const { plan, plant, ...position } = await positionOfSite(context, site, input);
  if (plan === undefined) throw new Error(`The site ${site.id} has no plan.`);
  return {
    site,
    outlook,
    options,
    plan,
    plant,
    periods: moneyByPeriod(position, outlook),
    total: moneyOfDay(position, outlook),
    wear: position.costs?.reduce((sum, eur) => sum + eur, 0) ?? 0,
    unplanned: moneyOfDay(unplannedPosition(plan), outlook).expected,
    curtailment: await compareFloor(context, site, input),
    outcome: outlook.cleared && (await outcomeAt(outlook.cleared)),
  };

  function unplannedPosition({ netMw }: Plan): Position {
    if (plant !== undefined) return { netMw: plant.mw, offerFloor: options.offerFloor };
    return site.kind === 'load'
      ? { netMw: volumes.ofLoad(site).mw.map((mw) => -mw), offerFloor: undefined }
      : { netMw: netMw.map(() => 0), offerFloor: undefined };
  }

  async function outcomeAt(cleared: Float64Array): Promise<Schedule['outcome']> {
    const problem = {
      ...planProblemOf(site, outlook, { options, plant }),
      prices: cleared,
      risk: undefined,
      // The most money is that of a plant that holds back what it would have to pay for, whatever its own floor.
      offerFloor: options.offerFloor === undefined ? undefined : USUAL_FLOOR,
    };
    const foresight = await makePlan(context, problem, outlook);
    const { hours, total } = settledAt(position, cleared, outlook);
    return {
      periods: hours,
      earned: total,
      withForesight: moneyAt(positionOfPlan(foresight, outlook, options), cleared, outlook),
    };
  }
}

const OF_BATTERIES = [
  ['start_soc', (query: AskedOptions) => query.startPercent],
  ['end_soc', (query: AskedOptions) => query.endPercent],
  ['max_cycles', (query: AskedOptions) => query.maxCycles],
] as const;
const OF_LOADS = [
  ['from_hour', (query: AskedOptions) => query.fromHour],
  ['to_hour', (query: AskedOptions) => query.toHour],
] as const;

/** Throws 409 where the site has nothing to move. */
function checkPlannable(site: Site): void {
  if (isPlannable(site)) return;
  const how = site.kind === 'load' ? 'give it the energy_mwh that it can shift' : 'make it a hybrid';
  throw new AppError('conflict', `A ${site.kind} site without energy to move has no schedule; ${how}.`);
}

/** Throws 422 for what the kind of a site has not. */
export function checkAsked(site: Site, asked: AskedOptions): void {
  const isPlant = site.kind === 'solar' || site.kind === 'wind';
  const faults = [
    ...(site.kind === 'load' || isPlant ? faultsOf(OF_BATTERIES, 'battery') : []),
    ...(site.kind === 'load' ? [] : faultsOf(OF_LOADS, 'load')),
  ];
  if (faults.length > 0) throw new AppError('validation_error', faults[0].msg, { faults });

  function faultsOf(foreign: typeof OF_BATTERIES | typeof OF_LOADS, owner: string): FieldFault[] {
    return foreign
      .filter(([, valueOf]) => valueOf(asked) !== undefined)
      .map(([name]) => ({
        loc: ['query', name],
        msg: `${name} belongs to a ${owner}; leave it out for a ${site.kind} site.`,
        type: 'forbidden_field',
      }));
  }
}
