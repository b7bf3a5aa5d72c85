import type { Outlook, PowerPanel } from './power-panel.ts';

/** Means of what is measured in places `[from, to)`; NaN where nothing is. O(1) a call. */
export function meansOf({ measured }: PowerPanel): (from: number, to: number) => number {
  const sums = new Float64Array(measured.length + 1);
  const counts = new Float64Array(measured.length + 1);
  measured.forEach((value, i) => {
    const isKnown = !Number.isNaN(value);
    sums[i + 1] = sums[i] + (isKnown ? value : 0);
    counts[i + 1] = counts[i] + (isKnown ? 1 : 0);
  });
  return (from, to) => {
    const first = Math.max(0, Math.min(from, measured.length));
    const end = Math.max(first, Math.min(to, measured.length));
    return (sums[end] - sums[first]) / (counts[end] - counts[first]);
  };
}

/** The newest measurement of a slot before `origin`, `back` days before that one; NaN where there is none. */
export function newestOfSlot(
  { measured, slotsPerDay }: PowerPanel,
  { slot, origin, back = 0 }: { slot: number; origin: number; back?: number },
): number {
  const day = Math.floor((origin - 1 - slot) / slotsPerDay) - back;
  return day < 0 ? Number.NaN : measured[day * slotsPerDay + slot];
}

/** Mean of a slot's newest measurements of `days` days before `origin`; NaN where one is missing. */
export function meanOfSlot(panel: PowerPanel, days: number): (outlook: Outlook, slot: number) => number {
  return ({ origin }, slot) => {
    let sum = 0;
    for (let back = 0; back < days; back++) sum += newestOfSlot(panel, { slot, origin, back });
    return sum / days;
  };
}
