import { AUCTIONS, isDeliveryDay } from '@lonja/forecasting/market';
import { z } from 'zod';
import { type DateReader, findDateReader } from './csv-time.ts';

const text = z.string().min(1);
const deliveryDay = z.string().refine(isDeliveryDay, 'must be a day YYYY-MM-DD');
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a local time HH:MM');

/** When a forecaster could have known a value of the file. */
const availabilitySchema = z.discriminatedUnion('rule', [
  /** With the results of an auction, as the auction calendar has them. */
  z.strictObject({ rule: z.literal('auction'), product: z.enum(AUCTIONS) }),
  /** At a local time on the delivery day (`dayOffset` 0) or on a day before it. */
  z.strictObject({ rule: z.literal('local-time'), dayOffset: z.int().max(0), time: localTime }),
  /** Some minutes after the end of the period. */
  z.strictObject({ rule: z.literal('after-end'), minutes: z.number().min(0) }),
  /** As another column says, which is read as the time column is. */
  z.strictObject({ rule: z.literal('column'), column: text }),
]);

const POWER_INPUTS = new Set(['load.forecast', 'wind.forecast', 'solar.forecast']);

const conditionSchema = z.strictObject({ column: text, equals: z.array(z.string()).min(1) });

const seriesSchema = z.strictObject({
  column: text,
  /** Further columns whose values are added, where the file has them and they are not empty. */
  add: z.array(text).min(1).optional(),
  key: z.string().regex(/^[a-z][a-z0-9]*(\.[a-z0-9]+)+$/, 'must be a key such as load.forecast'),
  unit: text,
  /** The file's values times this are in `unit`. */
  scale: z
    .number()
    .refine((scale) => scale !== 0, 'must not be 0')
    .default(1),
  availability: availabilitySchema,
  /** Rows count for this series only where each of these columns has one of its values. */
  where: z.union([conditionSchema, z.array(conditionSchema).min(1)]).optional(),
  /** Rows of earlier delivery days are left out, for the reason given. */
  from: z.strictObject({ day: deliveryDay, reason: text }).optional(),
});

/** Where the period of a row is written. */
const timeSchema = z.strictObject({
  /** Date and time of day, or the date alone where another column has the rest. */
  column: text,
  /** How dates are written: `dd`, `mm` and `yyyy` or `yy` with `-`, `/`, `.` or nothing between them. */
  format: z
    .string()
    .toLowerCase()
    .refine((format) => findDateReader(format) !== undefined, 'must be a date format such as dd/mm/yyyy')
    .default('yyyy-mm-dd'),
  /** Column of the time of day. */
  clock: text.optional(),
  /** Column of the period's number within the local day. */
  period: text.optional(),
  /** Column of the quarter, where `period` is the hour. */
  quarter: text.optional(),
  /** The number of a day's first period. */
  first: z.union([z.literal(0), z.literal(1)]).default(1),
  /** Whether a row is a period, a day with a column for each period, or a series with a column for each time. */
  rows: z.enum(['periods', 'days', 'series']).default('periods'),
  /** Whether numbers count real time, to 23, 24 or 25 hours, or the hours of the clock, always to 24. */
  counts: z.enum(['real', 'clock']).optional(),
  /** `utc`: UTC, with or without Z; `offset`: each with its offset; `local`, or `madrid`: local time of the market. */
  zone: z
    .enum(['utc', 'offset', 'madrid', 'local'])
    .transform((zone) => (zone === 'local' ? 'madrid' : zone)),
  /** Whether times are those at which periods start or end. */
  stamp: z.enum(['start', 'end']).default('start'),
  /** What to do with the local hour that occurs twice in October: refuse the file, or take the first, then the second. */
  repeatedHour: z.enum(['refuse', 'in-order']).default('refuse'),
  /** What to do with values in the local hour that there is not in March. */
  skippedHour: z.enum(['refuse', 'leave-out']).default('refuse'),
});

const mappingSchema = z
  .strictObject({
    /** The feed that the values belong to; the same file loaded under another source is another feed. */
    source: z
      .string()
      .regex(/^[a-z][a-z0-9_-]*$/, 'must be a short lower-case name')
      .refine(
        (name) => name !== 'simulator' && name !== 'omie',
        'is the name of a source of the service itself',
      )
      .default('csv'),
    delimiter: z.enum([',', ';', '\t']).default(','),
    decimal: z.enum(['.', ',']).default('.'),
    /** Numbers have a sign between thousands, `1.234,5` or `1 234,5`; otherwise such a number is refused. */
    thousands: z.boolean().default(false),
    /** Cells with one of these texts are not known, as empty cells are. */
    empty: z.array(z.string()).default([]),
    /** Texts that stand above the table, such as a unit; a file without one of them is refused. */
    above: z.array(text).default([]),
    time: timeSchema,
    resolution: z.enum(['PT15M', 'PT1H', 'P1D']),
    series: z.array(seriesSchema).min(1).superRefine(checkSeries),
  })
  .superRefine(checkTime);

