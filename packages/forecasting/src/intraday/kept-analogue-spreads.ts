import { dayNumber } from '../market/delivery-day.ts';
import { type FitCache, recentOf } from '../kernel/fit-cache.ts';
import type { IntradayPanel } from './intraday-panel.ts';
import { analogueSpread, type LikeHoursOptions, type SpreadHistory } from './spread-history.ts';

/** Panels whose spreads of analogues are kept: those of the runs of a day. */
const KEPT_PANELS = 4;

interface KeptSpreads {
  firstDay: number;
  panel: Pick<IntradayPanel, 'slotsPerDay' | 'fromSlot' | 'toSlot'>;
  history: SpreadHistory;
  /** By row and slot, of the rows that are done. */
  values: Float64Array;
  isDone: Uint8Array;
}

/**
 * `analogueSpread` of any row and covered slot of a panel. Days whose days before, as far as these are searched, are the same to the bit as in a panel before, which
 * are all but the newest from one run to the next, are not computed again.
 */
export function keptAnalogueSpreads(
  panel: IntradayPanel,
  history: SpreadHistory,
  cache: FitCache,
): (row: number, slot: number) => number {
  const { days, slotsPerDay, fromSlot, toSlot } = panel;
  const own: KeptSpreads = {
    firstDay: dayNumber(days[0]),
    panel: { slotsPerDay, fromSlot, toSlot },
    history,
    values: new Float64Array(days.length * slotsPerDay),
    isDone: new Uint8Array(days.length),
  };
  const kept = recentOf<KeptSpreads>(cache, 'analogue spreads');
  for (const earlier of kept) takeFrom(own, earlier);
  kept.unshift(own);
  kept.length = Math.min(kept.length, KEPT_PANELS);
  return (row, slot) => {
    if (own.isDone[row] === 0) {
      for (let each = fromSlot; each < toSlot; each++) {
        own.values[row * slotsPerDay + each] = analogueSpread(panel, history, row, each);
      }
      own.isDone[row] = 1;
    }
    return own.values[row * slotsPerDay + slot];
  };
}

function takeFrom(own: KeptSpreads, earlier: KeptSpreads): void {
  const { slotsPerDay, fromSlot, toSlot } = own.panel;
  const other = earlier.panel;
  if (!areAlike(own.history.likeHours, earlier.history.likeHours)) return;
  if (other.slotsPerDay !== slotsPerDay || other.fromSlot !== fromSlot || other.toSlot !== toSlot) return;
  const shift = own.firstDay - earlier.firstDay;
  let sameDays = 0;
  for (let row = 0; row < own.isDone.length; row++) {
    sameDays = isSameDay(own, earlier, row, shift) ? sameDays + 1 : 0;
    if (
      sameDays <= own.history.likeHours.windowDays ||
      own.isDone[row] === 1 ||
      earlier.isDone[row + shift] !== 1
    )
      continue;
    const from = (row + shift) * slotsPerDay;
    own.values.set(earlier.values.subarray(from, from + slotsPerDay), row * slotsPerDay);
    own.isDone[row] = 1;
  }
}

function areAlike(one: LikeHoursOptions, other: LikeHoursOptions): boolean {
  return (
    one.windowDays === other.windowDays &&
    one.priceScale === other.priceScale &&
    one.slotScale === other.slotScale &&
    one.ageScaleDays === other.ageScaleDays
  );
}

function isSameDay(own: KeptSpreads, earlier: KeptSpreads, row: number, shift: number): boolean {
  if (row + shift < 0 || row + shift >= earlier.isDone.length) return false;
  const { slotsPerDay } = own.panel;
  const { spreads, reference } = own.history;
  const before = earlier.history;
  const from = row * slotsPerDay;
  const at = shift * slotsPerDay;
  for (let i = from; i < from + slotsPerDay; i++) {
    if (!Object.is(spreads[i], before.spreads[i + at])) return false;
    if (!Object.is(reference[i], before.reference[i + at])) return false;
  }
  return true;
}
