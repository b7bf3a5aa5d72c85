import { type DeliveryDay, deliveryDayOf, formatMadrid } from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { Plan } from '../planner/plan-problem.ts';
import { getSite } from '../portfolio/site-rules.ts';
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
import type { Site } from '../portfolio/site-store.ts';
import { siteOnDay } from '../portfolio/day-profiles.ts';
import { assertBattery, assertMeasured, chargesOfToday, fault } from './keep-charge.ts';
import type { MeasuredCharge } from './charges.ts';

const TINY_SHARE = 1e-9;

export interface ReplanQuery {
  id: string;
  /** Undefined: what is stored of today. */
  measured: readonly MeasuredCharge[] | undefined;
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

/** Plans the rest of a day of a battery from what it really holds, as given or as stored. Nothing is stored. */
export async function replanSite(
  context: PortfolioContext,
  principal: Principal,
  { measured: given, ...query }: ReplanQuery,
): Promise<Replan> {
  const site = await getSite(context, principal, query.id);
  assertBattery(site);
  const now = context.clock.now();
  const measured = (given ?? (await chargesOfToday(context, principal, query.id))).toSorted(
    (a, b) => a.at - b.at,
  );
  const day = dayOf(measured, now);
  const last = measured[measured.length - 1];
  // What is stored may be older than now, and the periods since then are over.
  const from = given === undefined ? Math.max(last.at, now) : last.at;
  const whole = await readOutlook(context, { day, resolution: query.resolution });
  const first = whole.periods.findIndex(({ start }) => start >= from);
  if (first === -1)
    throw new AppError('conflict', `No period of ${day} is left after ${formatMadrid(from)}.`);
  const plant = site.kind === 'hybrid' ? await plantOf() : undefined;
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

  async function plantOf() {
    const onDay = await siteOnDay(context, principal.tenantId, site, whole);
    return createVolumes(context, whole).ofPlant(onDay);
  }
}

/** The one day that all were measured on. */
function dayOf(measured: readonly MeasuredCharge[], now: number): DeliveryDay {
  assertMeasured(measured, now);
  const [day, ...others] = new Set(measured.map(({ at }) => deliveryDayOf(at)));
  if (others.length > 0)
    throw fault(`The measurements are of ${day} and ${others[0]}; send those of one day.`);
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