/** Each key once, or one column would silently correct the other; prices and inputs in the unit that forecasts read. */
function checkSeries(series: z.infer<typeof seriesSchema>[], context: z.RefinementCtx): void {
  const keys = series.map(({ key }) => key);
  series.forEach(({ key, unit }, i) => {
    if (keys.indexOf(key) < i)
      context.addIssue({ code: 'custom', path: [i, 'key'], message: 'is given to two columns' });
    const expected = key.startsWith('price.') ? 'EUR/MWh' : POWER_INPUTS.has(key) ? 'MW' : unit;
    if (unit !== expected) {
      context.addIssue({ code: 'custom', path: [i, 'unit'], message: `must be ${expected} for ${key}` });
    }
  });
}

/** Combinations that say nothing, or two things. */
function checkTime(
  {
    time,
    resolution,
    series,
  }: {
    time: z.infer<typeof timeSchema>;
    resolution: string;
    series: z.infer<typeof seriesSchema>[];
  },
  context: z.RefinementCtx,
): void {
  const { clock, period, quarter, first, counts, stamp, zone, skippedHour, rows } = time;
  const isDays = rows === 'days';
  const isCounted = isDays || period !== undefined;
  const faults: [boolean, field: string, message: string][] = [
    [clock !== undefined && period !== undefined, 'period', 'cannot be given beside "clock"'],
    [period !== undefined && zone !== 'madrid', 'zone', 'must be madrid where periods are counted'],
    [period !== undefined && stamp === 'end', 'stamp', 'is for times; a period has its number'],
    [counts !== undefined && !isCounted, 'counts', 'is for a "period" column or "rows": "days"'],
    [quarter !== undefined && period === undefined, 'quarter', 'is for the hours of a "period" column'],
    [quarter !== undefined && resolution !== 'PT15M', 'quarter', 'needs "resolution": "PT15M"'],
    [first === 0 && !isCounted, 'first', 'is for a "period" column or "rows": "days"'],
    [isDays && (clock ?? period) !== undefined, 'rows', 'of days have their periods in columns'],
    [isDays && zone !== 'madrid', 'zone', 'must be madrid for rows of days'],
    [rows === 'series' && (clock ?? period) !== undefined, 'rows', 'of series have their times in columns'],
    [isDays && resolution === 'P1D', 'rows', 'of days have hours or quarter hours'],
    [resolution === 'P1D' && (clock ?? period) !== undefined, 'column', 'alone has the date of P1D'],
    [resolution === 'P1D' && stamp === 'end', 'stamp', 'must be start for P1D'],
    [
      stamp === 'end' && skippedHour === 'leave-out',
      'skippedHour',
      'must be refuse where times are ends of periods',
    ],
  ];
  for (const [isFault, field, message] of faults) {
    if (isFault) context.addIssue({ code: 'custom', path: ['time', field], message });
  }
  series.forEach(({ column, add }, i) => {
    if (isDays && add !== undefined) {
      context.addIssue({ code: 'custom', path: ['series', i, 'add'], message: 'is not for rows of days' });
    }
    if (isDays && column.split('*').length !== 2) {
      context.addIssue({
        code: 'custom',
        path: ['series', i, 'column'],
        message: 'must have one * in the place of the period, such as H*',
      });
    }
  });
}

/** How the columns of a CSV file become series; documented in docs/importing.md. */
export type CsvMapping = z.infer<typeof mappingSchema>;
export type SeriesMapping = CsvMapping['series'][number];
export type Availability = SeriesMapping['availability'];

/** Checks a mapping document; gives the mapping, or what is wrong with it, one fault a line. */
export function parseMapping(document: unknown): CsvMapping | { faults: string[] } {
  const parsed = mappingSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  return {
    faults: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`),
  };
}

/** The reader of a mapping's dates. */
export function datesOf({ format }: CsvMapping['time']): DateReader {
  const dates = findDateReader(format);
  if (dates === undefined) throw new RangeError(`"${format}" is no date format.`);
  return dates;
}

/** What the rows of a series must fulfil, none or several. */
export function conditionsOf({ where = [] }: SeriesMapping): z.infer<typeof conditionSchema>[] {
  return Array.isArray(where) ? where : [where];
}

/** The columns that a file must have by name, or its rows where they are series: not those of the periods of a row of a day. */
export function columnsOf(mapping: CsvMapping): string[] {
  const { column, clock, period, quarter, rows } = mapping.time;
  const series = mapping.series.flatMap((one) => [
    ...(rows === 'days' ? [] : [one.column]),
    ...conditionsOf(one).map((condition) => condition.column),
    ...(one.availability.rule === 'column' ? [one.availability.column] : []),
  ]);
  const times = rows === 'series' ? [] : [column, clock, period, quarter];
  return [...new Set([...times, ...series])].filter((name) => name !== undefined);
}
