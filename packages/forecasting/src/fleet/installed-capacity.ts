import { type DeliveryDay, dayNumber } from '../market/delivery-day.ts';
import { capacityOf } from '../simulator/capacity.ts';

export type FleetTechnology = 'solar' | 'wind';

/** Installed capacity of the Spanish peninsula's solar or wind plants on a day, MW: rounded history, then plausible growth. */
export function installedCapacityMw(technology: FleetTechnology, day: DeliveryDay): number {
  const { solarMw, windMw } = capacityOf(dayNumber(day));
  return technology === 'solar' ? solarMw : windMw;
}
