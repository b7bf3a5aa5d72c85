import type { FastifyInstance } from 'fastify';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';
import { createPortfolioContext } from '../../desk/portfolio/portfolio-context.ts';
import type { Db } from '../../ground/database/database.ts';
import { distributionRoutes } from '../../forecasts/runs/distributions-routes.ts';
import { forecastDifferenceRoutes } from '../../forecasts/differences/routes.ts';
import { exportRoutes } from '../../forecasts/exports/routes.ts';
import { forecastRunRoutes } from '../../forecasts/runs/forecast-runs-routes.ts';
import { forecastScheduleRoutes } from '../../forecasts/schedule/routes.ts';
import { forecastSeriesRoutes } from '../../forecasts/series/routes.ts';
import { dashboardRoutes } from '../../desk/dashboard/drivers-routes.ts';
import { dashboardAccuracyRoutes } from '../../desk/dashboard/dashboard-accuracy-routes.ts';
import { dashboardChartRoutes } from '../../desk/dashboard/dashboard-charts-routes.ts';
import { dashboardSummaryRoutes } from '../../desk/dashboard/dashboard-summary-routes.ts';
import { dashboardWeatherRoutes } from '../../desk/dashboard/dashboard-weather-routes.ts';
import { forecastRoutes } from '../../forecasts/runs/forecasts-routes.ts';
import { fundamentalsRoutes } from '../../forecasts/fundamentals/routes.ts';
import { hourlyForecastRoutes } from '../../forecasts/runs/hourly-forecasts-routes.ts';
import { marketRoutes } from '../../forecasts/products/routes.ts';
import { metricRoutes } from '../../forecasts/accuracy/routes.ts';
import { integrationRoutes } from '../../desk/integrations/routes.ts';
import { waitingRoutes } from '../../desk/waiting/routes.ts';
import { offerRoutes } from '../../desk/offers/routes.ts';
import { portfolioRoutes } from '../../desk/portfolio/routes.ts';
import { curveRoutes } from '../../market/curves/routes.ts';
import { priceRoutes } from '../../market/prices/routes.ts';
import { statisticsRoutes } from '../../forecasts/statistics/routes.ts';

export interface ReadRoutesContext extends ForecastReadContext {
  /** Where what belongs to tenants is read from: `db` may be a replica. */
  ownDb: Db;
}

/** Reads of the market and of forecasts, none of which writes anything: the dear ones can be answered in a thread of their own. */
export async function readRoutes(
  app: FastifyInstance,
  { context }: { context: ReadRoutesContext },
): Promise<void> {
  for (const routes of [
    marketRoutes,
    forecastRoutes,
    distributionRoutes,
    forecastRunRoutes,
    forecastDifferenceRoutes,
    forecastScheduleRoutes,
    forecastSeriesRoutes,
    exportRoutes,
    hourlyForecastRoutes,
    priceRoutes,
    curveRoutes,
    fundamentalsRoutes,
    metricRoutes,
    statisticsRoutes,
    integrationRoutes,
    dashboardRoutes,
    dashboardAccuracyRoutes,
    dashboardChartRoutes,
    dashboardSummaryRoutes,
    dashboardWeatherRoutes,
  ]) {
    await app.register(routes, { context });
  }
}

/** What sites are worth, likewise. */
export async function worthRoutes(
  app: FastifyInstance,
  { context }: { context: ReadRoutesContext },
): Promise<void> {
  const portfolio = createPortfolioContext({ ...context, db: context.ownDb });
  app.addHook('onClose', () => portfolio.planner.close());
  await app.register(portfolioRoutes, { context: portfolio });
  await app.register(offerRoutes, { context: portfolio });
  await app.register(waitingRoutes, { context: portfolio });
}
