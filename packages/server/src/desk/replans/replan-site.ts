import { type DeliveryDay, deliveryDayOf, formatMadrid, MINUTE_MS } from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { Plan } from '../planner/plan-problem.ts';
import { getSite } from '../portfolio/list-sites.ts';
import { type MoneyRange, moneyByPeriod, moneyOfDay } from '../portfolio/money.ts';
import {
  makePlan,
  optionsOf,
  type PlanKind,
  type PlanOptions,
  planProblemOf,
} from '../portfolio/plan-site.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { positionOfPlan } from '../portfolio/position-of-site.ts';
import { type PriceOutlook, readOutlook } from '../portfolio/read-outlook.ts';
import { createVolumes } from '../portfolio/site-volumes.ts';
import type { Site } from '../portfolio/sites.ts';
import type { MeasuredCharge } from './measured-charge.ts';

/** Clocks of batteries may run ahead by this. */
const AHEAD_MS = 5 * MINUTE_MS;
const TINY_SHARE = 1e-9;

export interface ReplanQuery {
  id: string;
  measured: readonly MeasuredCharge[];
  kind: PlanKind;
  resolution: 'PT15M' | 'PT1H';
  endPercent: number | undefined;
  maxCycles: number | undefined;
}

export interface Replan {
  site: Site;
  /** Of the periods that are left. */
  outlook: PriceOutlook;
  isCleared: boolean;
  last: MeasuredCharge;
  /** Fillings taken out so far, as measured, and those that are left. */
  usedCycles: number;
  cyclesLeft: number;
  options: PlanOptions;
  plan: Plan;
  periods: MoneyRange[];
  total: MoneyRange;
  wear: number;
}

/** Plans the rest of a day of a battery from what it really holds. Nothing is stored. */
export async function replanSite(
  context: PortfolioContext,
  principal: Principal,
  { measured: given, ...query }: ReplanQuery,
): Promise<Replan> {
  const site = await getSite(context, principal, query.id);
  if (site.kind !== 'battery' && site.kind !== 'hybrid')
    throw new AppError('conflict', `A ${site.kind} site has no state of charge.`);
  const measured = given.toSorted((a, b) => a.at - b.at);
  const last = measured.at(-1);
  if (last === undefined) throw fault('Send at least one measurement.');
  const day = dayOf(measured, context.clock.now());
  const whole = await readOutlook(context, { day, resolution: query.resolution });
  const first = whole.periods.findIndex(({ start }) => start >= last.at);
  if (first === -1)
    throw new AppError('conflict', `No period of ${day} is left after ${formatMadrid(last.at)}.`);
  const plant = site.kind === 'hybrid' ? await createVolumes(context, whole).ofPlant(site) : undefined;
  const outlook = restOf(whole, first);
  const asked = { kind: query.kind, endPercent: query.endPercent, maxCycles: query.maxCycles };
  const ofDay = optionsOf(site, asked);
  const usedCycles = cyclesOf(measured);
  const cyclesLeft = Math.max(ofDay.maxCycles - usedCycles, 0);
  const options = { ...ofDay, startShare: last.soc / 100, maxCycles: cyclesLeft };
  const rest = plant && { ...plant, mw: plant.mw.slice(first) };
  const plan = await makePlan(context, planProblemOf(site, outlook, { options, plant: rest }), outlook);
  const position = positionOfPlan(plan, outlook, options);
  return {
    site,
    outlook,
    isCleared: whole.cleared !== undefined,
    last,
    usedCycles,
    cyclesLeft,
    options,
    plan,
    periods: moneyByPeriod(position, outlook),
    total: moneyOfDay(position, outlook),
    wear: position.costs?.reduce((sum, eur) => sum + eur, 0) ?? 0,
  };
}

/** The one day that all were measured on. */
function dayOf(measured: readonly MeasuredCharge[], now: number): DeliveryDay {
  const [day, ...others] = new Set(measured.map(({ at }) => deliveryDayOf(at)));
  if (others.length > 0)
    throw fault(`The measurements are of ${day} and ${others[0]}; send those of one day.`);
  const late = measured.find(({ at }) => at > now + AHEAD_MS);
  if (late !== undefined) throw fault(`${formatMadrid(late.at)} is still to come; send what was measured.`);
  const again = measured.find(({ at }, index) => index > 0 && measured[index - 1].at === at);
  if (again !== undefined) throw fault(`${formatMadrid(again.at)} is there twice.`);
  if (clampToServedDays({ from: day, to: day }) === undefined)
    throw new AppError('not_found', `There is no forecast of ${day}.`);
  return day;
}

/** The periods from one on: at the prices that cleared once they are public, before that at those of the forecast. */
function restOf(whole: PriceOutlook, first: number): PriceOutlook {
  const { cleared } = whole;
  if (cleared === undefined)
    return {
      ...whole,
      periods: whole.periods.slice(first),
      scenarios: whole.scenarios.map((prices) => prices.slice(first)),
      expectedPrices: whole.expectedPrices.slice(first),
    };
  const prices = cleared.slice(first);
  return {
    ...whole,
    periods: whole.periods
      .slice(first)
      .map((period, t) => ({ ...period, value: prices[t], p10: prices[t], p90: prices[t] })),
    scenarios: [prices],
    expectedPrices: prices,
    cleared: prices,
  };
}

/** Fillings that were taken out between the measurements. */
function cyclesOf(measured: readonly MeasuredCharge[]): number {
  const taken = measured.reduce(
    (sum, { soc }, index) => sum + (index === 0 ? 0 : Math.max(measured[index - 1].soc - soc, 0)),
    0,
  );
  return taken < TINY_SHARE ? 0 : taken / 100;
}

function fault(message: string): AppError {
  return new AppError('validation_error', message, {
    faults: [{ loc: ['body'], msg: message, type: 'invalid_measurements' }],
  });
}
