import type { Series } from '@lonja/forecasting/data';
import { type CsvMapping, conditionsOf } from '../connectors/csv/mapping.ts';
import type { CsvContents, CsvSeries } from '../connectors/csv/parse.ts';
import { FileFault, excerpt } from '../connectors/payload-fault.ts';
import { type ImportedDay, recordImportedDays, storeSeries } from './store-series.ts';
import { type Reasons, reason } from '../../ground/reasons/reasons.ts';
import { nextRevisionCheck, reasonOf } from '../sources/polling.ts';
import { parseByFirst, readMappings, recogniseMapping } from './find-mapping.ts';
import { dayHolesOf, holdBackDays } from './hold-back-days.ts';
import { type ImportOptions, type ImportReport, type Skipped, withHeldBack } from './import-report.ts';
import { wholeDaysOf, type DayPart, dayPartsOf } from '../ingest/day-parts.ts';
import { isDayAhead, mayBePerKwh, perKwhRange } from '../ingest/quality-gates.ts';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeText } from '../connectors/csv/decode-text.ts';
import { OperatorError } from '../../ground/errors.ts';

const STEP = 'Reading the CSV file';

/**
 * Loads the columns of a CSV file (plain or gzip) as series, all of them or, when the file is damaged, none. `mapping` is the
 * name of a built-in mapping or a JSON file; without it, the mapping is recognised by the file's columns.
 */
export async function importCsvFile({
  db,
  file,
  mapping: chosen,
  now = Date.now(),
  acceptsHeldBack: accepts = false,
  onProgress = () => undefined,
}: ImportOptions & { file: string; mapping?: string | undefined }): Promise<ImportReport> {
  onProgress(STEP, 0, 1);
  const given = chosen === undefined ? undefined : await readMappings(chosen);
  try {
    const text = await readCsvText(file);
    const mappings = given ?? recogniseMapping(text, file);
    const { mapping, contents: parsed } = parseByFirst(text, mappings, file);
    onProgress(STEP, 1, 1);
    const stored = parsed.series.flatMap(({ series }) => series);
    const unitFault = accepts ? undefined : findUnitFault(stored);
    if (unitFault !== undefined) throw new FileFault(file, 1, unitFault);
    const byRule = mapping.series.filter(({ availability }) => availability.rule !== 'column');
    const assumed = { now, keys: new Set(byRule.map(({ key }) => key)) };
    const outcome = await db.transaction().execute(async (tx) => {
      const publications = stored.map((one) => ({ name: one.key, series: [one] }));
      const checked = await holdBackDays(tx, mapping.source, publications, { now, accepts });
      const reports = await storeSeries(tx, mapping.source, checked.series, { assumed, onProgress });
      await recordImportedDays(tx, importedDays(mapping.source, checked.series, now), now);
      const heldBack = accepts ? [] : checked.heldBack;
      return { series: withHeldBack(reports, heldBack), heldBack, accepted: accepts ? checked.heldBack : [] };
    });
    const skipped = skippedOf(parsed, mapping);
    return { ...NOTHING, from: file, files: 1, ...outcome, skipped, holes: dayHolesOf(stored) };
  } catch (fault) {
    if (!(fault instanceof FileFault)) throw fault;
    const refusal = { file: fault.file, line: fault.line, message: fault.message };
    return { ...NOTHING, from: file, refused: [refusal] };
  }
}

const NOTHING = {
  files: 0,
  series: [],
  heldBack: [],
  accepted: [],
  contradicted: [],
  skipped: [],
  holes: [],
  refused: [],
};

/** The whole days of each series, under its key, as expected when they were known. */
function importedDays(source: string, stored: Series[], now: number): ImportedDay[] {
  return stored.flatMap((series) =>
    wholeDaysOf(series).map(({ day, knownAt: expectedAt }) => ({
      source,
      name: series.key,
      day,
      state: 'complete' as const,
      expectedAt,
      nextAttemptAt: nextRevisionCheck(expectedAt, now),
    })),
  );
}

function skippedOf({ series, around }: CsvContents, mapping: CsvMapping): Skipped[] {
  const hasRows = ({ series: parts, empty, tooEarly, skippedHour }: CsvSeries) =>
    parts.length + empty + tooEarly + skippedHour > 0;
  const isEmptyFile = !series.some(hasRows);
  const ofSeries = series.flatMap((one, i) => {
    const { key, from, ...given } = mapping.series[i];
    const what = `rows of ${key}`;
    const columns = conditionsOf({ key, ...given }).map(({ column }) => column);
    const isWanted = isEmptyFile || hasRows(one);
    return [
      { what, reason: 'empty, so not known', count: one.empty },
      { what, reason: from?.reason ?? '', count: one.tooEarly },
      { what, reason: `with another ${columns.join(' or ')}`, count: isWanted ? one.unmatched : 0 },
      { what, reason: 'in the hour that the change to summer time leaves out', count: one.skippedHour },
    ];
  });
  const { above, blank, remarks } = around;
  const words = remarks.length === 0 ? '' : `, such as line ${remarks[0].line}, ${excerpt(remarks[0].text)}`;
  return [
    ...ofSeries,
    { what: 'lines', reason: 'above the column names', count: above },
    { what: 'lines', reason: 'of delimiters alone', count: blank },
    { what: 'lines', reason: `before the first period or behind the last${words}`, count: remarks.length },
  ].filter(({ count }) => count > 0);
}

/** Fewer days, without others to compare with, are held back one by one. */
const FEWEST_DAYS = 7;

/** Why day-ahead prices are in EUR/kWh, and what to do; undefined where they are not. Nothing else is needed to see it. */
function findUnitFault(series: readonly Series[]): Reasons | undefined {
  for (const one of series) {
    if (!isDayAhead(one.key) || one.resolution === 'P1D') continue;
    const run = longestRun(dayPartsOf(one).filter(({ isWhole }) => isWhole));
    if (run.length < FEWEST_DAYS) continue;
    const prices = perKwhRange(run.flatMap(({ values }) => [...values.value]));
    if (prices === undefined) continue;
    const [lowest, highest] = prices;
    const span = { days: run.length, first: run[0].day, last: run[run.length - 1].day };
    return [
      reason('prices_per_kwh', { series: one.key, lowest, highest, ...span }),
      reason('set_scale_or_accept'),
    ];
  }
  return undefined;
}

/** The longest run of days whose prices all lie within the limits; days that the file lacks do not end it. */
function longestRun(parts: readonly DayPart[]): DayPart[] {
  let longest: DayPart[] = [];
  let run: DayPart[] = [];
  for (const part of parts) {
    run = part.values.value.every(mayBePerKwh) ? [...run, part] : [];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/** The text of a CSV file, plain or gzip. */
export async function readCsvText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new OperatorError(`The file ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return decodeText(bytes, file);
  const unpacked = await promisify(gunzip)(bytes).catch((cause: unknown) => {
    throw new FileFault(file, 1, reason('broken_gzip', { detail: reasonOf(cause) }));
  });
  return decodeText(unpacked, file);
}
