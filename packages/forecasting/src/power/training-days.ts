import { dayNumber } from '../market/delivery-day.ts';
import type { PowerModel } from './power-model.ts';
import { type Outlook, type PowerPanel, areDriversKnown, originOf } from './power-panel.ts';

/** Days between the last measurements and the day that training days are forecast at, in turn: half of them one day ahead. */
const LEADS = [1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7];
export const LONGEST_LEAD = 7;

/** The days to learn from as outlooks, and their shares of the reference, slot by slot. */
export interface TrainingOutlooks {
  outlooks: Outlook[];
  targets: number[];
}

/**
 * The days that are measured before the panel's origin and whose drivers are known, each seen from as many days before and as late in
 * the day as forecasts are made, so that a model is fitted on measurements of every age.
 */
export function trainingOutlooks(model: PowerModel, panel: PowerPanel, windowDays: number): TrainingOutlooks {
  const last = Math.floor(originOf(panel) / panel.slotsPerDay);
  const sharesOf = sharesOfReference(model, panel);
  const outlooks: Outlook[] = [];
  const targets: number[] = [];
  for (let row = Math.max(LONGEST_LEAD + 1, last - windowDays); row < last; row++) {
    const outlook = trainingOutlook(panel, row);
    const shares = sharesOf(outlook);
    if (!shares.every(Number.isFinite) || !areDriversKnown(panel, row)) continue;
    outlooks.push(outlook);
    targets.push(...shares);
  }
  return { outlooks, targets };
}

/** From where a day is seen that is learnt from. */
export function trainingOutlook(panel: PowerPanel, row: number): Outlook {
  const { days, slotsPerDay } = panel;
  const lead = LEADS[dayNumber(days[row]) % LEADS.length];
  const origin = originOf(panel);
  return { row, origin: (row - lead) * slotsPerDay + origin - newestRow(origin, slotsPerDay) * slotsPerDay };
}

/** Days from the one that holds the newest measurement to the outlook's own. */
export function leadOf({ row, origin }: Outlook, slotsPerDay: number): number {
  return row - newestRow(origin, slotsPerDay);
}

function newestRow(origin: number, slotsPerDay: number): number {
  return Math.floor((origin - 1) / slotsPerDay);
}

/** What is measured of an outlook's day, slot by slot, as a share of what the past gives to be expected. */
export function sharesOfReference(model: PowerModel, panel: PowerPanel): (outlook: Outlook) => number[] {
  const { slotsPerDay, measured } = panel;
  const reference = model.reference(panel);
  return (outlook) =>
    Array.from(
      { length: slotsPerDay },
      (_, slot) => measured[outlook.row * slotsPerDay + slot] / reference(outlook, slot),
    );
}
