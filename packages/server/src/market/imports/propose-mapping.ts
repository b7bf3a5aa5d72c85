import { formatMadrid } from '@lonja/forecasting/market';
import { type CsvContents, parseCsv } from '../connectors/csv/parse.ts';
import { FileFault } from '../connectors/payload-fault.ts';
import { OperatorError } from '../../ground/errors.ts';
import { findBuiltIn, parseByFirst } from './find-mapping.ts';
import { readCsvText } from './import-csv.ts';
import path from 'node:path';
import {
  type GuessedColumn,
  UNKNOWN_TEXTS,
  guessTable,
  guessSeries,
} from '../connectors/csv/guess-columns.ts';
import { type CsvMapping, parseMapping } from '../connectors/csv/mapping.ts';
import { findTimesAcross } from '../connectors/csv/times-across.ts';
import { ENERGY_KEYS } from '../connectors/redata/parse.ts';

/** A value as a proposed mapping reads it. */
interface ReadRow {
  utcStart: string;
  localTime: string;
  value: number;
  series: string;
  unit: string;
  resolution: string;
}

export interface MappingProposal {
  /** The name of a ready mapping, where one reads the file. */
  name: string | undefined;
  /** A document that can be saved and used as it is. */
  mapping: object;
  /** The first values, by time. */
  rows: ReadRow[];
  /** How many there are. */
  count: number;
  /** What the file does not say, as sentences. */
  undecided: string[];
}

const SHOWN_ROWS = 10;

/** A mapping for a file, and how it reads it. Nothing is stored. Throws OperatorError where the file cannot be read. */
export async function proposeMapping(file: string): Promise<MappingProposal> {
  try {
    return proposalFor(await readCsvText(file), file);
  } catch (fault) {
    if (fault instanceof FileFault) throw new OperatorError(fault.message, { cause: fault });
    throw fault;
  }
}

function proposalFor(text: string, file: string): MappingProposal {
  const builtIn = findBuiltIn(text, file);
  if (builtIn !== undefined) {
    const { mapping, contents } = parseByFirst(text, builtIn.mappings, file);
    return { name: builtIn.name, mapping, ...rowsOf(contents), undecided: [] };
  }
  const { document, contents, undecided } = guessMapping(text, file);
  const read = rowsOf(contents);
  if (read.count === 0) throw new OperatorError(`${file} has no values that could be read.`);
  return { name: undefined, mapping: document, ...read, undecided };
}

function rowsOf({ series }: CsvContents): { rows: ReadRow[]; count: number } {
  const parts = series.flatMap((one) => one.series);
  const rows = parts
    .flatMap(({ key, unit, resolution, start, value }) =>
      Array.from(start.subarray(0, SHOWN_ROWS), (instant, i) => ({
        key,
        unit,
        resolution,
        instant,
        value: value[i],
      })),
    )
    .toSorted((a, b) => a.instant - b.instant)
    .slice(0, SHOWN_ROWS)
    .map(({ key, instant, ...row }) => ({
      utcStart: new Date(instant).toISOString().replace(':00.000Z', 'Z'),
      localTime: formatMadrid(instant),
      series: key,
      ...row,
    }));
  return { rows, count: parts.reduce((sum, { start }) => sum + start.length, 0) };
}

/** A mapping document; parts of it are changed until it reads the file. */
interface Proposal {
  time: Record<string, unknown>;
  series: Record<string, unknown>[];
  [field: string]: unknown;
}

/** What a file seems to hold. */
export interface Guess {
  document: Proposal;
  mapping: CsvMapping;
  contents: CsvContents;
  /** What the file does not say, as sentences. */
  undecided: string[];
}

const FEWEST_PERIODS = 23;
const MOST_KINDS = 50;

