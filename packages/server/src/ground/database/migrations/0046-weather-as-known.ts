import { type Kysely, sql } from 'kysely';

/**
 * Open-Meteo's radiation is the mean of the hour before its instant and was stored an hour late. Weather that was fetched after its hour
 * was near to what the weather was, and counted as known on the day before: it goes, with the own forecasts of past days that were made
 * of it, and both are made anew as at a first start, from what earlier runs forecast.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table weather on commit drop as
    select id, series from feed where source = 'open-meteo';

    delete from observation
    where feed_id in (
        select id from weather where series like '%.forecast'
        union all
        select id from feed
        where source = 'lonja' and series like '%.dayahead.model' and exists (select from weather))
      and recorded_at > start_at + interval '1 hour';

    create temporary table late on commit drop as
    select observation.* from observation join weather on weather.id = feed_id
    where series like 'irradiance.%';
    delete from observation where feed_id in (select feed_id from late);
    insert into observation (feed_id, start_at, revision, value, available_at, recorded_at)
    select feed_id, start_at - interval '1 hour', revision, value, available_at, recorded_at from late;

    -- Days of which nothing is left are fetched like those that a new installation lacks.
    delete from publication
    where source = 'open-meteo' and name = 'weather.forecast' and not exists (
      select from observation join weather on weather.id = feed_id
      where series = 'temperature.forecast' and start_at = (day + time '12:00') at time zone 'Europe/Madrid');
  `.execute(db);
}
