import { sql } from 'kysely';
import type { Db } from '../../packages/server/src/ground/database/database.ts';

/** A past to be stored. */
export interface HistorySpan {
  /** First and last delivery day, both inclusive. */
  from: string;
  to: string;
  /** The model version that made the runs, by product. */
  versions: Record<string, string>;
  /** Days at the end of the span of which events and deliveries are stored. */
  eventDays: number;
}

/** Series, sources, resolutions, how many feeds of the kind there are, and how many revisions each period has. */
const FEEDS = [
  ['price.da', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['price.ida1', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['price.ida2', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['price.ida3', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['price.da.pt', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['price.ida1.pt', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['price.ida2.pt', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['price.ida3.pt', 'omie', 'PT15M', 'EUR/MWh', 1],
  ['load.forecast', 'esios', 'PT1H', 'MW', 1],
  ['wind.forecast', 'esios', 'PT1H', 'MW', 1],
  ['solar.forecast', 'esios', 'PT1H', 'MW', 1],
  ['load.forecast.intraday', 'esios', 'PT1H', 'MW', 3],
  ['wind.forecast.intraday', 'esios', 'PT1H', 'MW', 3],
  ['solar.forecast.intraday', 'esios', 'PT1H', 'MW', 3],
  ['load.actual', 'redata', 'PT1H', 'MW', 1],
  ['wind.actual', 'entsoe', 'PT1H', 'MW', 1],
  ['solar.actual', 'entsoe', 'PT1H', 'MW', 1],
  ['hydro.actual', 'entsoe', 'PT1H', 'MW', 1],
  ['nuclear.actual', 'entsoe', 'PT1H', 'MW', 1],
  ['thermal.actual', 'entsoe', 'PT1H', 'MW', 1],
  ['other.actual', 'entsoe', 'PT1H', 'MW', 1],
  ['netimport.actual', 'entsoe', 'PT1H', 'MW', 1],
  ['temperature.forecast', 'open-meteo', 'PT1H', '°C', 5],
  ['windspeed.forecast', 'open-meteo', 'PT1H', 'm/s', 5],
  ['irradiance.forecast', 'open-meteo', 'PT1H', 'W/m2', 5],
  ['gas.price', 'csv', 'P1D', 'EUR/MWh', 1],
  ['load.dayahead.model', 'lonja', 'PT1H', 'MW', 1],
  ['wind.dayahead.model', 'lonja', 'PT1H', 'MW', 1],
  ['solar.dayahead.model', 'lonja', 'PT1H', 'MW', 1],
] as const;

const OWN = ['load', 'wind', 'solar', 'hydro', 'nuclear', 'thermal', 'other', 'netimport'];
/** Europe/Madrid; four of five on every second day, as the weather is anew. */
const ISSUES = ['05:45', '11:45', '20:15'];
const ISSUE_OF_EVERY_SECOND_DAY = '13:15';
/** Product, delivery day less day of the run, local time of the run, days covered, first hour. */
type DailyRun = readonly [product: string, offset: number, time: string, days: number, fromHour: number];
const RUNS: readonly DailyRun[] = [
  ['da', -1, '06:05', 7, 0],
  ['da', -1, '12:05', 7, 0],
  ['ida1', -1, '13:30', 1, 0],
  ['ida1', -1, '14:30', 1, 0],
  ['ida2', -1, '20:30', 1, 0],
  ['ida2', -1, '21:30', 1, 0],
  ['ida3', 0, '08:30', 1, 12],
  ['ida3', 0, '09:30', 1, 12],
];
/** Forecasts that the champion's are made of, and groups of inputs with the baseline. */
const MEMBERS = 7;
const GROUPS = 9;

/** Fills an empty database with what a service would have stored of the market in some years. */
export async function fillHistory(db: Db, span: HistorySpan, report: (text: string) => void): Promise<void> {
  await sql`select setseed(0.5)`.execute(db);
  await fillFeeds(db);
  for (const { from, to } of weeksOf(span)) {
    await db.transaction().execute(async (tx) => {
      await fillPublished(tx, { from, to });
      await fillOwn(tx, { from, to });
      await fillRuns(tx, { ...span, from, to });
    });
    if (from.endsWith('01') || from.slice(8) < '08') report(`filled to ${to}`);
  }
  await fillLedger(db, span);
  await sql`vacuum analyze`.execute(db);
}

async function fillFeeds(db: Db): Promise<void> {
  const own = OWN.map((quantity) => [`${quantity}.model`, 'lonja', 'PT1H', 'MW'] as const);
  for (const [series, source, resolution, unit] of [...FEEDS, ...own]) {
    await db.insertInto('feed').values({ series, source, resolution, unit }).execute();
  }
}

/** One revision for each way in which it is published, each half a day after the one before. */
async function fillPublished(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  for (const [series, source, resolution, , revisions] of FEEDS) {
    const step = { PT15M: '15 minutes', PT1H: '1 hour', P1D: '1 day' }[resolution];
    await sql`
      insert into observation (feed_id, start_at, revision, value, available_at, recorded_at)
      select feed.id, start_at, revision, 50 + 40 * random(),
        known_at, known_at
      from feed,
        generate_series(${from}::timestamp at time zone 'Europe/Madrid',
          (${to}::timestamp + interval '1 day') at time zone 'Europe/Madrid' - interval '1 second', ${step}::interval) as start_at,
        generate_series(1, ${revisions}::integer) as revision,
        lateral (select start_at - interval '36 hours' + revision * interval '6 hours' as known_at) as published
      where feed.series = ${series} and feed.source = ${source}
      order by start_at, revision`.execute(tx);
  }
}

/** Own forecasts of the hours to come, today's and seven days', at every issue. */
async function fillOwn(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into observation (feed_id, start_at, revision, value, available_at, recorded_at)
    select feed.id, start_at,
      coalesce((select max(revision) from observation as known where known.feed_id = feed.id and known.start_at = hour.start_at), 0)
        + row_number() over (partition by feed.id, start_at order by issued_at),
      20000 * random(), issued_at, issued_at
    from feed,
      generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day,
      unnest(${ISSUES}::time[] || case when extract(doy from day)::integer % 2 = 1
        then array[${ISSUE_OF_EVERY_SECOND_DAY}::time] else '{}' end) as at,
      lateral (select (day + at) at time zone 'Europe/Madrid' as issued_at) as issue,
      generate_series(date_trunc('hour', issued_at) + interval '1 hour',
        (day + interval '8 days') at time zone 'Europe/Madrid' - interval '1 hour', interval '1 hour') as hour (start_at)
    where feed.series = any(${OWN.map((quantity) => `${quantity}.model`)}::text[])
    order by issued_at, feed.id, start_at`.execute(tx);
}

/** So many day-ahead runs each day of the span, those of 06:05 and 12:05 among them. */
export async function fillDayAheadRuns(
  db: Db,
  { runsADay, ...span }: Omit<HistorySpan, 'eventDays'> & { runsADay: number },
): Promise<void> {
  const times = ['06:05', '12:05', '08:05', '10:05', '18:05'].slice(0, runsADay);
  const products = Object.keys(span.versions);
  const runs = times.flatMap((time) => products.map((product): DailyRun => [product, -1, time, 7, 0]));
  for (const { from, to } of weeksOf(span)) await fillRuns(db, { ...span, from, to }, runs);
  await sql`vacuum analyze`.execute(db);
}

async function fillRuns(
  tx: Db,
  { from, to, versions }: Omit<HistorySpan, 'eventDays'>,
  runs = RUNS,
): Promise<void> {
  for (const [product, offset, time, days, fromHour] of runs) {
    const version = versions[product];
    const { rows } = await sql<{ id: string; first_day: string; scheduled_for: Date }>`
      insert into forecast_run (id, product, data_origin, model_version_id, issued_at, published_at, scheduled_for, data_as_of, known_until,
        first_day, last_day, calibrated_on, created_at)
      select gen_random_uuid(), ${product}, 'market', ${version}, at, at + interval '20 seconds', at, at - interval '1 hour', at,
        day::date, day::date + ${days - 1}::integer,
        array(select at - n * interval '1 day' from generate_series(1, 180) as n), at
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day,
        lateral (select (day + ${offset} * interval '1 day' + ${time}::time) at time zone 'Europe/Madrid' as at) as scheduled
      returning id, first_day, scheduled_for`.execute(tx);
    const ids = rows.map(({ id }) => id);
    for (const [resolution, step] of [
      ['PT1H', '1 hour'],
      ['PT15M', '15 minutes'],
    ]) {
      await sql`
        insert into forecast_point (run_id, resolution, start_at, value, p10, p90)
        select id, ${resolution}, start_at, value, value - 10 * random(), value + 10 * random()
        from forecast_run,
          generate_series((first_day + ${fromHour} * interval '1 hour') at time zone 'Europe/Madrid',
            (last_day + interval '1 day') at time zone 'Europe/Madrid' - interval '1 second', ${step}::interval) as start_at,
          lateral (select 50 + 40 * random() + extract(epoch from start_at) * 0 as value) as drawn
        where id = any(${ids}::uuid[])`.execute(tx);
    }
    const slots = 24 - fromHour;
    await sql`
      insert into forecast_contribution (run_id, delivery_day, input_group, slot_values)
      select id, first_day + ahead, case when g = 1 then 'baseline' else 'inputs-' || g end,
        array(select 10 * random() + g * 0 + ahead * 0 from generate_series(1, ${slots}::integer))
      from forecast_run, generate_series(0, ${days - 1}::integer) as ahead, generate_series(1, ${GROUPS}::integer) as g
      where id = any(${ids}::uuid[])`.execute(tx);
    const members = product === 'da' ? MEMBERS : 0;
    const numbers = days * slots;
    for (const [set, count, bounds] of [
      [version, members, 2],
      [`${version}-challenger`, Math.min(members, 1), 0],
    ] as const) {
      await sql`
        insert into calibration_forecast (product, data_origin, model_version_id, scheduled_for, first_day,
          point_values, member_values, bound_values)
        select product, data_origin, ${set}, scheduled_for, first_day,
          array(select random() + extract(epoch from issued_at) from generate_series(1, ${numbers}::integer)),
          array(select random() + extract(epoch from issued_at) from generate_series(1, ${numbers * count}::integer)),
          array(select random() + extract(epoch from issued_at) from generate_series(1, ${numbers * bounds}::integer))
        from forecast_run where id = any(${ids}::uuid[])`.execute(tx);
    }
    await sql`
      insert into shadow_run (run_id, model_version_id, hourly_values)
      select id, ${`${version}-challenger`},
        array(select random() + extract(epoch from issued_at) from generate_series(1, ${numbers}::integer))
      from forecast_run where id = any(${ids}::uuid[])`.execute(tx);
  }
}

/** Thirty publications with a line for each day. */
async function fillLedger(db: Db, { from, to }: HistorySpan): Promise<void> {
  await sql`
    insert into publication (source, name, day, expected_at, state, attempts, last_attempt_at, published_at)
    select case when n <= 4 then 'omie' when n <= 15 then 'esios' when n <= 22 then 'entsoe' else 'open-meteo' end,
      case n when 1 then 'price.da' when 2 then 'price.ida1' when 3 then 'price.ida2' when 4 then 'price.ida3' else 'publication-' || n end,
      day::date, day, 'complete', 3, day, day
    from generate_series(${from}::timestamptz, ${to}::timestamptz, interval '1 day') as day, generate_series(1, 30) as n`.execute(
    db,
  );
  await sql`
    insert into price_announcement (product, data_origin, delivery_day, hourly_prices, announced_at)
    select product, 'market', day::date, array(select random() from generate_series(1, 24)), day
    from generate_series(${from}::timestamptz, ${to}::timestamptz, interval '1 day') as day,
      unnest('{da,ida1,ida2,ida3}'::text[]) as product`.execute(db);
}

/** Twenty tenants of five people: events, a webhook each, notifications, audit, counts of requests. */
export async function fillTenants(db: Db, { from, to, eventDays }: HistorySpan): Promise<void> {
  await sql`insert into tenant (id, name) select gen_random_uuid(), 'Tenant ' || n from generate_series(1, 20) as n`.execute(
    db,
  );
  await sql`
    insert into app_user (id, tenant_id, email, password_hash, full_name, role)
    select gen_random_uuid(), id, n || '-' || id || '@example.com', '', 'Somebody', 'trader' from tenant, generate_series(1, 5) as n
    where name like 'Tenant %'`.execute(db);
  await sql`
    insert into webhook_endpoint (id, tenant_id, name, url, events, state, secret, created_at, updated_at)
    select gen_random_uuid(), id, 'Webhook', 'https://example.com', '{forecast.published,forecast.changed,prices.published}',
      'disabled', '\\x00', now(), now()
    from tenant where name like 'Tenant %'`.execute(db);
  await sql`
    insert into event (id, type, market_product_id, max_change, occurred_at, body)
    select gen_random_uuid(), 'forecast.published', 'es-da', null, at,
      jsonb_build_object('event', 'forecast.published', 'occurred_at', at, 'data', jsonb_build_object(
        'forecast_id', gen_random_uuid(), 'market_id', 'es', 'market_product_id', 'es-da', 'product', 'da', 'issued_at', at,
        'model_version_id', 'da-1', 'unit', 'EUR/MWh', 'degraded', '[]'::jsonb, 'simulated', false, 'points', points))::text
    from generate_series(${to}::timestamptz - ${eventDays} * interval '1 day', ${to}::timestamptz, interval '1 day') as day,
      generate_series(1, 20) as n,
      lateral (select day + n * interval '1 hour' as at) as event,
      lateral (select jsonb_agg(jsonb_build_object('time', at + hour * interval '1 hour', 'value', 41.5, 'p10', 30.1, 'p90', 50.9))
          as points
        from generate_series(1, 168) as hour) as drawn
    order by day, n`.execute(db);
  await sql`
    insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, attempts, last_status, created_at, completed_at,
      last_attempt_at, last_duration_ms, last_excerpt)
    select gen_random_uuid(), endpoint.tenant_id, endpoint.id, event.id, event.type, 'succeeded', 1, 200,
      occurred_at, occurred_at, occurred_at, 20, 'ok'
    from event, webhook_endpoint as endpoint`.execute(db);
  await sql`
    insert into notification (id, tenant_id, user_id, content, created_at)
    select gen_random_uuid(), tenant_id, id,
      '{"kind": "ticket_answered", "ticketId": "6c1c1d4e-7d0a-4f38-9b0e-0c6f4f1e8f10", "subject": "Question"}', day
    from app_user, generate_series(${to}::timestamptz - interval '90 days', ${to}::timestamptz, interval '12 hours') as day`.execute(
    db,
  );
  await sql`
    insert into audit_entry (id, tenant_id, at, actor_kind, actor_id, action, target_type, target_id, details)
    select gen_random_uuid(), tenant_id, day, 'user', app_user.id, 'session.started', 'session', gen_random_uuid()::text,
      '{"address": "192.0.2.7"}'
    from app_user, generate_series(${from}::timestamptz, ${to}::timestamptz, interval '1 day') as day`.execute(
    db,
  );
  await sql`
    insert into request_usage (tenant_id, day, api_key_id, requests)
    select id, day::date, null, 1000
    from tenant, generate_series(${from}::timestamptz, ${to}::timestamptz, interval '1 day') as day`.execute(
    db,
  );
}

function* weeksOf({ from, to }: { from: string; to: string }): Generator<{ from: string; to: string }> {
  for (let day = Date.parse(from); day <= Date.parse(to); day += 7 * 86_400_000) {
    const last = Math.min(day + 6 * 86_400_000, Date.parse(to));
    yield { from: new Date(day).toISOString().slice(0, 10), to: new Date(last).toISOString().slice(0, 10) };
  }
}
