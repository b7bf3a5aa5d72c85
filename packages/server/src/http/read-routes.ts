import type { FastifyInstance } from 'fastify';
import type { ForecastReadContext } from '../services/forecasts/read-context.ts';
import { createPortfolioContext } from '../services/portfolio/portfolio-context.ts';
import type { Db } from '../store/database.ts';
import { distributionRoutes } from './routes/distributions.ts';
import { forecastRunRoutes } from './routes/forecast-runs.ts';
import { forecastSeriesRoutes } from './routes/forecast-series.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { dashboardAccuracyRoutes } from './routes/dashboard-accuracy.ts';
import { dashboardChartRoutes } from './routes/dashboard-charts.ts';
import { dashboardSummaryRoutes } from './routes/dashboard-summary.ts';
import { dashboardWeatherRoutes } from './routes/dashboard-weather.ts';
import { forecastRoutes } from './routes/forecasts.ts';
import { fundamentalsRoutes } from './routes/fundamentals.ts';
import { hourlyForecastRoutes } from './routes/hourly-forecasts.ts';
import { marketRoutes } from './routes/markets.ts';
import { metricRoutes } from './routes/metrics.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { portfolioRoutes } from './routes/portfolio.ts';
import { priceRoutes } from './routes/prices.ts';
import { statisticsRoutes } from './routes/statistics.ts';

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
    forecastSeriesRoutes,
    hourlyForecastRoutes,
    priceRoutes,
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
}
