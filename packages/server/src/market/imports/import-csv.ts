import type { Series } from '@lonja/forecasting/data';
import { type CsvMapping, conditionsOf } from '../connectors/csv/mapping.ts';
import type { CsvContents, CsvSeries } from '../connectors/csv/parse.ts';
import { FileFault } from '../connectors/file-fault.ts';
import { excerpt } from '../connectors/payload-fault.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { Db } from '../../ground/database/database.ts';
import { type ImportedDay, recordImportedDays } from './imported-days.ts';
import { nextRevisionCheck } from '../sources/polling.ts';
import { parseByFirst, readMappings, recogniseMapping } from './find-mapping.ts';
import { dayHolesOf } from './day-holes.ts';
import { findUnitFault } from './find-unit-fault.ts';
import { holdBackDays } from './hold-back-days.ts';
import { type ImportReport, type Skipped, withHeldBack } from './import-report.ts';
import { readCsvText } from './read-csv-text.ts';
import { storeSeries } from './store-series.ts';
import { wholeDaysOf } from '../ingest/whole-days.ts';

const STEP = 'Reading the CSV file';

/**
 * Loads the columns of a CSV file (plain or gzip) as series, all of them or, when the file is damaged, none. `mapping` is the
 * name of a built-in mapping or a JSON file; without it, the mapping is recognised by the file's columns.
 */
export async function importCsvFile(options: {
  db: Db;
  file: string;
  mapping?: string | undefined;
  /** Epoch ms; the machine's time when left out. */
  now?: number;
  /** Stores what fails the checks too. */
  acceptsHeldBack?: boolean | undefined;
  onProgress?: Progress;
}): Promise<ImportReport> {
  const {
    db,
    file,
    now = Date.now(),
    acceptsHeldBack: accepts = false,
    onProgress = () => undefined,
  } = options;
  onProgress(STEP, 0, 1);
  const given = options.mapping === undefined ? undefined : await readMappings(options.mapping);
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
