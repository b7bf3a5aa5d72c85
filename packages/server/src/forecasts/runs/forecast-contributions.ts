import type { Contributions } from '@lonja/forecasting';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { zoneContribution } from '@lonja/forecasting/zones';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { listPoints } from './run-store.ts';
import { findReferenceRun } from './zone-spreads.ts';

/** The name under which the baseline is kept beside the groups of inputs. */
const BASELINE = 'baseline';

/** The group of a zone's forecast beside those of the zone that it is made from. */
const ZONE_SPREAD = 'zone_spread';

/** What the forecast of one delivery day rests on; slots are the local hours of the day. */
export interface DayExplanation {
  day: DeliveryDay;
  explanation: Contributions;
}

export async function insertContributions(
  tx: Transaction<Database>,
  runId: string,
  days: DayExplanation[],
): Promise<void> {
  const rows = days.flatMap(({ day, explanation }) =>
    [{ group: BASELINE, values: explanation.baseline }, ...explanation.contributions].map(
      ({ group, values }) => ({
        run_id: runId,
        delivery_day: day,
        input_group: group,
        slot_values: [...values],
      }),
    ),
  );
  if (rows.length > 0) await tx.insertInto('forecast_contribution').values(rows).execute();
}

/**
 * What a run's forecast of a day rests on; undefined where that is not known. Groups come in the order of their names. A run of another zone
 * rests on what Spain's rests on, and on the spread between both.
 */
export async function findExplanation(
  db: Db,
  runId: string,
  day: DeliveryDay,
): Promise<Contributions | undefined> {
  const own = await findOwnExplanation(db, runId, day);
  if (own !== undefined) return own;
  const referenceId = await findReferenceRun(db, runId);
  if (referenceId === undefined) return undefined;
  const reference = await findOwnExplanation(db, referenceId, day);
  if (reference === undefined) return undefined;
  const [zone, ofReference] = await Promise.all([
    listPoints(db, runId, 'PT1H'),
    listPoints(db, referenceId, 'PT1H'),
  ]);
  const spread = zoneContribution(zone, ofReference, day);
  return {
    baseline: reference.baseline,
    contributions: [...reference.contributions, { group: ZONE_SPREAD, values: spread }],
  };
}

/** The name of an input as readers know it: `load` for `load.forecast`. */
export function inputName(group: string): string {
  return group === 'price' ? 'recent_prices' : group.replace(/\.forecast$/, '');
}

async function findOwnExplanation(
  db: Db,
  runId: string,
  day: DeliveryDay,
): Promise<Contributions | undefined> {
  const { rows } = await sql<{ input_group: string; slot_values: number[] }>`
    select input_group, slot_values from forecast_contribution
    where run_id = ${runId} and delivery_day = ${day}
    order by input_group collate "C"
  `.execute(db);
  const baseline = rows.find(({ input_group }) => input_group === BASELINE);
  if (baseline === undefined) return undefined;
  return {
    baseline: Float64Array.from(baseline.slot_values),
    contributions: rows
      .filter((row) => row !== baseline)
      .map(({ input_group, slot_values }) => ({
        group: input_group,
        values: Float64Array.from(slot_values),
      })),
  };
}
