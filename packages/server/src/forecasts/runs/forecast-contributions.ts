import type { Contributions } from '@lonja/forecasting';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';

/** The name under which the baseline is kept beside the groups of inputs. */
const BASELINE = 'baseline';

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

/** What a run's forecast of a day rests on; undefined where that is not known. Groups come in the order of their names. */
export async function findExplanation(
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
