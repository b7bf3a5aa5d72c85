import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import { listSeriesDays, type SeriesQuery } from '../series/list-series.ts';
import { PERIOD_MS } from './availability.ts';
import {
  availableColumn,
  DAY_COLUMN,
  END_COLUMN,
  type ExportRow,
  type ExportTable,
  priceColumn,
  SIMULATED_COLUMN,
  START_COLUMN,
} from './export-table.ts';

/** Of each delivery day the last forecast published before a time of day, as `/forecasts/series` has it. Days without one have no rows. */
export function createForecastTable(context: ReadContext, query: SeriesQuery): ExportTable {
  return {
    columns: [
      DAY_COLUMN,
      START_COLUMN,
      END_COLUMN,
      availableColumn('When the forecast was published, in UTC'),
      priceColumn('value', 'Point estimate'),
      priceColumn('p10', '10th percentile'),
      priceColumn('p90', '90th percentile'),
      ...query.percents.map((percent) =>
        priceColumn(`q${String(percent).replace('.', '_')}`, `Quantile at ${percent} %`),
      ),
      { name: 'issued_at', type: 'instant', description: 'When the run was issued, in UTC' },
      { name: 'forecast_id', type: 'text', description: 'The run' },
      { name: 'model_version', type: 'text', description: 'The model that made it' },
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
