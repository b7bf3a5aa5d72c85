import { MINUTE_MS, type Product, AUCTIONS, zoneOf, type Zone, ZONES } from '@lonja/forecasting/market';
import { findLastGood } from './component-days.ts';
import type { Db } from '../../ground/database/database.ts';
import { measureMailQueue } from '../../people/mail/mail-queue.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { measureDeliveryQueue } from '../../outbound/webhooks/delivery-queue.ts';
import { listLateness } from '../../forecasts/runs/lateness.ts';
import { getSourceStatus } from '../../market/sources/get-source-status.ts';

/** The first market has one for each auction, others have one for all. */
export type ForecastComponent = `forecast_${string}`;
export type Component = 'api' | ForecastComponent | 'sources' | 'webhooks' | 'mail';

/** In the order of the status page. */
export const COMPONENTS: readonly Component[] = [
  'api',
  ...AUCTIONS.map((auction): ForecastComponent => `forecast_${auction}`),
  ...ZONES.slice(1).map((zone): ForecastComponent => `forecast_${zone}`),
  'sources',
  'webhooks',
  'mail',
];

/** `unknown`: there is nothing yet that could be looked at. */
export type ComponentState = 'ok' | 'degraded' | 'down' | 'unknown';

export interface ComponentReading {
  component: Component;
  state: ComponentState;
}

/** A process of the API says once a minute that it works. */
const SILENT_AFTER_MS = 2.5 * MINUTE_MS;
const DELIVERY_LATE_MS = 5 * MINUTE_MS;
const MAIL_LATE_MS = 30 * MINUTE_MS;

/** How each component does now. Rejects where the database does not answer. */
export async function measureComponents(
  db: Db,
  { now, dataOrigin }: { now: number; dataOrigin: DataOrigin | undefined },
): Promise<ComponentReading[]> {
  const lastGood = await findLastGood(db, 'api');
  const lateness = dataOrigin === undefined ? [] : await listLateness(db, { dataOrigin, now });
  const { sources } = await getSourceStatus(db, now);
  const deliveries = await measureDeliveryQueue(db, now);
  const mail = await measureMailQueue(db);
  const isLate = (since: number | undefined, mostMs: number) => since !== undefined && now - since > mostMs;
  const states: Record<Component, ComponentState> = {
    api: lastGood !== undefined && now - lastGood < SILENT_AFTER_MS ? 'ok' : 'down',
    ...forecastStates(lateness),
    sources: sources.some(({ state }) => state === 'failing') ? 'degraded' : 'ok',
    webhooks: isLate(deliveries.oldestDueAt, DELIVERY_LATE_MS) ? 'degraded' : 'ok',
    mail: isLate(mail.oldestAt, MAIL_LATE_MS) ? 'degraded' : 'ok',
  };
  return COMPONENTS.map((component) => ({ component, state: states[component] }));
}

/** Before its first run there is nothing that could be late. */
const STATE_OF = { ok: 'ok', late: 'degraded', missing: 'unknown' } as const;

function forecastStates(
  lateness: Awaited<ReturnType<typeof listLateness>>,
): Record<ForecastComponent, ComponentState> {
  const stateOf = (product: Product) => {
    const found = lateness.find((one) => one.product === product);
    return found === undefined ? 'unknown' : STATE_OF[found.status];
  };
  const stateOfZone = (zone: Zone) =>
    worst(lateness.filter(({ product }) => zoneOf(product) === zone).map(({ product }) => stateOf(product)));
  return {
    ...Object.fromEntries(AUCTIONS.map((auction) => [`forecast_${auction}`, stateOf(auction)])),
    ...Object.fromEntries(ZONES.slice(1).map((zone) => [`forecast_${zone}`, stateOfZone(zone)])),
  };
}

function worst(states: readonly ('ok' | 'degraded' | 'unknown')[]): 'ok' | 'degraded' | 'unknown' {
  if (states.includes('degraded')) return 'degraded';
  return states.includes('ok') ? 'ok' : 'unknown';
}