/** Proposes a mapping for a file of an unknown layout. Throws OperatorError where it has no time or no values that could be read. */
export function guessMapping(text: string, file: string): Guess {
  const table = guessTable(text, file);
  if (table === undefined) throw new OperatorError(whyNoTable(text, file));
  const { time, used, undecided } = guessTime(table.columns, file);
  const values = table.columns.filter(
    (column) => !used.includes(column.name) && column.notation !== undefined,
  );
  const patterns = [
    ...new Set(values.flatMap(({ label }) => (time.rows === 'days' && label ? [label] : []))),
  ];
  const names = time.rows === 'days' ? patterns : values.filter(isValue).map(({ name }) => name);
  const series = guessSeries(names, `${table.title} ${path.basename(file)}`);
  if (series.proposals.length === 0)
    throw new OperatorError(`${file} has no column of numbers beside its times.`);
  const ambiguous = values.find((column) => column.ambiguous !== undefined)?.ambiguous;
  if (ambiguous !== undefined) {
    undecided.push(
      `Whether "${ambiguous}" has a decimal sign or a sign between thousands; set "decimal" and "thousands".`,
    );
  }
  const notations = values.flatMap(({ notation }) => notation ?? []);
  const empty = UNKNOWN_TEXTS.filter((unknown) => text.includes(unknown) && unknown !== '-');
  const document: Proposal = {
    delimiter: table.delimiter,
    decimal: notations.some(({ decimal }) => decimal === ',') ? ',' : '.',
    ...(notations.some(({ thousands }) => thousands) && { thousands: true }),
    ...(empty.length > 0 && { empty }),
    time,
    resolution: 'PT15M',
    series: series.proposals,
  };
  const kinds = table.columns.filter(
    ({ name }) => !used.includes(name) && !names.includes(name) && !isPeriodName(name),
  );
  return settle(text, document, { file, kinds, undecided: [...undecided, ...series.undecided] });
}

function whyNoTable(text: string, file: string): string {
  const across = findTimesAcross(text, file);
  if (across === undefined) return `${file} has no table with a row of column names and times below it.`;
  const { line, first, steps, names } = across;
  const found = `${file} has its times as column names ("${first}", line ${line}) and a row for each series.`;
  if (steps === 'months-or-years') {
    return `${found} They are months or years, for which there is no series; export the same by the day, the hour or the quarter hour.`;
  }
  const isEnergy = steps === 'days' && names.some((name) => ENERGY_KEYS.has(name));
  return isEnergy
    ? `${found} Energies of days by technology, as REData exports them, are read with --mapping ree-wide.`
    : `${found} Such a table is read with "rows": "series" in the "time" of a mapping (docs/importing.md), and names of rows as columns of its series.`;
}

/** Numbers of which each row has the same are names of something. */
function isValue({ name, cells }: GuessedColumn): boolean {
  return (
    !/^(?:.*_)?(?:id|code|geoid|geo_id|version|sequence|session|a[nñ]o|year|month|mes|day|d[ií]a)$/i.test(
      name,
    ) && cells.length > 0
  );
}

function guessTime(
  columns: readonly GuessedColumn[],
  file: string,
): { time: Record<string, unknown>; used: string[]; undecided: string[] } {
  const dated = columns.filter(({ formats }) => formats.length > 0);
  const date = dated.find(({ hasClock }) => hasClock) ?? dated[0];
  if (date === undefined) throw new OperatorError(`${file} has no column of dates that could be read.`);
  if (date.name === '') {
    throw new OperatorError(
      `The column of the times has no name in ${file}; write one into the row of column names.`,
    );
  }
  const undecided: string[] = [];
  if (date.formats.includes('dd/mm/yyyy') && date.formats.includes('mm/dd/yyyy')) {
    undecided.push(`Whether "${date.name}" has the day or the month first; taken as dd/mm/yyyy.`);
  }
  const base = { column: date.name, format: date.formats[0] };
  const used = [date.name];
  if (date.hasClock) {
    const isUtc = date.offsets === 'utc' || /\butc\b|_utc|utc_/i.test(date.name);
    if (date.offsets === 'none' && !isUtc) {
      undecided.push(
        `The zone of the times, which have no offset: taken as local time of Madrid; set "zone": "utc" if they are in UTC.`,
        'Whether times are the start or the end of a period; taken as the start; set "stamp": "end" otherwise.',
      );
    }
    return {
      time: { ...base, zone: isUtc ? 'utc' : date.offsets === 'offsets' ? 'offset' : 'madrid' },
      used,
      undecided,
    };
  }
  const zone = 'madrid';
  if (columns.filter(({ label }) => label !== undefined).length >= FEWEST_PERIODS) {
    const isEnd = columns.some(({ name }) => name.includes('24:00'));
    return { time: { rows: 'days', ...base, ...(isEnd && { stamp: 'end' }), zone }, used, undecided };
  }
  const clock = columns.find(({ isClock }) => isClock);
  if (clock !== undefined) {
    undecided.push(
      'Whether times are the start or the end of a period; taken as the start; set "stamp": "end" otherwise.',
    );
    return { time: { ...base, clock: clock.name, zone }, used: [...used, clock.name], undecided };
  }
  const period = columns.find(({ name, range }) => range !== undefined && isPeriodName(name));
  if (period?.range !== undefined) {
    const quarter = columns.find(
      ({ name, range }) => range !== undefined && /quarter|cuarto|minut/i.test(name),
    );
    const isFromZero = period.range[0] === 0;
    return {
      time: {
        ...base,
        period: period.name,
        ...(quarter !== undefined && { quarter: quarter.name }),
        ...(isFromZero && { first: 0, counts: 'clock' }),
        zone,
      },
      used: [...used, period.name, ...(quarter === undefined ? [] : [quarter.name])],
      undecided,
    };
  }
  return { time: { ...base, zone }, used, undecided };
}

