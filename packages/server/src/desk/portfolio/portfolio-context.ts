import { availableParallelism } from 'node:os';
import type { Plan } from '../planner/plan-problem.ts';
import { createPlanner, type Planner } from '../planner/create-planner.ts';
import { createRecentResults, type RecentResults } from '../../ground/timing/recent-results.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';

/** Forecast and errors (price minus forecast) of a past day, one of each for each local hour, EUR/MWh. */
export interface PastDay {
  forecast: Float64Array;
  errors: Float64Array;
}

/** What valuing and planning sites needs of the running service. */
export interface PortfolioContext extends ForecastReadContext {
  planner: Planner;
  /** Past days of runs by delivery day; of a published run they never change. */
  pastDays: RecentResults<PastDay[]>;
  /** Plans by their problem. */
  plans: RecentResults<Plan>;
}

const KEPT_PAST_DAYS = 64;
const KEPT_PLANS = 2000;

/** The planner's threads start with the first plans; close the planner in the end. */
export function createPortfolioContext(context: ForecastReadContext): PortfolioContext {
  return {
    ...context,
    planner: createPlanner({ cores: availableParallelism() }),
    pastDays: createRecentResults(KEPT_PAST_DAYS),
    plans: createRecentResults(KEPT_PLANS),
  };
}
