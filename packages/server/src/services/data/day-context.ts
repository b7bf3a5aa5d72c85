import { addDays, dayStart, type DeliveryDay } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { readStoredLevels, type StoredLevels } from '../../store/day-levels.ts';
import type { Db } from '../../store/database.ts';
import { type RecentDays, USUAL_DAYS } from './quality-gates.ts';

/** The market operator's own source, whose prices others repeat. */
export const OPERATOR = 'omie';

/** What is stored of each series of a day by its source in the weeks before it, and by the market operator of the day itself. */
export async function readDayContext(
  db: Db,
  source: string,
  { day, series }: { day: DeliveryDay; series: readonly Series[] },
): Promise<{ recent: RecentDays; ofOperator: ((series: Series) => readonly number[]) | undefined }> {
  const before = new Map<Series, StoredLevels>();
  const operators = new Map<Series, readonly number[]>();
  for (const part of series) {
    const { key, resolution } = part;
    const read = (from: DeliveryDay, to: DeliveryDay, of: string) =>
      readStoredLevels(db, { series: key, source: of, resolution, from: dayStart(from), to: dayStart(to) });
    before.set(part, await read(addDays(day, -USUAL_DAYS), day, source));
    if (source === OPERATOR || !key.startsWith('price.')) continue;
    operators.set(part, (await read(day, addDays(day, 1), OPERATOR)).lastDay);
  }
  return {
    recent: (part) => before.get(part) ?? { means: [], lastDay: [] },
    ofOperator: source === OPERATOR ? undefined : (part) => operators.get(part) ?? [],
  };
}
