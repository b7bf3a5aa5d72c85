import { addDays, deliveryDayOf, MINUTE_MS } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { getPreparation } from '../../forecasts/preparation/get-preparation.ts';
import { toPreparation, Preparation } from '../../forecasts/preparation/record.ts';
import { findNewestRun, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { instantField, SimulatedField } from '../../ground/http/fields.ts';
import { NoQuery } from '../../ground/http/no-query.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import { shareInFlight } from '../../ground/timing/coalesce.ts';
import { toRoundedColumns } from '../dashboard/dashboard-charts-routes.ts';
import { PriceChartSeries } from '../dashboard/dashboard-charts-schemas.ts';
import { getPriceChart } from '../dashboard/get-price-chart.ts';
import { cutoffHeadlines } from '../dashboard/headline-accuracy.ts';
import { toAccuracies } from '../dashboard/dashboard-summary-record.ts';
import {
  BacktestedAccuracy,
  GateAccuracy,
  HeadlineAccuracy,
} from '../dashboard/dashboard-summary-schemas.ts';

/** What the start page of the web application shows. It is no part of the API: `/api/v1` answers nobody without a credential. */
export const Showcase = z
  .object({
    start: instantField('Start of the first hour', '2026-03-29T22:00:00Z'),
    ...PriceChartSeries.pick({ price: true, value: true, p10: true, p90: true }).shape,
    issued_at: instantField('When the newest run was issued; null before the first').nullable(),
    accuracy: HeadlineAccuracy.nullable().meta({ description: 'Of the last 30 delivery days' }),
    backtested: BacktestedAccuracy,
    at_gate: GateAccuracy,
    preparation: Preparation.nullable(),
    simulated: SimulatedField,
  })
  .meta({ id: 'Showcase' });
export type Showcase = z.infer<typeof Showcase>;

const CACHE_CONTROL = 'public, max-age=60';

/**
 * The picture and the figures of the start page, for everybody. However many ask, they are worked out once a minute, so a new run is
 * in them within a minute.
 */
export const showcaseRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  const sharing = shareInFlight<Showcase>();
  let kept: { minute: number; showcase: Showcase } | undefined;

  async function showcaseOf(minute: number): Promise<Showcase> {
    if (kept?.minute === minute) return kept.showcase;
    const showcase = await sharing(String(minute), () => makeShowcase(context, context.clock.now()));
    // What is being prepared is read anew.
    if (showcase.preparation === null) kept = { minute, showcase };
    return showcase;
  }

  app.get(
    '/showcase.json',
    {
      schema: {
        hide: true,
        querystring: NoQuery,
        response: { 200: Showcase.describe('The picture and the figures.') },
      },
    },
    async (_request, reply) => {
      const showcase = await showcaseOf(Math.floor(context.clock.now() / MINUTE_MS));
      void reply.header('Cache-Control', showcase.preparation === null ? CACHE_CONTROL : 'no-store');
      return showcase;
    },
  );
};

/** The newest day-ahead forecast beside what has cleared, and how good the last ones were. `now` is epoch ms. */
async function makeShowcase(context: ReadContext, now: number): Promise<Showcase> {
  const asOfNow = { ...context, clock: { now: () => now } };
  const today = deliveryDayOf(now);
  const span = { from: addDays(today, -1), to: addDays(today, 1) };
  const [chart, accuracy, visible, preparation] = await Promise.all([
    getPriceChart(asOfNow, { products: ['da'], resolution: 'PT1H', percents: [], ...span }),
    cutoffHeadlines(asOfNow, { product: 'da', to: today }),
    findVisibleRuns(asOfNow, 'da'),
    getPreparation(asOfNow),
  ]);
  const latestRun = visible && (await findNewestRun(context.db, visible));
  const [series] = chart.series;
  return {
    start: formatInstant(chart.periods.start),
    ...toRoundedColumns(series),
    issued_at: latestRun === undefined ? null : formatInstant(latestRun.issuedAt),
    ...toAccuracies(accuracy),
    preparation: toPreparation(preparation),
    simulated: chart.simulated,
  };
}
