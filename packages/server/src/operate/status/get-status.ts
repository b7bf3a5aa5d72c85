import { addDays, DAY_MS, deliveryDayOf, instantFor, MINUTE_MS } from '@lonja/forecasting/market';
import { type ComponentMonth, listComponentMonths } from './component-days.ts';
import type { Db } from '../../ground/database/database.ts';
import { type Incident, listIncidents } from './store.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { COMPONENTS, type ComponentReading, measureComponents } from './measure-components.ts';

export interface MonthUptime {
  /** `2026-03`, by Madrid time. */
  month: string;
  /** Minutes of the month until now, or all of a month that is over. */
  minutes: number;
  /** Those in which the component was looked at. */
  measured: number;
  good: number;
}

export interface ComponentStatus extends ComponentReading {
  /** The newest first; a month in which nobody looked has `measured` 0. */
  uptime: MonthUptime[];
}

export interface ServiceStatus {
  /** When this was found, epoch ms. */
  asOf: number;
  /** `degraded`: something does not work as it should, or an incident is open. */
  state: 'ok' | 'degraded' | 'down';
  components: ComponentStatus[];
  /** Open ones, and those of the last 90 days; the newest first. */
  incidents: Incident[];
}

const MONTHS = 12;
const INCIDENT_DAYS = 90;
const MOST_INCIDENTS = 50;

/** What the status page shows. */
export async function getStatus(db: Db, now: number): Promise<ServiceStatus> {
  const readings = await measureComponents(db, { now, dataOrigin: await findDataOrigin(db) });
  const months = lastMonths(now);
  const counted = await listComponentMonths(db, `${months.at(-1) ?? ''}-01`);
  const { incidents } = await listIncidents(db, { offset: 0, limit: MOST_INCIDENTS });
  const shown = incidents.filter(
    (incident) => isOpen(incident) || incident.started_at.getTime() > now - INCIDENT_DAYS * DAY_MS,
  );
  const begun = counted.map(({ month }) => month).toSorted()[0] ?? months[0];
  const components = COMPONENTS.map((component) => ({
    component,
    state: readings.find((reading) => reading.component === component)?.state ?? ('unknown' as const),
    uptime: months
      .filter((month) => month >= begun)
      .map((month) => uptimeOf(counted, { component, month, now })),
  }));
  const isDown = components.some(({ component, state }) => component === 'api' && state === 'down');
  const isWell =
    components.every(({ state }) => state === 'ok' || state === 'unknown') && !shown.some(isOpen);
  return { asOf: now, state: isDown ? 'down' : isWell ? 'ok' : 'degraded', components, incidents: shown };
}

export function isOpen({ updates }: Incident): boolean {
  return updates[0]?.state !== 'resolved';
}

/** The month of an instant in Madrid and those before it. */
function lastMonths(now: number): string[] {
  const months: string[] = [];
  let day = deliveryDayOf(now);
  while (months.length < MONTHS) {
    months.push(day.slice(0, 7));
    day = addDays(`${day.slice(0, 7)}-01`, -1);
  }
  return months;
}

function uptimeOf(
  counted: readonly ComponentMonth[],
  { component, month, now }: { component: string; month: string; now: number },
): MonthUptime {
  const found = counted.find((one) => one.component === component && one.month === month);
  const next = addDays(`${month}-01`, 31).slice(0, 7);
  const begin = (of: string) => instantFor(`${of}-01`, { dayOffset: 0, time: '00:00' });
  const minutes = Math.floor((Math.min(begin(next), now) - begin(month)) / MINUTE_MS);
  return { month, minutes, measured: found?.measured ?? 0, good: found?.good ?? 0 };
}
