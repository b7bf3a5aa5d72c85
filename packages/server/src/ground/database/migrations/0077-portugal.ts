import { type Kysely, sql } from 'kysely';

export const locks = ['alert_rule', 'forecast_run', 'tenant', 'webhook_endpoint'];

/**
 * Portugal as a second market: products `pt-da` to `pt-ida3`, and how their forecasts differ from those of Spain that they are made from.
 * Who had all of Spain's products has all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forecast_run drop constraint forecast_run_product_check;
    alter table forecast_run add constraint forecast_run_product_check
      check (product in ('da', 'ida1', 'ida2', 'ida3', 'pt-da', 'pt-ida1', 'pt-ida2', 'pt-ida3')) not valid;
    alter table forecast_run validate constraint forecast_run_product_check;
    alter table alert_rule drop constraint alert_rule_product_check;
    alter table alert_rule add constraint alert_rule_product_check
      check (product in ('da', 'ida1', 'ida2', 'ida3', 'pt-da', 'pt-ida1', 'pt-ida2', 'pt-ida3'));

    alter table tenant alter column products
      set default '{es-da,es-ida1,es-ida2,es-ida3,pt-da,pt-ida1,pt-ida2,pt-ida3}';
    update tenant set products = products || '{pt-da,pt-ida1,pt-ida2,pt-ida3}'
      where products @> '{es-da,es-ida1,es-ida2,es-ida3}' and not products && '{pt-da,pt-ida1,pt-ida2,pt-ida3}';
    -- What waits for the end of the transaction would keep the table from being altered in it.
    set constraints all immediate;

    -- Endpoints of before know of Spain alone, and so do those that name no market.
    alter table webhook_endpoint add column market_ids text[] not null default '{es}';

    create table forecast_zone_spread (
      run_id uuid primary key references forecast_run on delete cascade,
      reference_run_id uuid not null references forecast_run on delete cascade,
      -- Of each period: chances of a lower and of a higher price, and the quantiles of both sizes; numbers of 4 bytes.
      hours bytea not null,
      quarters bytea not null,
      past_ages integer[] not null,
      past_ranks bytea not null
    );
    create index forecast_zone_spread_reference on forecast_zone_spread (reference_run_id);
  `.execute(db);
}
