import { addDays, type DeliveryDay } from '../market/delivery-day.ts';
import { settledSpanStart } from '../models/settled.ts';

/** The first day that a fit may use: up to 27 days further back than asked for, where days settle that are learnt once for four weeks. */
export function historyStart(firstDay: DeliveryDay, historyDays: number): DeliveryDay {
  return settledSpanStart(addDays(firstDay, -historyDays));
}
