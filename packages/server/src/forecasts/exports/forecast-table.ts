import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import { listSeriesDays, type SeriesQuery } from '../series/list-series.ts';
import { PERIOD_MS } from './availability.ts';
import {
  availableColumn,
  type ExportRow,
  type ExportTable,
  priceColumn,
  PERIOD_COLUMNS,
  RUN_COLUMNS,
  SIMULATED_COLUMN,
} from './export-table.ts';

/** Of each delivery day the last forecast published before a time of day, as `/forecasts/series` has it. Days without one have no rows. */
export function createForecastTable(context: ReadContext, query: SeriesQuery): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the forecast was published, in UTC'),
      priceColumn('value', 'Point estimate'),
      priceColumn('p10', '10th percentile'),
      priceColumn('p90', '90th percentile'),
      ...query.percents.map((percent) =>
        priceColumn(`q${String(percent).replace('.', '_')}`, `Quantile at ${percent} %`),
      ),
      ...RUN_COLUMNS,
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const simulated = await isSimulated(context);
      const days = await listSeriesDays(context, { ...query, ...span });
      return days.flatMap(({ day, points }) =>
        points.map((point): ExportRow => [
          day,
          point.start,
          point.start + PERIOD_MS[query.resolution],
          point.publishedAt,
          roundPrice(point.value),
          roundPrice(point.p10),
          roundPrice(point.p90),
          ...point.quantiles.map(roundPrice),
          point.issuedAt,
          point.runId,
          point.modelVersionId,
          simulated,
        ]),
      );
    },
  };
}
