import { dayStart, addDays, madridDay, madridHour, repeatedHourMark } from '../time/madrid-time.ts';

const HOUR_S = 3600;
/** Least room for a label, CSS pixels. */
const LABEL_PX = 46;
const DAY_LABEL_PX = 92;
/** Least width of an hour for the second of the two hours 2 beside the first. */
const REPEATED_PX = 36;
const HOUR_STEPS = [1, 2, 3, 6, 12] as const;
const DAY_STEPS = [1, 2, 7, 14] as const;

/** Instants in epoch seconds where the axis is labelled: whole local hours, or days where there is no room for hours. */
export function timeSplits(fromS: number, toS: number, widthPx: number): number[] {
  const hours = (toS - fromS) / HOUR_S;
  const hourStep = HOUR_STEPS.find((step) => (hours / step) * LABEL_PX <= widthPx);
  if (hourStep !== undefined) return hourSplits(fromS, toS, hourStep, widthPx);
  const days = hours / 24;
  const dayStep = DAY_STEPS.find((step) => (days / step) * DAY_LABEL_PX <= widthPx);
  return dayStep === undefined ? monthSplits(fromS, toS, days, widthPx) : daySplits(fromS, toS, dayStep);
}

/** The local hour of a label, `02`; the second of the two hours 2 of the day of 25 hours is `02 CET`, and the first needs no more. */
export function hourLabel(atS: number): string {
  const zone = repeatedHourMark(atS * 1000) === 'b' ? ' CET' : '';
  return `${String(madridHour(atS * 1000)).padStart(2, '0')}${zone}`;
}

/** Local midnights within a span, epoch seconds. */
export function midnights(fromS: number, toS: number): number[] {
  return daySplits(fromS, toS, 1);
}

function hourSplits(fromS: number, toS: number, step: number, widthPx: number): number[] {
  const splits: number[] = [];
  const hasRoom = (widthPx / (toS - fromS)) * HOUR_S >= REPEATED_PX;
  for (let at = Math.ceil(fromS / HOUR_S) * HOUR_S; at <= toS; at += HOUR_S) {
    if (madridHour(at * 1000) % step === 0 && (hasRoom || !isSecondOfTwo(at, step))) splits.push(at);
  }
  return splits;
}

/** Of the two hours 2 of the day of 25 hours only the first is labelled where there is no room for both. */
function isSecondOfTwo(atS: number, step: number): boolean {
  return step > 1 && madridHour((atS - HOUR_S) * 1000) === madridHour(atS * 1000);
}

function daySplits(fromS: number, toS: number, step: number): number[] {
  const splits: number[] = [];
  let day = madridDay(fromS * 1000);
  if (dayStart(day) / 1000 < fromS) day = addDays(day, 1);
  for (; dayStart(day) / 1000 <= toS; day = addDays(day, step)) splits.push(dayStart(day) / 1000);
  return splits;
}

function monthSplits(fromS: number, toS: number, days: number, widthPx: number): number[] {
  const step = Math.max(1, Math.ceil(((days / 30.4) * DAY_LABEL_PX) / widthPx));
  return daySplits(fromS, toS, 1).filter((at) => {
    const day = madridDay(at * 1000);
    return day.endsWith('-01') && (Number(day.slice(5, 7)) - 1) % step === 0;
  });
}
