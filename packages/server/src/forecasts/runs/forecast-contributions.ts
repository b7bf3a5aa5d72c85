import type { Contributions } from '@lonja/forecasting';
import { type DeliveryDay, deliveryDayOf, localHourOf } from '@lonja/forecasting/market';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { listPoints } from './forecast-queries.ts';
import { findReferenceRun } from './zone-spreads.ts';

/** The name under which the baseline is kept beside the groups of inputs. */
const BASELINE = 'baseline';

/** The group of a zone's forecast beside those of the zone that it is made from. */
const ZONE_SPREAD = 'zone_spread';
const HOURS_PER_DAY = 24;

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
  const spread = await readSpread(db, { runId, referenceId, day });
  return {
    baseline: reference.baseline,
    contributions: [...reference.contributions, { group: ZONE_SPREAD, values: spread }],
  };
}

/** The name of an input as readers know it: `load` for `load.forecast`. */
export function inputName(group: string): string {
  return group === 'price' ? 'recent_prices' : group.replace(/\.forecast$/, '');
}

/** How far the points of two runs lie apart on the local hours of a day, EUR/MWh; of an hour that occurs twice the mean. */
async function readSpread(
  db: Db,
  { runId, referenceId, day }: { runId: string; referenceId: string; day: DeliveryDay },
): Promise<Float64Array> {
  const [points, references] = await Promise.all([
    listPoints(db, runId, 'PT1H'),
    listPoints(db, referenceId, 'PT1H'),
  ]);
  const reference = new Map(references.map(({ start, value }) => [start, value]));
  const sums = new Float64Array(HOURS_PER_DAY);
  const counts = new Uint8Array(HOURS_PER_DAY);
  for (const { start, value } of points) {
    if (deliveryDayOf(start) !== day) continue;
    const hour = localHourOf(start);
    sums[hour] += value - (reference.get(start) ?? Number.NaN);
    counts[hour]++;
  }
  return sums.map((sum, hour) => (counts[hour] === 0 ? 0 : sum / counts[hour]));
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
