import { addDays, deliveryDayOf } from '@lonja/forecasting/market';
import { type ForecastRun, findNewestRun, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import { type PriceChart, getPriceChart } from '../dashboard/get-price-chart.ts';
import { type CutoffHeadlines, cutoffHeadlines } from '../dashboard/headline-accuracy.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { getPreparation, type Preparation } from '../../forecasts/preparation/get-preparation.ts';

/** What the start page shows to visitors. */
export interface Showcase {
  /** Yesterday to tomorrow, the day-ahead auction by hours. */
  chart: PriceChart;
  latestRun: ForecastRun | undefined;
  /** Of the last thirty days; undefined until a price can be compared. */
  accuracy: CutoffHeadlines;
  /** How far a first start is; undefined once it has made everything. */
  preparation: Preparation | undefined;
}

/** The newest day-ahead forecast beside what has cleared, and how good the last ones were. `now` is epoch ms. */
export async function getShowcase(context: ReadContext, now: number): Promise<Showcase> {
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
  return { chart, accuracy, latestRun, preparation };
}
