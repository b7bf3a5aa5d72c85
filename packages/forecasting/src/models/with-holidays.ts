import type { Panel } from '../data/panel.ts';
import { shareWith } from '../data/shared-panel.ts';
import { type Forecaster, predictMembers } from './forecaster.ts';
import { holidaysTell } from '../select/holiday-search.ts';

/** A forecaster fitted with or without the panel's holidays, as plain JSON. */
export interface WithHolidaysFit<Fitted> {
  model: 'with-holidays';
  /** Whether holidays are Sundays. */
  holidays: boolean;
  fitted: Fitted;
}

/** A forecaster that takes the panel's holidays for Sundays where they have told something (see `holidaysTell`), and knows of none elsewhere. */
export function createWithHolidays<Fitted>(
  forecaster: Forecaster<Fitted>,
): Forecaster<WithHolidaysFit<Fitted>> {
  const seenBy = (panel: Panel, holidays: boolean): Panel =>
    holidays || panel.holidays === undefined ? panel : shareWith(panel, { ...panel, holidays: undefined });
  return {
    name: forecaster.name,
    minHistoryDays: forecaster.minHistoryDays,
    fit: (panel, target) => {
      const holidays = holidaysTell(panel, target);
      return { model: 'with-holidays', holidays, fitted: forecaster.fit(seenBy(panel, holidays), target) };
    },
    predict: ({ holidays, fitted }, panel, target) =>
      forecaster.predict(fitted, seenBy(panel, holidays), target),
    memberCount: forecaster.memberCount ?? 1,
    predictMembers: ({ holidays, fitted }, panel, target) =>
      predictMembers(forecaster, fitted, { panel: seenBy(panel, holidays), target }),
  };
}
