import type { DeliveryDay } from '@lonja/forecasting/market';
import { AppError, type FieldFault } from '../../errors.ts';
import type { Plan } from '../../planning/plan-problem.ts';
import type { Site } from '../../store/sites.ts';
import type { Principal } from '../identity/principal.ts';
import { choiceLevels } from './choice-levels.ts';
import { getSite } from './list-sites.ts';
import { type MoneyRange, moneyAt, moneyByPeriod, moneyOfDay, type Position } from './money.ts';
import { isPlannable, makePlan, type PlanKind, planProblemOf, USUAL_OPTIONS } from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import { type PriceOutlook, readOutlook } from './read-outlook.ts';
import { createVolumes, type SiteVolumes } from './site-volumes.ts';

export interface ScheduleQuery {
  id: string;
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
  kind: PlanKind;
  mayCurtail: boolean;
  /** Of a battery: percent of what it holds. The end is the start where it is not given, the start 50. */
  startPercent: number | undefined;
  endPercent: number | undefined;
  maxCycles: number | undefined;
  /** Of a load. */
  fromHour: number | undefined;
  toHour: number | undefined;
}

export interface Schedule {
  site: Site;
  outlook: PriceOutlook;
  plan: Plan;
  /** What a hybrid's plant generates. */
  plant: SiteVolumes | undefined;
  periods: MoneyRange[];
  total: MoneyRange;
  /** Money at the expected prices if nothing is moved, EUR. */
  unplanned: number;
  /** What the plan earned at the prices that cleared, and the most that any plan could have, EUR. */
  outcome: { earned: number; withForesight: number } | undefined;
}

/** The plan of a battery, a hybrid or a load that can be shifted for a delivery day. */
export async function scheduleSite(
  context: PortfolioContext,
  principal: Principal,
  query: ScheduleQuery,
): Promise<Schedule> {
  const site = await getSite(context, principal, query.id);
  checkQuery(site, query);
  const outlook = await readOutlook(context, query);
  const volumes = createVolumes(context, outlook);
  const plant = site.kind === 'hybrid' ? await volumes.ofPlant(site) : undefined;
  const options = optionsOf(query);
  const problem = planProblemOf(site, outlook, { options, plant });
  const plan = await makePlan(context, problem, outlook);
  const position = { ...positionOf(plan), outcomeLevels: choiceLevels(site, outlook, { options, plant }) };
  return {
    site,
    outlook,
    plan,
    plant,
    periods: moneyByPeriod(position, outlook),
    total: moneyOfDay(position, outlook),
    unplanned: moneyAt(unplannedPosition(), problem.prices, outlook),
    outcome: outlook.cleared && (await outcomeAt(outlook.cleared)),
  };

  function unplannedPosition(): Position {
    if (plant !== undefined) return { netMw: plant.mw, isOfferedAtZero: query.mayCurtail };
    return site.kind === 'load'
      ? { netMw: volumes.ofLoad(site).mw.map((mw) => -mw), isOfferedAtZero: false }
      : { netMw: plan.netMw.map(() => 0), isOfferedAtZero: false };
  }

  async function outcomeAt(cleared: Float64Array): Promise<{ earned: number; withForesight: number }> {
    const foresight = await makePlan(context, { ...problem, prices: cleared, risk: undefined }, outlook);
    return {
      earned: moneyAt(position, cleared, outlook),
      withForesight: moneyAt(positionOf(foresight), cleared, outlook),
    };
  }
}

function positionOf({ netMw }: Plan): Position {
  return { netMw, isOfferedAtZero: false };
}

function optionsOf(query: ScheduleQuery) {
  const startShare = (query.startPercent ?? 100 * USUAL_OPTIONS.startShare) / 100;
  return {
    kind: query.kind,
    mayCurtail: query.mayCurtail,
    startShare,
    endShare: query.endPercent === undefined ? startShare : query.endPercent / 100,
    maxCycles: query.maxCycles,
    fromHour: query.fromHour ?? USUAL_OPTIONS.fromHour,
    toHour: query.toHour ?? USUAL_OPTIONS.toHour,
  };
}

const OF_BATTERIES = [
  ['start_soc', (query: ScheduleQuery) => query.startPercent],
  ['end_soc', (query: ScheduleQuery) => query.endPercent],
  ['max_cycles', (query: ScheduleQuery) => query.maxCycles],
] as const;
const OF_LOADS = [
  ['from_hour', (query: ScheduleQuery) => query.fromHour],
  ['to_hour', (query: ScheduleQuery) => query.toHour],
] as const;

/** Throws 409 where the site has nothing to move and 422 for what its kind has not. */
function checkQuery(site: Site, query: ScheduleQuery): void {
  if (!isPlannable(site)) {
    const how = site.kind === 'load' ? 'give it the energy_mwh that it can shift' : 'make it a hybrid';
    throw new AppError('conflict', `A ${site.kind} site without energy to move has no schedule; ${how}.`);
  }
  const [foreign, owner] =
    site.kind === 'load' ? ([OF_BATTERIES, 'battery'] as const) : ([OF_LOADS, 'load'] as const);
  const faults = foreign
    .filter(([, valueOf]) => valueOf(query) !== undefined)
    .map(([name]): FieldFault => ({
      loc: ['query', name],
      msg: `${name} belongs to a ${owner}; leave it out for a ${site.kind} site.`,
      type: 'forbidden_field',
    }));
  if (faults.length > 0) throw new AppError('validation_error', faults[0].msg, { faults });
}
