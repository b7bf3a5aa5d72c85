import type { Panel } from '../data/panel.ts';
import { createFitCache } from '../runtime/fit-cache.ts';
import { type HolidayOptions, selectHolidays } from '../select/holiday-option.ts';
import type { Model } from './model.ts';

/** A model that takes the panel's holidays for Sundays where that has paid in the market (`selectHolidays`), and knows none elsewhere. */
export function createWithHolidays(model: Model, options: HolidayOptions): Model {
  return {
    ...model,
    fit(panel, target, cache = createFitCache()) {
      const seenBy = selectHolidays(panel, target, options, cache)
        ? (seen: Panel) => seen
        : (seen: Panel) => ({ ...seen, holidays: undefined });
      const fitted = model.fit(seenBy(panel), target, cache);
      return { predict: (seen, row) => fitted.predict(seenBy(seen), row) };
    },
  };
}
