import { auctionOf, zoneOf } from '@lonja/forecasting/market';
import type { AlertContent } from '../../ground/database/notification-schema.ts';
import { formatOptionalInstant } from '../../ground/http/wire.ts';
import type { AlertRecord } from './schemas.ts';

/** What a rule found, as the API and events give it. */
export function toAlertRecord(alert: AlertContent): AlertRecord {
  return {
    rule_id: alert.ruleId,
    rule_kind: alert.ruleKind,
    market_id: zoneOf(alert.product),
    product: auctionOf(alert.product),
    resolution: alert.resolution ?? 'PT1H',
    threshold: alert.threshold,
    forecast_id: alert.forecastId,
    simulated: alert.simulated,
    days: alert.days.map(({ day, figure, hours, at }) => ({
      date: day,
      figure,
      hours,
      at: formatOptionalInstant(at ?? undefined),
    })),
  };
}
