import {
  addDays,
  auctionOf,
  deliveryDayOf,
  isFirstZone,
  type Product,
  productOf,
  PRODUCTS,
  ZONES,
  zoneOf,
} from '@lonja/forecasting/market';
import type { DataContext } from '../market/sources/data-context.ts';
import { compareLevels } from '../market/ingest/compare-levels.ts';
import { enabledSources } from '../market/sources/known-sources.ts';
import { redateArchive } from '../market/ingest/redate-archive.ts';
import { followSources } from '../market/ingest/follow-sources.ts';
import { loadData } from '../forecasts/preparation/load-data.ts';
import { loadHistory } from '../forecasts/preparation/load-history.ts';
import { runBackfill } from '../market/ingest/backfill.ts';
import { announcePrices } from '../market/prices/announce-prices.ts';
import {
  completeCalibration,
  completeCalibrationPart,
  keyOfPart,
  completeIntradayCalibration,
} from '../forecasts/issue/complete-calibration.ts';
import { daysReadBy } from '../forecasts/issue/day-ahead-model.ts';
import type { ForecastContext } from '../forecasts/issue/forecast-context.ts';
import { backtestRuns } from '../forecasts/issue/backtest-runs.ts';
import { backtestZoneRuns } from '../forecasts/issue/backtest-zone-runs.ts';
import { isForecast } from '../forecasts/runs/auctioned-products.ts';
import { issuePast } from '../forecasts/issue/issue-past.ts';
import { issueRun, ObsoleteRun } from '../forecasts/issue/issue-run.ts';
import { forecastFundamentals } from '../forecasts/fundamentals/forecast-fundamentals.ts';
import { forecastPastDays } from '../forecasts/fundamentals/forecast-past-days.ts';
import { findDueModelIssue } from '../forecasts/fundamentals/model-schedule.ts';
import type { PowerContext } from '../forecasts/fundamentals/power-inputs.ts';
import { reviewModels } from '../forecasts/models/compare-models.ts';
import { runShadows } from '../forecasts/models/shadow-runs.ts';
import { type RetentionContext, tidyUp } from '../operate/retention/tidy-up.ts';
import { requestReissue } from '../forecasts/issue/reissues.ts';
import { type DataOrigin, findDataOrigin } from '../ground/database/service-state.ts';
import type { JobHandlers, JobPayloads, JobQueue, CalibrationPart } from '../ground/jobs/queue.ts';

/** What the queue's jobs do. `send` queues others; without it a job does on the spot what it would share with other processes. */
export function jobHandlers(
  context: DataContext & ForecastContext & PowerContext & RetentionContext,
  send?: JobQueue['send'],
): JobHandlers {
  const requestOf = async ({ product, scheduledFor, firstDay, newInput }: JobPayloads['issue-forecast']) => {
    const dataOrigin = await findDataOrigin(context.db);
    const run = { scheduledFor, firstDay };
    return dataOrigin && { product: knownProduct(product), run, dataOrigin, newInput };
  };
  /** The own forecasts of the power system of now, and of the past days that price models learn from where they lack others. */
  const forecastPower = async (dataOrigin: DataOrigin, signal: AbortSignal) => {
    if (dataOrigin === 'market') {
      await redateArchive(context, enabledSources(context).values());
      await compareLevels(context);
    }
    await forecastFundamentals(context, dataOrigin);
    const from = addDays(deliveryDayOf(context.clock.now()), -daysReadBy(context.champion));
    await forecastPastDays(context, { dataOrigin, from }, signal);
  };
  return {
    'load-data': async () => {
      await loadData(context, { asksSources: false });
      await announcePrices(context);
    },
    'load-history': async (_, signal) => {
      const { db, clock, logger } = context;
      const reissue = async (product: Product, reason: string) => {
        logger.info({ product, reason }, 'the latest forecast is issued again');
        await requestReissue(db, product, { at: clock.now(), reason });
      };
      await loadHistory(context, {
        signal,
        onForecastHistory: (product) => reissue(product, 'the history that it learns from has been loaded'),
        onPowerHistory: async () => {
          await forecastPower('market', signal);
          await reissue('da', 'load, wind and solar power are forecast from their loaded history');
        },
      });
    },
    backfill: ({ backfillId }, signal) => runBackfill(context, backfillId, signal),
    'follow-sources': async () => {
      const stored = await followSources(context);
      if (stored > 0) await announcePrices(context);
    },
    'tidy-up': (_, signal) => tidyUp(context, signal),
    'issue-forecast': async (payload) => {
      const request = await requestOf(payload);
      if (request === undefined) return;
      try {
        await issueRun(context, request);
      } catch (error) {
        if (!(error instanceof ObsoleteRun)) throw error;
        context.logger.warn(payload, error.message);
      }
    },
    'backtest-runs': async ({ product }, signal) => {
      const dataOrigin = await findDataOrigin(context.db);
      if (dataOrigin === undefined) return;
      const request = { product: knownProduct(product), dataOrigin };
      if (isFirstZone(zoneOf(request.product))) {
        await backtestRuns(context, request, signal);
        const zones = ZONES.slice(1).map((zone) => productOf(zone, auctionOf(request.product)));
        for (const other of zones.filter(isForecast))
          await send?.('backtest-runs', other, { product: other });
      } else await backtestZoneRuns(context, request, signal);
    },
    'issue-past': async (_, signal) => {
      await issuePast(context, signal);
    },
    'run-shadows': async ({ product }) => {
      const dataOrigin = await findDataOrigin(context.db);
      if (dataOrigin !== undefined) await runShadows(context, { product: knownProduct(product), dataOrigin });
    },
    'forecast-fundamentals': async (_, signal) => {
      const dataOrigin = await findDataOrigin(context.db);
      if (dataOrigin === undefined) return;
      const due = await findDueModelIssue(context.db, { dataOrigin, now: context.clock.now() });
      if (due !== undefined) await forecastPower(dataOrigin, signal);
    },
    'review-models': async () => {
      await reviewModels(context);
    },
    'complete-calibration': async (payload, signal) => {
      const request = await requestOf(payload);
      if (request === undefined) return;
      const { product } = request;
      if (product === 'da') {
        await completeCalibration(context, request, { signal, share: send && sharePart(send) });
      } else if ((await completeIntradayCalibration(context, request, signal)) > 0) {
        await send?.('backtest-runs', product, { product });
      }
    },
    'calibrate-days': async (part, signal) => {
      const made = await completeCalibrationPart(context, part, signal);
      if (made > 0) await send?.('backtest-runs', part.product, { product: part.product });
    },
  };
}

/** Parts of one piece of work are jobs of their own, each once at a time. */
function sharePart(send: JobQueue['send']): (part: CalibrationPart) => Promise<void> {
  return async (part) => {
    await send('calibrate-days', keyOfPart(part), part);
  };
}

function knownProduct(text: string): Product {
  const product = PRODUCTS.find((known) => known === text);
  if (product === undefined) throw new Error(`There is no product "${text}".`);
  return product;
}
