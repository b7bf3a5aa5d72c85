import { type Kysely, sql } from 'kysely';

/** Challengers beside the champion, the runs that they made in the shadow, and what a run's bounds rest on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table model_version
      alter column active_from drop not null,
      add column state text not null default 'champion' check (state in ('challenger', 'champion', 'retired')),
      add column created_at timestamptz,
      -- Its state was set by a person: it is not brought back or replaced because the settings say otherwise.
      add column by_hand boolean not null default false,
      -- Why it has its state.
      add column reason text,
      add column training jsonb,
      add column backtest jsonb;
    update model_version set created_at = active_from, state = case when active_to is null then 'champion' else 'retired' end;
    alter table model_version alter column created_at set not null;
    create unique index model_version_champion on model_version (product) where state = 'champion';

    -- The scheduled instants whose calibration forecasts the bounds learnt from; null for runs of before there was this column.
    alter table forecast_run add column calibrated_on timestamptz[];

    -- What a challenger would have served instead of a run; seen by nobody but the operator.
    create table shadow_run (
      run_id uuid not null references forecast_run on delete cascade,
      model_version_id text not null references model_version,
      -- Every delivery hour of the run, in order.
      hourly_values double precision[] not null,
      primary key (run_id, model_version_id)
    );
    create index shadow_run_version on shadow_run (model_version_id);
  `.execute(db);
}
