import { fixed } from '../output/cell.ts';
import { named, startColumn } from '../output/view.ts';

interface PlannedPeriod {
  start: string;
  price: number;
  power_mw: number;
  charge_mw: number;
  discharge_mw: number;
  stored_mwh: number;
  soc: number;
}

/** What a plan of a battery says of each period. */
export const PLAN_COLUMNS = {
  start: startColumn<PlannedPeriod>(({ start }) => start),
  'EUR/MWh': named<PlannedPeriod>('price (EUR/MWh)', ({ price }) => fixed(price, 2)),
  MW: named<PlannedPeriod>('power (MW)', ({ power_mw: power }) => fixed(power, 2)),
  in: named<PlannedPeriod>('charge (MW)', ({ charge_mw: power }) => fixed(power, 2)),
  out: named<PlannedPeriod>('discharge (MW)', ({ discharge_mw: power }) => fixed(power, 2)),
  stored: named<PlannedPeriod>('stored at the end (MWh)', ({ stored_mwh: energy }) => fixed(energy, 2)),
  'full %': named<PlannedPeriod>('soc (%)', ({ soc }) => fixed(soc, 1)),
};
