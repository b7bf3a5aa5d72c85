import type { ForecastTables } from './forecast-schema.ts';
import type { MarketTables } from './market-schema.ts';
import type { NotificationTables } from './notification-schema.ts';
import type { PeopleTables } from './people-schema.ts';
import type { SiteTables } from './site-schema.ts';
import type { StatusTables, SupportTables } from './support-schema.ts';
import type { WebhookTables } from './webhook-schema.ts';

/** Tables as kysely sees them. Instants come back as `Date`. */
export interface Database
  extends
    PeopleTables,
    WebhookTables,
    NotificationTables,
    MarketTables,
    ForecastTables,
    SiteTables,
    SupportTables,
    StatusTables {}
