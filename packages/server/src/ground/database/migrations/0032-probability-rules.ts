import { type Kysely, sql } from 'kysely';

export const locks = ['alert_rule'];

/** Alert rules on the probability that the price of so many hours of a day is low, or high. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_rule
      -- Percent and hours of such a rule; null for others.
      add column probability smallint check (probability between 1 and 99),
      add column hours smallint check (hours between 1 and 24),
      drop constraint alert_rule_kind_check,
      add constraint alert_rule_kind_check check (kind in ('price_above', 'price_below', 'negative_hours',
        'forecast_change', 'spread', 'probability_above', 'probability_below')),
      add constraint alert_rule_on_probability check (
        (kind in ('probability_above', 'probability_below')) = (probability is not null)
        and (probability is null) = (hours is null)
      )
  `.execute(db);
}