function isPeriodName(name: string): boolean {
  return /^(?:hora|hour|h|per[ií]odo?|period|position|pos|mtu)(?:\b|_|\s|$)/i.test(name);
}

/** Tries the document and sets what the faults ask for, as far as the file itself can tell. */
function settle(
  text: string,
  document: Proposal,
  { file, kinds, undecided }: { file: string; kinds: readonly GuessedColumn[]; undecided: string[] },
): Guess {
  const steps = ['PT15M', 'PT1H', 'P1D'];
  const tries: Proposal[] = steps.flatMap((resolution) =>
    [{}, { repeatedHour: 'in-order' }, { counts: 'clock', repeatedHour: 'in-order' }].map((more) => ({
      ...document,
      resolution,
      time: { ...document.time, ...more },
    })),
  );
  if (document.time.zone === 'madrid' && document.time.clock === undefined) {
    tries.push(
      ...steps.map((resolution) => ({ ...document, resolution, time: { ...document.time, zone: 'utc' } })),
    );
  }
  let first: FileFault | undefined;
  for (const one of [...tries, ...tries.map((proposal) => withConditions(proposal, kinds))]) {
    const mapping = parseMapping(one);
    if ('faults' in mapping) continue;
    try {
      const contents = parseCsv(text, mapping, file);
      const resolutions = contents.series.flatMap(({ series }) => series.map(({ resolution }) => resolution));
      const isHourly =
        mapping.resolution === 'PT15M' && resolutions.every((resolution) => resolution === 'PT1H');
      const proposed = isHourly ? { ...one, resolution: 'PT1H' } : one;
      const conditions = one.series.some(({ where }) => where !== undefined)
        ? kinds
            .filter(isKind)
            .map(({ name, cells }) => `Which "${name}" is wanted, of ${listOf(cells)}; the first is taken.`)
        : [];
      const isOtherZone = one.time.zone !== document.time.zone;
      const zone = isOtherZone
        ? [
            'As local time of Madrid the file has hours that there are not, or twice; taken as UTC instead. Check the zone.',
          ]
        : [];
      const order =
        one.time.repeatedHour === undefined
          ? []
          : ['Which hour 2 of October is the first; taken in the order of the rows.'];
      return {
        document: proposed,
        mapping,
        contents,
        undecided: [...undecided, ...zone, ...order, ...conditions],
      };
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      first ??= fault;
    }
  }
  throw new OperatorError(
    `No mapping was found that reads the file. The nearest is below; with it: ${first?.message ?? 'it is not valid'}\n` +
      JSON.stringify(document, null, 2),
  );
}

/** Columns whose cells are of a few kinds may say what a row is of: the first kind is taken. */
function withConditions(document: Proposal, kinds: readonly GuessedColumn[]): Proposal {
  const where = kinds.filter(isKind).map(({ name, cells }) => ({ column: name, equals: [cells[0]] }));
  return where.length === 0
    ? document
    : { ...document, series: document.series.map((one) => ({ ...one, where })) };
}

function isKind({ cells }: GuessedColumn): boolean {
  const count = new Set(cells).size;
  return count > 1 && count <= MOST_KINDS;
}

function listOf(cells: readonly string[]): string {
  const kinds = [...new Set(cells)];
  return (
    kinds
      .slice(0, 5)
      .map((kind) => `"${kind}"`)
      .join(', ') + (kinds.length > 5 ? ', ...' : '')
  );
}
