import { type Kysely, sql } from 'kysely';

export const locks = ['alert_rule', 'forecast_run'];

/** Products of any market: an auction of the first one, or a market and an auction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forecast_run drop constraint forecast_run_product_check;
    alter table forecast_run add constraint forecast_run_product_check
      check (product ~ '^([a-z][a-z0-9]{1,11}-)?(da|ida[123])$') not valid;
    alter table forecast_run validate constraint forecast_run_product_check;
    alter table alert_rule drop constraint alert_rule_product_check;
    alter table alert_rule add constraint alert_rule_product_check
      check (product ~ '^([a-z][a-z0-9]{1,11}-)?(da|ida[123])$');
  `.execute(db);
}
