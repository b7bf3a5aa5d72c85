import { DAY_MS, HOUR_MS, MINUTE_MS, instantOfWallTime, madridOffsetMs } from './madrid-time.ts';

/** A calendar day in the market's zone, `YYYY-MM-DD`. */
export type DeliveryDay = string;

/** Length of a delivery period as an ISO 8601 duration; `P1D` is used by daily inputs such as fuel prices. */
export type Resolution = 'PT15M' | 'PT1H' | 'P1D';

/** One delivery period: `[start, end)` in epoch ms, the local hour it starts in and its place within the day. */
export interface DeliveryPeriod {
  start: number;
  end: number;
  /** Local hour 0-23 of the start; 2 occurs twice on the 25-hour day and never on the 23-hour day. */
  hour: number;
  /** 0-based position within the delivery day. */
  index: number;
}

/** From 1 March of the year 0. */
const DAYS_TO_1970 = 719_468;
const DAYS_PER_400_YEARS = 146_097;
const DAYS_PER_100_YEARS = 36_524;
const DAYS_PER_4_YEARS = 1461;
const TEXT_LENGTH = 'YYYY-MM-DD'.length;
const DASH = 45;
const ZERO = 48;

/** Whether text is a real calendar day: `2026-02-30` is not. */
export function isDeliveryDay(text: string): boolean {
  return !Number.isNaN(civilDayNumber(text));
}

/** Days since 1970-01-01, the arithmetic form of a delivery day. Throws RangeError on text that is not a day. */
export function dayNumber(day: DeliveryDay): number {
  const number = civilDayNumber(day);
  if (Number.isNaN(number)) throw new RangeError(`"${day}" is not a calendar day YYYY-MM-DD.`);
  return number;
}

/** By counting years from March, so that the leap day is a year's last; NaN for text that is no day. Models ask for it in their loops. */
function civilDayNumber(text: string): number {
  if (text.length !== TEXT_LENGTH || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH)
    return Number.NaN;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month)))
    return Number.NaN;
  const years = month > 2 ? year : year - 1;
  const months = (month + 9) % 12;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return 365 * years + leapDays + Math.floor((153 * months + 2) / 5) + day - 1 - DAYS_TO_1970;
}

/** NaN where there is anything else. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

function daysOfMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** By the same count, and six times as fast as a Date writes it. */
export function dayOfNumber(number: number): DeliveryDay {
  const sinceYear0 = number + DAYS_TO_1970;
  const cycle = Math.floor(sinceYear0 / DAYS_PER_400_YEARS);
  const ofCycle = sinceYear0 - cycle * DAYS_PER_400_YEARS;
  const leapDays =
    Math.floor(ofCycle / (DAYS_PER_4_YEARS - 1)) -
    Math.floor(ofCycle / DAYS_PER_100_YEARS) +
    Math.floor(ofCycle / (DAYS_PER_400_YEARS - 1));
  const yearOfCycle = Math.floor((ofCycle - leapDays) / 365);
  const ofYear = ofCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const months = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * months + 2) / 5) + 1;
  const month = months < 10 ? months + 3 : months - 9;
  const year = 400 * cycle + yearOfCycle + (month > 2 ? 0 : 1);
  if (!(year >= 1000 && year <= 9999)) return new Date(number * DAY_MS).toISOString().slice(0, 10);
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/** The day so many days later, or earlier where `days` is negative. */
export function addDays(day: DeliveryDay, days: number): DeliveryDay {
  return dayOfNumber(dayNumber(day) + days);
}

/** Signed number of days from `from` to `to`: 0 for the same day. */
export function daysBetween(from: DeliveryDay, to: DeliveryDay): number {
  return dayNumber(to) - dayNumber(from);
}

/** The days from `from` to `to`, both inclusive; empty when `to` is earlier. */
export function dayRange(from: DeliveryDay, to: DeliveryDay): DeliveryDay[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.max(0, dayNumber(to) - first + 1) }, (_, i) => dayOfNumber(first + i));
}

/** 0 = Monday ... 6 = Sunday. */
export function weekdayOf(day: DeliveryDay): number {
  return (dayNumber(day) + 3) % 7;
}

/** The delivery day that an instant falls in. */
export function deliveryDayOf(instant: number): DeliveryDay {
  return dayOfNumber(Math.floor((instant + madridOffsetMs(instant)) / DAY_MS));
}

/** The local hour 0-23 that an instant falls in. */
export function localHourOf(instant: number): number {
  return new Date(instant + madridOffsetMs(instant)).getUTCHours();
}

/** The instant at which a local time `HH:MM` occurs on a day (its first occurrence when it occurs twice). */
export function instantOf(day: DeliveryDay, localTime: string): number {
  const [hours, minutes] = localTime.split(':').map(Number);
  if (
    hours === undefined ||
    minutes === undefined ||
    !(hours >= 0 && hours <= 24 && minutes >= 0 && minutes < 60)
  ) {
    throw new RangeError(`"${localTime}" is not a local time HH:MM.`);
  }
  return instantOfWallTime(dayNumber(day) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS);
}

/** The instant at which a delivery day begins, 00:00 in Madrid: epoch ms. */
export function dayStart(day: DeliveryDay): number {
  return instantOfWallTime(dayNumber(day) * DAY_MS);
}

/** The starts of `count` days from one on. */
export function dayStarts(from: DeliveryDay, count: number): Float64Array {
  const first = dayNumber(from);
  return Float64Array.from({ length: count }, (_, i) => instantOfWallTime((first + i) * DAY_MS));
}

/** Length of a period in ms; a `P1D` period has no fixed length, so it is not accepted. */
export function periodMs(resolution: 'PT15M' | 'PT1H'): number {
  return resolution === 'PT1H' ? HOUR_MS : 15 * MINUTE_MS;
}

/** The delivery periods of a day in order: 23, 24 or 25 hours; 92, 96 or 100 quarter hours. */
export function deliveryPeriods(day: DeliveryDay, resolution: 'PT15M' | 'PT1H'): DeliveryPeriod[] {
  const length = periodMs(resolution);
  const midnight = dayNumber(day) * DAY_MS;
  const first = instantOfWallTime(midnight);
  const end = instantOfWallTime(midnight + DAY_MS);
  // Models ask for years of days; their hours have to be looked up on the two days of a clock change alone.
  const isWhole = end - first === DAY_MS;
  const periods: DeliveryPeriod[] = [];
  for (let start = first; start < end; start += length) {
    const hour = isWhole ? Math.floor((start - first) / HOUR_MS) : localHourOf(start);
    periods.push({ start, end: start + length, hour, index: periods.length });
  }
  return periods;
}
