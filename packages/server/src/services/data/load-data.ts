import type { DataOrigin } from '../../store/service-state.ts';
import { daysReadBy } from '../forecasts/horizon-model.ts';
import { chooseDataOrigin } from './choose-data-origin.ts';
import type { DataContext } from './data-context.ts';
import { loadOmieData } from './load-omie-data.ts';
import { loadSimulatedData } from './load-simulated-data.ts';

/**
 * Brings the stored data up to the clock: the live sources first, where they are allowed and answer, and the simulator only
 * where no market data reach the present. Asks live sources for what is missing in
 * the last `daysBack` days, by default as many as forecasts read. Gives the origin that the service works on.
 */
export async function loadData(
  context: DataContext,
  daysBack = daysReadBy(context.champion),
): Promise<DataOrigin> {
  const { sources } = context;
  if (sources === 'auto' || sources.includes('omie')) await loadOmieData(context, daysBack);
  const origin = await chooseDataOrigin(context);
  if (origin === 'simulator') await loadSimulatedData(context);
  return origin;
}
