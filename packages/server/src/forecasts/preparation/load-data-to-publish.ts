import { deliveryDayOf } from '@lonja/forecasting/market';
import { OperatorError } from '../../ground/errors.ts';
import { LIVE_SOURCES } from '../../market/connectors/source.ts';
import { listFeedEnds, originOf } from '../../market/observations/feeds.ts';
import { type DataOrigin, findDataOrigin } from '../../ground/database/service-state.ts';
import { chooseDataOrigin, marketReachesPresent } from '../../market/ingest/choose-data-origin.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { loadData } from './load-data.ts';
import { loadFirstHistory } from './load-history.ts';

/**
 * `loadData` for a command that publishes beside a service: where the installation works on the market or has prices of it, the
 * simulator is out of reach, whatever the command's own clock and settings are. Throws OperatorError where nothing is left to
 * publish from; then nothing has been written but what the sources gave.
 */
export async function loadDataToPublish(context: DataContext): Promise<DataOrigin> {
  const { db, clock, sources } = context;
  const origin = await findDataOrigin(db);
  const prices = (await listFeedEnds(db, Number.POSITIVE_INFINITY)).filter(
    ({ series, source }) => series === 'price.da' && originOf(source) === 'market',
  );
  const newestPrice = prices.length === 0 ? undefined : Math.max(...prices.map(({ lastStart }) => lastStart));
  const isSimulated = origin !== 'market' && (newestPrice === undefined || isSimulator(sources, origin));
  if (isSimulated) return loadData(context);
  const ofMarket = sources === 'auto' ? [...LIVE_SOURCES] : sources.filter((name) => name !== 'simulator');
  if (ofMarket.length === 0) {
    throw new OperatorError(
      'SOURCES=simulator would put a simulated run into a database of the market; unset SOURCES, or simulate in a DATA_DIR of its own.',
    );
  }
  const known =
    newestPrice === undefined ? 'there are none' : `the newest are of ${deliveryDayOf(newestPrice)}`;
  const onMarket = { ...context, sources: ofMarket };
  await loadFirstHistory(onMarket);
  if (await marketReachesPresent(context)) return chooseDataOrigin(onMarket);
  throw new OperatorError(
    `There are no prices of the market up to the clock, ${new Date(clock.now()).toISOString().slice(0, 16)}Z (${known}), and ` +
      'nothing simulated is put beside them; set CLOCK_START as for the service, or import newer prices.',
  );
}

/** Whether the installation is configured to simulate and does so already: imported prices do not change that. */
function isSimulator(sources: DataContext['sources'], origin: DataOrigin | undefined): boolean {
  return origin === 'simulator' && sources !== 'auto' && sources.every((name) => name === 'simulator');
}
