import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { MARKET_ID, PRICE_UNIT, marketProductId } from '../../market-ids.ts';
import { runOccasion } from '../../run-occasion.ts';
import { formatInstant, roundPrice } from '../../wire.ts';
import type { DataOrigin } from '../service-state.ts';
import type { EventType } from '../webhook-schema.ts';

/** What the two forecast events hold of a run. */
export interface AnnouncedRun {
  id: string;
  product: Product;
  dataOrigin: DataOrigin;
  modelVersionId: string;
  issuedAt: number;
  scheduledFor: number;
  firstDay: DeliveryDay;
  degraded: string[];
  hours: ForecastPoint[];
}

/** What a price event holds: the hourly prices of one delivery day, EUR/MWh. */
export interface AnnouncedPrices {
  product: Product;
  dataOrigin: DataOrigin;
  day: DeliveryDay;
  hours: { start: number; priceEurPerMwh: number }[];
  /** The day was announced before with other prices. */
  isCorrection: boolean;
}

/** An event as it is stored: `{event, occurred_at, data}`. */
export function eventBody(event: EventType, occurredAt: number, data: object): string {
  return JSON.stringify({ event, occurred_at: formatInstant(occurredAt), data });
}

/**
 * What is sent and listed of a stored event, whichever release wrote it: with its id first, and with the length of the periods that
 * its points stand for. Points are stored as hours.
 */
export function publicBody({ id, type, body }: { id: string; type: EventType; body: string }): string {
  const withId = `{"id":${JSON.stringify(id)},${body.slice(1)}`;
  return type === 'ping' ? withId : withId.replace('"data":{', '"data":{"resolution":"PT1H",');
}

/** `now`: when the run is published, epoch ms. */
export function forecastData(run: AnnouncedRun, now: number): object {
  return {
    forecast_id: run.id,
    market_id: MARKET_ID,
    market_product_id: marketProductId(run.product),
    product: run.product,
    issued_at: formatInstant(run.issuedAt),
    ...runOccasion({ ...run, publishedAt: now }),
    model_version_id: run.modelVersionId,
    unit: PRICE_UNIT,
    points: run.hours.map(({ start, value, p10, p90 }) => ({
      time: formatInstant(start),
      value: roundPrice(value),
      p10: roundPrice(p10),
      p90: roundPrice(p90),
    })),
    degraded: run.degraded,
    simulated: run.dataOrigin === 'simulator',
  };
}

export function priceData(prices: AnnouncedPrices): object {
  return {
    market_id: MARKET_ID,
    market_product_id: marketProductId(prices.product),
    product: prices.product,
    delivery_date: prices.day,
    unit: PRICE_UNIT,
    points: prices.hours.map(({ start, priceEurPerMwh }) => ({
      time: formatInstant(start),
      value: roundPrice(priceEurPerMwh),
    })),
    correction: prices.isCorrection,
    simulated: prices.dataOrigin === 'simulator',
  };
}
