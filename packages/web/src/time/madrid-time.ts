import { ZONE } from '../market/shown-markets.ts';
import { zonedInstant, zoneOffset } from './zone-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The market's clock at an instant, ms ahead of UTC: in Spain an hour, two from the last Sunday of March to that of October, at 01:00 UTC. */
export function madridOffset(instantMs: number): number {
  if (ZONE !== 'Europe/Madrid') return zoneOffset(instantMs, ZONE);
  const year = new Date(instantMs).getUTCFullYear();
  const isSummer = instantMs >= lastSunday(year, 2) && instantMs < lastSunday(year, 9);
  return (isSummer ? 2 : 1) * HOUR_MS;
}

/** The delivery day of an instant, YYYY-MM-DD. */
export function madridDay(instantMs: number): string {
  return new Date(instantMs + madridOffset(instantMs)).toISOString().slice(0, 10);
}

/** Local hour of an instant, 0-23. */
export function madridHour(instantMs: number): number {
  return new Date(instantMs + madridOffset(instantMs)).getUTCHours();
}

/** Start of a delivery day, epoch ms. */
export function dayStart(day: string): number {
  if (ZONE !== 'Europe/Madrid') return zonedInstant(`${day}T00:00`, ZONE);
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  return midnightUtc - madridOffset(midnightUtc - HOUR_MS);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Delivery hours of a day: 23, 24 or 25. */
export function hoursOfDay(day: string): number {
  return (dayStart(addDays(day, 1)) - dayStart(day)) / HOUR_MS;
}

/** Whether a text is a calendar day, YYYY-MM-DD. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(text);
}

/** Local time as HH:MM, with the name of the zone after the hours that the 25-hour day has twice: `02:00 CEST`, then `02:00 CET`. */
export function madridClock(instantMs: number): string {
  return `${clockOn(instantMs, instantMs)}${zoneMark(instantMs)}`;
}

/**
 * A period by its local start and end. The end is on the clock that the period's last moment has, so the hour before a change of the
 * clock lasts an hour: `01:00–02:00` before `03:00–04:00`, and `02:00–03:00 CEST` before `02:00–03:00 CET`.
 */
export function madridSpan(startMs: number, endMs: number): string {
  const last = endMs - 1;
  const [startMark, endMark] = [zoneMark(startMs), zoneMark(last)];
  return `${clockOn(startMs, startMs)}${startMark === endMark ? '' : startMark}–${clockOn(endMs, last)}${endMark}`;
}

/** HH:MM of an instant with the offset that another one has. */
function clockOn(instantMs: number, offsetAtMs: number): string {
  return new Date(instantMs + madridOffset(offsetAtMs)).toISOString().slice(11, 16);
}

function zoneMark(instantMs: number): string {
  const mark = repeatedHourMark(instantMs);
  if (mark === '') return '';
  if (ZONE !== 'Europe/Madrid') return ` ${madridInstant(instantMs).slice(19)}`;
  return mark === 'a' ? ' CEST' : ' CET';
}

/** `a` in the first of the two hours 02:00 of the 25-hour day, `b` in the second, nothing otherwise. */
export function repeatedHourMark(instantMs: number): '' | 'a' | 'b' {
  const offset = madridOffset(instantMs);
  if (madridOffset(instantMs + HOUR_MS) < offset) return 'a';
  return madridOffset(instantMs - HOUR_MS) > offset ? 'b' : '';
}

/** The local time with its offset, as `2026-10-25T02:00:00+01:00`. */
export function madridInstant(instantMs: number): string {
  const offset = madridOffset(instantMs);
  const local = new Date(instantMs + offset).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.abs(offset) / HOUR_MS).padStart(2, '0')}:00`;
}

/** 01:00 UTC on the last Sunday of a month of 31 days. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * DAY_MS;
}
