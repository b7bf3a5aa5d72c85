import { TIME_ZONE } from '@lonja/forecasting/market';
import type { CsvValue } from '../../ground/http/csv.ts';
import { AppError, type FieldFault } from '../../ground/errors.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import type { Offer } from './record.ts';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Rows {
  columns: string[];
  rows: CsvValue[][];
}

/** A row for each step, and one without a step for each period that offers nothing. */
export function stepRows(offer: Offer): Rows {
  const columns = [
    'period',
    `start (${TIME_ZONE})`,
    'start (UTC)',
    'side',
    'step',
    'price (EUR/MWh)',
    'power (MW)',
    'probability (%)',
    'expected (MW)',
    'p10 (MW)',
    'p90 (MW)',
    'expected (EUR)',
    'p10 (EUR)',
    'p90 (EUR)',
    'forecast_id',
    'simulated',
  ];
  const rows = offer.periods.flatMap((period) => {
    const head = [period.period, period.start, formatInstant(Date.parse(period.start)), period.side];
    const foot = [
      period.expected_mw,
      period.p10_mw,
      period.p90_mw,
      period.expected_eur,
      period.p10_eur,
      period.p90_eur,
      offer.forecast_id,
      offer.simulated,
    ];
    if (period.steps.length === 0) return [[...head, null, null, 0, null, ...foot]];
    return period.steps.map(({ price, power_mw: mw, probability }, i) => [
      ...head,
      i + 1,
      price,
      mw,
      probability,
      ...foot,
    ]);
  });
  return { columns, rows };
}

/** The fields of OMIE's message of offers to the day-ahead market, a row for each block. Throws 422 while the offer fails a check or lacks a unit. */
export function omieRows(
  offer: Offer,
  units: { sale: string | undefined; purchase: string | undefined },
): Rows {
  const failed = offer.checks.filter(({ severity }) => severity === 'error');
  const sides = new Set(offer.periods.map(({ side }) => side));
  const lacking = (['sale', 'purchase'] as const).filter(
    (side) => sides.has(side) && units[side] === undefined,
  );
  const faults: FieldFault[] = [
    ...failed.map(({ message, code }) => ({ loc: ['query'], msg: message, type: code })),
    ...lacking.map((side) => ({
      loc: ['query', `${side}_unit`],
      msg: `The offer has ${side}s; send the code of the unit as ${side}_unit.`,
      type: 'missing',
    })),
  ];
  if (faults.length > 0) throw new AppError('validation_error', faults[0].msg, { faults });
  return {
    columns: ['IdUnidad', 'TipoMercado', 'Sesion', 'ClaseOferta', 'Per', 'num', 'Ctn', 'Prc'],
    rows: offer.periods.flatMap(({ period, side, steps }) =>
      side === null
        ? []
        : steps.map(({ price, power_mw: mw }, i) => [
            units[side] ?? null,
            'MD',
            offer.date,
            side === 'sale' ? 'V' : 'C',
            period,
            i + 1,
            mw,
            price,
          ]),
    ),
  };
}

/** The offer as a workbook: steps, periods and checks, numbers as numbers. */
export async function workbookOf(offer: Offer): Promise<Buffer> {
  // Loaded with the first workbook: nothing else of the service needs it.
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const sheets = [
    { sheet: 'Steps', ...stepRows(offer) },
    { sheet: 'Periods', ...periodRows(offer) },
    { sheet: 'Checks', ...checkRows(offer) },
  ];
  return writeWorkbook(
    sheets.map(({ sheet, columns, rows }) => ({
      sheet,
      stickyRowsCount: 1,
      columns: columns.map((name) => ({ width: Math.max(name.length + 2, 10) })),
      data: [
        columns.map((value) => ({ value, fontWeight: 'bold' as const })),
        ...rows.map((row) => row.map(cellOf)),
      ],
    })),
  ).toBuffer();
}

const LOCAL_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Times are times of the workbook, which knows no zones: the clock's, as the column says; so everyone sees them in the form of their program. */
function cellOf(value: CsvValue) {
  const [, time] = typeof value === 'string' ? (LOCAL_TIME.exec(value) ?? []) : [];
  if (time !== undefined) return { value: new Date(`${time}Z`), format: 'yyyy-mm-dd hh:mm' };
  return value === null ? null : { value };
}

function periodRows({ periods }: Offer): Rows {
  return {
    columns: [
      'period',
      `start (${TIME_ZONE})`,
      'side',
      'offered (MW)',
      'expected (MW)',
      'p10 (MW)',
      'p90 (MW)',
      'expected (EUR)',
      'p10 (EUR)',
      'p90 (EUR)',
    ],
    rows: periods.map((each) => [
      each.period,
      each.start,
      each.side,
      each.power_mw,
      each.expected_mw,
      each.p10_mw,
      each.p90_mw,
      each.expected_eur,
      each.p10_eur,
      each.p90_eur,
    ]),
  };
}

function checkRows({ checks }: Offer): Rows {
  return {
    columns: ['severity', 'code', 'period', 'message'],
    rows: checks.map(({ severity, code, period, message }) => [severity, code, period, message]),
  };
}
