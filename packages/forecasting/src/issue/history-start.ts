import { addDays, type DeliveryDay } from '../market/delivery-day.ts';
import type { ForecastRecipe } from './forecast-recipe.ts';
import { settledSpanStart } from '../models/settled.ts';

/** The first day that a fit may use: as far back as asked for, or up to `settledDays - 1` days further, where days stay the same for so many. */
export function historyStart(
  firstDay: DeliveryDay,
  { historyDays, settledDays }: Pick<ForecastRecipe, 'historyDays' | 'settledDays'>,
): DeliveryDay {
  return settledSpanStart(addDays(firstDay, -historyDays), settledDays);
}
