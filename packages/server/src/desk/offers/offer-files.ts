import { TIME_ZONE } from '@lonja/forecasting/market';
import { type CsvColumns, type CsvRows, csvRowsOf, type CsvValue } from '../../ground/http/csv.ts';
import { AppError, type FieldFault } from '../../ground/errors.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import type { Offer } from './record.ts';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Period = Offer['periods'][number];

/** A step of a period, counted from 1; neither where the period offers nothing. */
interface OfferedStep {
  offer: Offer;
  period: Period;
  step: Period['steps'][number] | undefined;
  number: number | null;
}

export const STEP_COLUMNS: CsvColumns<OfferedStep> = {
  period: ({ period }) => period.period,
  [`start (${TIME_ZONE})`]: ({ period }) => period.start,
  'start (UTC)': ({ period }) => formatInstant(Date.parse(period.start)),
  side: ({ period }) => period.side,
  step: ({ number }) => number,
  'price (EUR/MWh)': ({ step }) => step?.price ?? null,
  'power (MW)': ({ step }) => step?.power_mw ?? 0,
  'probability (%)': ({ step }) => step?.probability ?? null,
  'expected (MW)': ({ period }) => period.expected_mw,
  'p10 (MW)': ({ period }) => period.p10_mw,
  'p90 (MW)': ({ period }) => period.p90_mw,
  'expected (EUR)': ({ period }) => period.expected_eur,
  'p10 (EUR)': ({ period }) => period.p10_eur,
  'p90 (EUR)': ({ period }) => period.p90_eur,
  forecast_id: ({ offer }) => offer.forecast_id,
  simulated: ({ offer }) => offer.simulated,
};

/** Each step, and one without a step for each period that offers nothing. */
export function stepsOf(offer: Offer): OfferedStep[] {
  return offer.periods.flatMap((period): OfferedStep[] =>
    period.steps.length === 0
      ? [{ offer, period, step: undefined, number: null }]
      : period.steps.map((step, i) => ({ offer, period, step, number: i + 1 })),
  );
}

/** The fields of OMIE's message of offers to the day-ahead market, a row for each block. Throws 422 while the offer fails a check or lacks a unit. */
export function omieRows(
  offer: Offer,
  units: { sale: string | undefined; purchase: string | undefined },
): CsvRows {
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
  return writeWorkbook([
    sheetOf('Steps', STEP_COLUMNS, stepsOf(offer)),
    sheetOf('Periods', PERIOD_COLUMNS, offer.periods),
    sheetOf('Checks', CHECK_COLUMNS, offer.checks),
  ]).toBuffer();
}

function sheetOf<T>(sheet: string, columns: CsvColumns<T>, records: readonly T[]) {
  const names = Object.keys(columns);
  return {
    sheet,
    stickyRowsCount: 1,
    columns: names.map((name) => ({ width: Math.max(name.length + 2, 10) })),
    data: [
      names.map((value) => ({ value, fontWeight: 'bold' as const })),
      ...csvRowsOf(columns, records).map((row) => row.map(cellOf)),
    ],
  };
}

const LOCAL_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Times are times of the workbook, which knows no zones: the clock's, as the column says; so everyone sees them in the form of their program. */
function cellOf(value: CsvValue) {
  const [, time] = typeof value === 'string' ? (LOCAL_TIME.exec(value) ?? []) : [];
  if (time !== undefined) return { value: new Date(`${time}Z`), format: 'yyyy-mm-dd hh:mm' };
  return value === null ? null : { value };
}

const PERIOD_COLUMNS: CsvColumns<Period> = {
  period: ({ period }) => period,
  [`start (${TIME_ZONE})`]: ({ start }) => start,
  side: ({ side }) => side,
  'offered (MW)': ({ power_mw }) => power_mw,
  'expected (MW)': ({ expected_mw }) => expected_mw,
  'p10 (MW)': ({ p10_mw }) => p10_mw,
  'p90 (MW)': ({ p90_mw }) => p90_mw,
  'expected (EUR)': ({ expected_eur }) => expected_eur,
  'p10 (EUR)': ({ p10_eur }) => p10_eur,
  'p90 (EUR)': ({ p90_eur }) => p90_eur,
};

const CHECK_COLUMNS: CsvColumns<Offer['checks'][number]> = {
  severity: ({ severity }) => severity,
  code: ({ code }) => code,
  period: ({ period }) => period,
  message: ({ message }) => message,
};
