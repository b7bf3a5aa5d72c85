import { addDays, dayStart, deliveryDayOf, HOUR_MS } from '@lonja/forecasting/market';
import { hourlyValues } from '@lonja/forecasting/data';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { roundSystemPower } from '../../ground/http/wire.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { readSeries } from '../../market/observations/observations.ts';
import { QUANTITIES, SERIES_OF } from '../../market/observations/quantities.ts';
import { FIELD_OF } from '../fundamentals/field-names.ts';
import { availabilityOf, PERIOD_MS } from './availability.ts';
import {
  availableColumn,
  type ExportColumn,
  type ExportRow,
  type ExportTable,
  PERIOD_COLUMNS,
  SIMULATED_COLUMN,
} from './export-table.ts';

/** Load, generation and net import by hour as `/market/fundamentals` has them of days past: what sources published, nothing estimated. */
export function createFundamentalsTable(context: ReadContext): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the newest of the values was published, in UTC'),
      ...QUANTITIES.map((quantity): ExportColumn => ({
        name: FIELD_OF[quantity],
        type: 'power',
        isNullable: true,
        description: `${FIELD_OF[quantity].replace(/_mw$/, '').replaceAll('_', ' ')}, MW; null where no source publishes it`,
      })),
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const dataOrigin = await context.dataOrigin();
      const days = clampToServedDays(span);
      if (dataOrigin === undefined || days === undefined) return [];
      const window = {
        from: dayStart(days.from),
        to: dayStart(addDays(days.to, 1)),
        asOf: context.clock.now(),
      };
      const keys = QUANTITIES.flatMap((quantity) => SERIES_OF[quantity]);
      const series = await readSeries(context.db, { keys, dataOrigin, ...window });
      const known = QUANTITIES.map((quantity) => {
        const feeds = SERIES_OF[quantity]
          .flatMap((key) => series.get(key) ?? [])
          .filter(({ resolution }) => resolution !== 'P1D');
        return { values: hourlyValues(feeds, window), availableAt: availabilityOf(feeds, window, 'PT1H') };
      });
      const rows: ExportRow[] = [];
      for (let start = window.from; start < window.to; start += HOUR_MS) {
        const ofHour = known.filter(({ values }) => values.has(start));
        if (ofHour.length === 0) continue;
        const values = known.map(({ values }) => values.get(start));
        rows.push([
          deliveryDayOf(start),
          start,
          start + PERIOD_MS.PT1H,
          Math.max(...ofHour.map(({ availableAt }) => availableAt(start))),
          ...values.map((value) => (value === undefined ? null : roundSystemPower(value))),
          dataOrigin === 'simulator',
        ]);
      }
      return rows;
    },
  };
}
