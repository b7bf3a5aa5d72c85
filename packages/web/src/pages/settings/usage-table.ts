import type { Usage } from '@lonja/client';
import { addDays, daysBetween } from '../../time/madrid-time.ts';

/** Keys that a chart can distinguish; the rest is one. */
const MOST_KEYS = 5;

export interface UsageSeries {
  id: string;
  /** Null: sessions, or the keys that are not shown by themselves. */
  label: string | null;
  kind: 'key' | 'sessions' | 'others';
  /** Requests of each day. */
  counts: number[];
  total: number;
}

export interface UsageByDay {
  /** Days in UTC without gaps, oldest first. */
  days: string[];
  /** The busiest key first; others and sessions last. */
  series: UsageSeries[];
  totals: number[];
  total: number;
}

/** Usage as one row of counts for each key, from the first day to the last. */
export function usageByDay(records: readonly Usage[], from: string, to: string): UsageByDay {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
  const keys = new Map<string, UsageSeries>();
  for (const { date, api_key_id: keyId, label, requests } of records) {
    const at = daysBetween(from, date);
    if (at < 0 || at >= days.length) continue;
    const id = keyId ?? 'sessions';
    const series = keys.get(id) ?? emptySeries(id, keyId === null ? 'sessions' : 'key', label, days.length);
    series.counts[at] = (series.counts[at] ?? 0) + requests;
    series.total += requests;
    keys.set(id, series);
  }
  const busiest = [...keys.values()].filter(({ kind }) => kind === 'key').sort((a, b) => b.total - a.total);
  const rest = busiest.slice(MOST_KEYS);
  const sessions = keys.get('sessions');
  const series = [
    ...busiest.slice(0, MOST_KEYS),
    ...(rest.length === 0 ? [] : [sumOf(rest, days.length)]),
    ...(sessions === undefined ? [] : [sessions]),
  ];
  const totals = days.map((_, at) => series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  return { days, series, totals, total: totals.reduce((sum, count) => sum + count, 0) };
}

function emptySeries(
  id: string,
  kind: UsageSeries['kind'],
  label: string | null,
  dayCount: number,
): UsageSeries {
  return { id, kind, label, counts: Array.from({ length: dayCount }, () => 0), total: 0 };
}

function sumOf(rest: readonly UsageSeries[], dayCount: number): UsageSeries {
  const sum = emptySeries('others', 'others', null, dayCount);
  for (const { counts, total } of rest) {
    sum.total += total;
    for (const [at, count] of counts.entries()) sum.counts[at] = (sum.counts[at] ?? 0) + count;
  }
  return sum;
}
