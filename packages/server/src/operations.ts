import { AUCTION_CALENDAR, latestScheduledRun, type Product } from '@lonja/forecasting';
import { readOperatorConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { reportMarkdown, reportTables } from './replay/format-report.ts';
import { replay } from './replay/replay.ts';
import { backfill, type BackfillReport } from './services/data/backfill.ts';
import { loadData } from './services/data/load-data.ts';
import { formatSourceStatus } from './services/support/format-source-status.ts';
import { getSourceStatus } from './services/support/get-source-status.ts';
import { type IssuedRun, issueRun } from './services/forecasts/issue-run.ts';
import { importCsvFile } from './services/imports/import-csv.ts';
import { importOmieFolder } from './services/imports/import-omie.ts';
import { formatImportReport, type ImportReport } from './services/imports/import-report.ts';
import { asOperator, promoteModel, retireModel } from './services/models/change-models.ts';
import { formatModels, formatRecomputed, formatReproduction } from './services/models/format-models.ts';
import { listModels } from './services/models/list-models.ts';
import { reproduceVersion } from './services/models/reproduce-version.ts';
import { type DataOrigin, findDataOrigin } from './store/service-state.ts';

/** The door for the operator's commands: each opens the service's database, works on it and closes it again. */
export { OperatorError } from './errors.ts';

const INTERRUPTED_EXIT_CODE = 130;

/**
 * Runs `work` on the service's context, as the environment configures it. Interrupted, the process ends once the context is
 * closed; what was not committed is rolled back.
 */
export async function withContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const context = await createContext(readOperatorConfig(process.env));
  const interrupt = () => {
    const end = () => process.exit(INTERRUPTED_EXIT_CODE);
    context.close().then(end, end);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(context);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await context.close();
  }
}

/** Issues the forecast of a product's latest scheduled run, unless it is published already. */
export async function issueLatestForecast(
  context: Context,
  product: Product,
): Promise<IssuedRun & { firstDay: string; dataOrigin: DataOrigin }> {
  const dataOrigin = await loadData(context);
  const run = latestScheduledRun(AUCTION_CALENDAR[product], context.clock.now());
  const issued = await issueRun(context, { product, run, dataOrigin });
  return { ...issued, firstDay: run.firstDay, dataOrigin };
}

export { makeSuperadmin } from './services/admin/make-superadmin.ts';

/** What an import came to, for a person to read. */
export interface ImportOutcome {
  text: string;
  /** Whether a file was refused; everything else has been loaded. */
  hasRefusals: boolean;
  /** Why a source gave nothing of some days: it refused to answer, or it did not. */
  sourceFault?: 'refused' | 'unavailable';
}

/** Loads a folder of OMIE files. A running service takes the data up by itself. */
export async function importOmie({ db, clock, progress }: Context, folder: string): Promise<ImportOutcome> {
  return outcomeOf(await importOmieFolder({ db, folder, now: clock.now(), onProgress: progress }));
}

/** Loads a CSV file by a built-in mapping, a mapping file or, with neither, the mapping that its header fits. */
export async function importCsv(
  { db, clock, progress }: Context,
  file: string,
  mapping: string | undefined,
): Promise<ImportOutcome> {
  return outcomeOf(await importCsvFile({ db, file, mapping, now: clock.now(), onProgress: progress }));
}

/** Loads days of a source that the store lacks. */
export async function backfillSource(
  context: Context,
  request: { source: string; from: string; to: string; publication?: string; acceptsLevelShift?: boolean },
): Promise<ImportOutcome> {
  const reports = await backfill(context, request);
  const isRefused = reports.some(({ refused }) => refused);
  const isUnavailable = reports.some(({ failed, unasked }) => failed + unasked > 0);
  return {
    text: reports.map(formatBackfill).join('\n'),
    hasRefusals: reports.some(({ quarantined, damaged }) => quarantined + damaged > 0),
    ...((isRefused || isUnavailable) && { sourceFault: isRefused ? 'refused' : 'unavailable' }),
  };
}

function formatBackfill(report: BackfillReport): string {
  const { publication, complete, known, missing, quarantined, failure } = report;
  const counts = [
    `${complete} days loaded`,
    `${known} known before`,
    `${missing} not published`,
    `${quarantined} quarantined`,
    ...[
      [report.withoutResult, 'published without prices (auction without result)'],
      [report.damaged, 'damaged'],
      [report.failed, 'without an answer'],
      [report.unasked, 'not asked for'],
    ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])),
  ];
  return `${publication}: ${counts.join(', ')}${failure === undefined ? '' : `; ${failure}`}`;
}

/** How the followed sources do, for a person to read. */
export async function describeSources({ db, clock }: Context): Promise<string> {
  return formatSourceStatus(await getSourceStatus(db, clock.now()));
}

const MOST_LISTED_MODELS = 200;

/** The registry of model versions, for a person to read. */
export async function describeModels(
  { db, clock }: Context,
  { product }: { product: Product | undefined },
): Promise<string> {
  const context = { db, clock, dataOrigin: () => findDataOrigin(db) };
  const { models } = await listModels(context, { product, offset: 0, limit: MOST_LISTED_MODELS });
  return formatModels(models);
}

/** Computes the runs of a model version for a delivery day again, and whether every number came out the same. */
export async function reproduceModel(
  context: Context,
  request: { modelVersionId: string; day: string },
): Promise<{ text: string; isSame: boolean }> {
  const reproduction = await reproduceVersion(context, request);
  return {
    text: formatReproduction(reproduction, context.version),
    isSame: reproduction.runs.every(({ differing }) => differing === 0),
  };
}

/** Lets a model version serve from the next run on, or stops trying a challenger. Gives the version that changed. */
export async function changeModel(
  { db, clock }: Context,
  { id, verb, reason }: { id: string; verb: 'promote' | 'retire'; reason: string | undefined },
): Promise<{ id: string; state: string }> {
  const change = { id, reason: reason ?? 'by the operator', now: clock.now() };
  return asOperator(verb === 'promote' ? promoteModel(db, change) : retireModel(db, change));
}

/** A replay as it is reported: figures for a person, tables by file name, and whether every checked run came out the same. */
export async function replaySpan(
  context: Context,
  request: Parameters<typeof replay>[1],
): Promise<{
  text: string;
  tables: Map<string, string>;
  checks: string[];
  isSame: boolean;
  spentMs: number;
}> {
  const { report, checked, spentMs } = await replay(context, request);
  return {
    text: reportMarkdown(report),
    tables: reportTables(report),
    checks: checked.map((run) => `${formatRecomputed(run)}; ${run.removedValues} later values removed`),
    isSame: checked.every(({ differing }) => differing === 0),
    spentMs,
  };
}

function outcomeOf(report: ImportReport): ImportOutcome {
  return { text: formatImportReport(report), hasRefusals: report.refused.length > 0 };
}
