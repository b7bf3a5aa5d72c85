import { DAY_MS, ZONES } from '@lonja/forecasting/market';
import { countBacktestedDays } from '../runs/backtested-runs.ts';
import { findLatestRun } from '../runs/run-store.ts';
import {
  type FirstForecastState,
  findPreparationStates,
  type IssuedPastState,
} from '../runs/preparation-state.ts';
import { FIRST_BUDGET_MS } from './load-history.ts';
import { HEADLINE_DAYS } from '../accuracy/day-counts.ts';
import { auctionedProducts } from '../runs/auctioned-products.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/**
 * What a first start does, in this order. `issued_past`: the runs of the days before it, of a simulated market; `backtest`: the past
 * forecasts whose accuracy is shown, of the real one.
 */
export const PREPARATION_STEPS = [
  'database',
  'data',
  'calibration',
  'forecast',
  'auctions',
  'issued_past',
  'backtest',
] as const;

export interface PreparationStep {
  step: (typeof PREPARATION_STEPS)[number];
  state: 'done' | 'running' | 'waiting';
  /** Parts of the step, where they are counted. */
  done: number;
  total: number;
}

/** How far a first start is. */
export interface Preparation {
  steps: PreparationStep[];
  /** About how long the first forecast will still take, ms, by the pace so far; undefined once it is there. */
  firstForecastInMs: number | undefined;
}

const FIRST_STEPS = ['data', 'calibration', 'forecast'] as const;
type FirstStep = (typeof FIRST_STEPS)[number];
/**
 * How long a step takes of which nothing is known yet: measured on two cores, with the simulator. Where sources are asked, loading has a
 * pace after its first answers.
 */
const USUAL_MS: Record<FirstStep, number> = { data: 20_000, calibration: 45_000, forecast: 5000 };
const LEAST_LEFT_MS = 5000;
/** What is not there a day after the first start is no longer being prepared, but missing. */
const LONGEST_MS = DAY_MS;

/** How far a first start is; undefined where everything has been made, or was long ago. */
export async function getPreparation(context: ReadContext): Promise<Preparation | undefined> {
  const { db, clock } = context;
  const { first_forecast: known, issued_past: past } = await findPreparationStates(db);
  const now = clock.now();
  const dataOrigin = await context.dataOrigin();
  const first = known ?? (dataOrigin === undefined ? notBegun(now) : undefined);
  if (first === undefined || now - first.startedAt > LONGEST_MS) return undefined;
  const auctioned = auctionedProducts(now, ZONES[0]);
  const issued = [];
  for (const product of auctioned) {
    if (dataOrigin !== undefined && (await findLatestRun(db, { product, dataOrigin, now })) !== undefined)
      issued.push(product);
  }
  const hasForecast = issued.includes('da');
  const steps: PreparationStep[] = [
    counted('database', 1, 1),
    ...FIRST_STEPS.map((step) => firstStep(step, first, hasForecast)),
    {
      ...counted('auctions', issued.filter((product) => product !== 'da').length, auctioned.length - 1),
      ...(!hasForecast && { state: 'waiting' as const }),
    },
    ...(await stepOfPast(context, past)),
  ];
  if (steps.every(({ state }) => state === 'done')) return undefined;
  return {
    steps,
    firstForecastInMs: hasForecast
      ? undefined
      : firstForecastInMs(first, { now, asksSources: dataOrigin === undefined }),
  };
}

/** The state of a service whose worker has not begun yet. */
function notBegun(now: number): FirstForecastState {
  return { startedAt: now, step: 'data', done: 0, total: 0, spentMs: 0, at: now };
}

/** What gives the figures of accuracy days to rest on. */
async function stepOfPast(
  context: ReadContext,
  past: IssuedPastState | undefined,
): Promise<PreparationStep[]> {
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === 'simulator') {
    return past === undefined ? [] : [counted('issued_past', past.done, past.total)];
  }
  if (dataOrigin === undefined) return [];
  const made = await countBacktestedDays(context.db, { product: 'da', dataOrigin });
  return [counted('backtest', Math.min(made, HEADLINE_DAYS), HEADLINE_DAYS)];
}

function counted(step: PreparationStep['step'], done: number, total: number): PreparationStep {
  return { step, state: done >= total ? 'done' : 'running', done, total };
}

function firstStep(step: FirstStep, first: FirstForecastState, hasForecast: boolean): PreparationStep {
  const place = FIRST_STEPS.indexOf(step) - FIRST_STEPS.indexOf(first.step);
  if (place < 0 || hasForecast) return { step, state: 'done', done: 0, total: 0 };
  if (place > 0) return { step, state: 'waiting', done: 0, total: 0 };
  return { step, state: 'running', done: first.done, total: first.total };
}

/** What is left of the present step, by its pace where it has one, and the steps after it. Asking sources is given up after a while. */
function firstForecastInMs(
  { step, done, total, spentMs, at }: FirstForecastState,
  { now, asksSources }: { now: number; asksSources: boolean },
): number {
  const byPaceMs = done > 0 ? (spentMs / done) * (total - done) : USUAL_MS[step] - spentMs;
  const ownMs = step === 'data' && asksSources ? Math.min(byPaceMs, FIRST_BUDGET_MS - spentMs) : byPaceMs;
  const later = FIRST_STEPS.slice(FIRST_STEPS.indexOf(step) + 1);
  const laterMs = later.reduce((sum, name) => sum + USUAL_MS[name], 0);
  return Math.max(LEAST_LEFT_MS, ownMs - (now - at)) + laterMs;
}
