import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { runOccasion } from './run-occasion.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';
import { type DegradedReason, degradedRecords } from './degraded-sentences.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

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
  degradedReasons?: DegradedReason[] | undefined;
  hours: ForecastPoint[];
}

/** `now`: when the run is published, epoch ms. */
export function forecastData(run: AnnouncedRun, now: number): object {
  return {
    forecast_id: run.id,
    ...productFields(run.product),
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
    degraded_reasons: degradedRecords(run),
    simulated: run.dataOrigin === 'simulator',
  };
}
