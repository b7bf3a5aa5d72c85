import type { ScenarioFit } from '@lonja/forecasting/scenarios';
import type { Plan } from '../../planning/plan-problem.ts';
import { createPlanner, type Planner } from '../../planning/create-planner.ts';
import { createRecentResults, type RecentResults } from '../../recent-results.ts';
import type { ForecastReadContext } from '../forecasts/read-context.ts';

/** Where the scenarios of a day come from: errors of past forecasts, or an assumption where there are too few. */
export type ScenarioSource = 'past_forecasts' | 'assumed';

/** Forecast and errors (price minus forecast) of a past day, one of each for each local hour, EUR/MWh. */
export interface PastDay {
  forecast: Float64Array;
  errors: Float64Array;
}

/** How the prices of a day deviate together. */
export interface DayFit {
  fit: ScenarioFit;
  source: ScenarioSource;
  /** What the fit rests on; empty where it is assumed. */
  past: PastDay[];
  /** Whether all past forecasts that it could rest on were there: then it never changes. */
  isComplete: boolean;
}

/** What valuing and planning sites needs of the running service. */
export interface PortfolioContext extends ForecastReadContext {
  planner: Planner;
  /** Scenarios of runs by lead day. */
  fits: RecentResults<DayFit>;
  /** Plans by their problem. */
  plans: RecentResults<Plan>;
}

const KEPT_FITS = 64;
const KEPT_PLANS = 2000;

/** The planner's thread starts with the first plan; close the planner in the end. */
export function createPortfolioContext(context: ForecastReadContext): PortfolioContext {
  return {
    ...context,
    planner: createPlanner(),
    fits: createRecentResults(KEPT_FITS),
    plans: createRecentResults(KEPT_PLANS),
  };
}
