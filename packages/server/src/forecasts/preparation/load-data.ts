import type { DataOrigin } from '../../ground/database/service-state.ts';
import { chooseDataOrigin } from '../../market/ingest/choose-data-origin.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { loadFirstHistory } from './load-history.ts';
import { loadSimulatedData } from './load-simulated-data.ts';

/**
 * Brings the stored data up to the clock: what a first forecast needs of the live sources, where they are allowed and answer (left out with
 * `asksSources` false), and the simulator's only where no market data reach the present. Gives the origin that the service works on.
 */
export async function loadData(
  context: DataContext,
  { asksSources = true, daysBack }: { asksSources?: boolean; daysBack?: number } = {},
): Promise<DataOrigin> {
  if (asksSources) await loadFirstHistory(context, daysBack === undefined ? {} : { daysBack });
  const origin = await chooseDataOrigin(context);
  if (origin === 'simulator') await loadSimulatedData(context);
  return origin;
}
