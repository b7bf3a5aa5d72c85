import { type Kysely, sql } from 'kysely';

/**
 * A clock that is set back leaves requests in the future of its windows. Those further ahead than a window are of the clock before, and
 * count no more; they had kept their callers out until the clock came to them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function take_requests(
      keys text[], wanted integer[], limits integer[], step_ms float8[], window_ms float8, now_ms float8
    ) returns table (used integer, admitted integer, oldest_ms float8) language plpgsql as $$
    declare
      instants float8[];
      numbers integer[];
      instant float8;
    begin
      for i in 1 .. cardinality(keys) loop
        loop
          select w.at_ms, w.counts into instants, numbers from request_window w where w.key = keys[i] for update;
          exit when found;
          insert into request_window values (keys[i], '{}', '{}', now_ms + window_ms) on conflict do nothing;
        end loop;
        select coalesce(array_agg(e.at_ms order by e.at_ms), '{}'), coalesce(array_agg(e.number order by e.at_ms), '{}'),
          coalesce(sum(e.number), 0)::integer
          into instants, numbers, used
          from unnest(instants, numbers) as e (at_ms, number)
          where e.at_ms > now_ms - window_ms and e.at_ms <= now_ms + window_ms;
        admitted := greatest(0, least(wanted[i], limits[i] - used));
        if admitted > 0 then
          instant := ceil(now_ms / step_ms[i]) * step_ms[i];
          if instants[cardinality(instants)] >= instant then
            numbers[cardinality(numbers)] := numbers[cardinality(numbers)] + admitted;
          else
            instants := instants || instant;
            numbers := numbers || admitted;
          end if;
          update request_window w
            set at_ms = instants, counts = numbers, idle_at_ms = instants[cardinality(instants)] + window_ms
            where w.key = keys[i];
        end if;
        oldest_ms := coalesce(instants[1], now_ms);
        return next;
      end loop;
    end $$;
  `.execute(db);
}
