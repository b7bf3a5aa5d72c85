import { type Kysely, sql } from 'kysely';

export const locks = ['forecast_run'];

/** The distributions that the points of a run are of, and what its paths are drawn by: one row for each run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forecast_distribution (
      run_id uuid primary key references forecast_run on delete cascade,
      -- EUR/MWh, numbers of 4 bytes, little-endian: points in order of time x levels of quantiles.
      hour_quantiles bytea not null,
      quarter_quantiles bytea not null,
      -- The same kind of number for each quarter-hourly point: which share of its variance is not its hour's.
      quarter_shares bytea not null,
      -- How many days before the run's first day that of each past forecast lies.
      past_ages smallint[] not null,
      -- Bytes: ranks of the errors of past forecasts within their slots, forecasts x slots of the run.
      past_ranks bytea not null,
      -- Bytes: the same of the quarters of past days beside their hours, days x quarters of a day.
      quarter_days smallint not null,
      quarter_ranks bytea not null
    );
  `.execute(db);
}
