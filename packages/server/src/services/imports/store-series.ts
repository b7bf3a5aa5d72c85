import { type Series, deliveryDayOf } from '@lonja/forecasting';
import type { Progress } from '../../progress.ts';
import type { Db } from '../../store/database.ts';
import { appendObservations } from '../../store/observations.ts';
import type { SeriesReport } from './import-report.ts';

const STEP = 'Storing series';

/** Appends series as feeds of one source, all of them or, when something fails, none. */
export async function storeSeries(
  db: Db,
  source: string,
  series: Series[],
  onProgress: Progress,
): Promise<SeriesReport[]> {
  const filled = series.filter(({ start }) => start.length > 0);
  return db.transaction().execute(async (tx) => {
    const reports: SeriesReport[] = [];
    for (const { key, resolution, unit, ...rows } of filled) {
      onProgress(STEP, reports.length, filled.length);
      const result = await appendObservations(tx, { series: key, source, resolution, unit }, rows);
      reports.push({
        series: key,
        resolution,
        rows: rows.start.length,
        firstDay: deliveryDayOf(rows.start[0]),
        lastDay: deliveryDayOf(rows.start[rows.start.length - 1]),
        ...result,
      });
    }
    onProgress(STEP, filled.length, filled.length);
    return reports;
  });
}
