import './ground/config/install-markets.ts';
import { AUCTION_CALENDAR, latestScheduledRun, type Product } from '@lonja/forecasting/market';
import { type Config, readOperatorConfig } from './operate/config/config.ts';
import { createDoctorContext, hasDatabase, openContext, type OperatorContext } from './start/context.ts';
import { type Reasons, sentenceOf, sentenceOrNull } from './ground/reasons/reasons.ts';
import { OperatorError } from './ground/errors.ts';
import {
  type BackupOutcome,
  backUpWith,
  type BackupRequest,
  checkUpgradeWith,
  type DrillOutcome,
  type DrillRequest,
  drillWith,
  type RestoreOutcome,
  type RestoreRequest,
  restoreWith,
} from './start/operate-backup.ts';
import { reportMarkdown, reportTables } from './start/replay/format-report.ts';
import type { ReplayReport } from './start/replay/replay-report.ts';
import { replay } from './start/replay/replay.ts';
import { toModelRecord } from './operate/admin/admin-models-routes.ts';
import { toDetails, toHeldBackRecord, toReleasedRecord } from './market/quarantine/routes.ts';
import { readDataStatus } from './operate/support/routes.ts';
import type { HeldBackDetails, HeldBackRecord, ReleasedRecord } from './market/quarantine/record.ts';
import type { ModelRecord } from './operate/admin/admin-models-schemas.ts';
import { DataStatus } from './operate/support/schemas.ts';
import { type IssuedDay, issueStoredDays, type StoredDays } from './forecasts/backtests/issue-stored-days.ts';
import { readStoreMarket, type StoreMarket } from './forecasts/backtests/read-store-market.ts';
import { backfill, type BackfillReport } from './market/ingest/backfill.ts';
import { listKnownSources } from './market/sources/known-sources.ts';
import { loadDataToPublish } from './forecasts/preparation/load-data.ts';
import { runService } from './start/run-service.ts';
import { type Check, fault, reasonOf, type Verdict, verdictOf } from './operate/doctor/check.ts';
import type { InspectedDatabase } from './operate/doctor/doctor-context.ts';
import { examine } from './operate/doctor/examine.ts';
import { type IssuedRun, issueRun } from './forecasts/issue/issue-run.ts';
import { importCsvFile } from './market/imports/import-csv.ts';
import { importOmieFolder } from './market/imports/import-omie.ts';
import { formatImportReport, type ImportReport } from './market/imports/import-report.ts';
import { asOperator, promoteModel, retireModel } from './forecasts/models/change-models.ts';
import {
  formatModels,
  formatRecomputed,
  formatReproduction,
  type ShownModel,
  showVersion,
} from './forecasts/models/format-models.ts';
import { listModels } from './forecasts/models/compare-models.ts';
import { discardHeldBack } from './market/quarantine/rules.ts';
import { getHeldBack } from './market/quarantine/rules.ts';
import { releaseHeldBack } from './market/quarantine/rules.ts';
import { type RecomputedRun, reproduceVersion } from './forecasts/models/recompute-runs.ts';
import { listHeldBack } from './market/publications/held-back.ts';
import { type DataOrigin, findDataOrigin } from './ground/database/service-state.ts';

/** The door for the operator's commands: each opens the service's database, works on it and closes it again. */
export { OperatorError };
export { type IssuedDay } from './forecasts/backtests/issue-stored-days.ts';

/** Runs the service, as the environment configures it, until a signal ends it. */
export async function serve(): Promise<void> {
  await runService(process.env);
}

const INTERRUPTED_EXIT_CODE = 130;

/**
 * Runs `work` on the database of the service, as the environment configures it. Where there is none, commands that load data make
 * one, with `mayCreate`, and say so; for all others that is an OperatorError. Interrupted, the process ends once the database is
 * closed; what was not committed is rolled back.
 */
export async function withContext<T>(
  work: (context: OperatorContext) => Promise<T>,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<T> {
  const config = readOperatorConfig(process.env);
  const isThere = await hasDatabase(config);
  const context = await openContext(config, { mayCreate });
  // At a terminal the command itself reports what a source did not give, below the progress that it draws; LOG_LEVEL shows each attempt.
  if (process.stderr.isTTY && !config.isLogLevelSet) context.logger.level = 'error';
  if (!isThere) process.stderr.write(`lonja: made a new database in ${config.dataDir}.\n`);
  return closingAfter(
    async () => {
      const result = await work(context);
      // A step that came to nothing leaves no bar before the report.
      context.logProgress();
      return result;
    },
    () => context.close(),
  );
}

/** Closes what work needs when it is done, or when the process is interrupted, which then ends. */
async function closingAfter<T>(work: () => Promise<T>, close: () => Promise<void>): Promise<T> {
  const interrupt = () => {
    const end = () => process.exit(INTERRUPTED_EXIT_CODE);
    close().then(end, end);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work();
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await close();
  }
}

/**
 * Looks at everything that the installation rests on; a configuration that cannot be read is a fault like others. The service is looked for
 * at the configured address, then at that of its first start.
 */
export async function diagnose(firstAddress?: string): Promise<{ verdict: Verdict; checks: Check[] }> {
  const checks = await examineInstallation(firstAddress);
  return { verdict: verdictOf(checks), checks };
}

async function examineInstallation(firstAddress: string | undefined): Promise<Check[]> {
  let config: Config;
  try {
    config = readOperatorConfig(process.env);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [fault('configuration', 'configuration_unreadable', reasonOf(error), 'see docs/configuration.md')];
  }
  const context = createDoctorContext(config, firstAddress);
  let opened: InspectedDatabase | undefined;
  const openDatabase = async () => (opened = await context.openDatabase());
  return closingAfter(
    () => examine({ ...context, openDatabase }),
    async () => opened?.close(),
  );
}

/** Writes a backup of the service's database, while the service runs or not. */
export async function backUp(request: BackupRequest): Promise<BackupOutcome> {
  return backUpWith(readOperatorConfig(process.env), request);
}

/** Restores a backup into an empty data folder or database, after checking all of it. */
export async function restore(request: RestoreRequest): Promise<RestoreOutcome> {
  return restoreWith(readOperatorConfig(process.env), request);
}

/** Restores a backup into a temporary database to see whether that works, and notes it in the service's. */
export async function drillBackup(request: DrillRequest): Promise<DrillOutcome> {
  return drillWith(readOperatorConfig(process.env), request);
}

/** What the next start of this program would do to the database. Nothing is changed. */
export async function checkUpgrade(): Promise<{ verdict: Verdict; checks: Check[] }> {
  return checkUpgradeWith(readOperatorConfig(process.env));
}

/**
 * Issues the forecast of a product's latest scheduled run, unless it is published already. Throws OperatorError where that would
 * put a simulated run beside data of the market.
 */
export async function issueLatestForecast(
  context: OperatorContext,
  product: Product,
): Promise<IssuedRun & { firstDay: string; dataOrigin: DataOrigin }> {
  const dataOrigin = await loadDataToPublish(context);
  const run = latestScheduledRun(AUCTION_CALENDAR[product], context.clock.now());
  const issued = await issueRun(context, { product, run, dataOrigin });
  return { ...issued, firstDay: run.firstDay, dataOrigin };
}

export { makeSuperadmin } from './people/users/make-superadmin.ts';

/** What an import came to. */
export interface ImportOutcome {
  /** For a person. */
  text: string;
  /** The same for a program. */
  report: ImportReport | ShownBackfill[];
  /** Whether a file was refused; everything else has been loaded. */
  hasRefusals: boolean;
  /** Why a source gave nothing of some days: it refused to answer, or it did not. */
  sourceFault?: 'refused' | 'unavailable';
}

/** Loads a folder of OMIE files. A running service takes the data up by itself. */
export async function importOmie(
  { db, clock, progress }: OperatorContext,
  request: { folder: string; acceptsHeldBack?: boolean | undefined },
): Promise<ImportOutcome> {
  return outcomeOf(await importOmieFolder({ db, ...request, now: clock.now(), onProgress: progress }));
}

/** Loads a CSV file by a built-in mapping, a mapping file or, with neither, the mapping that its header fits. */
export async function importCsv(
  { db, clock, progress }: OperatorContext,
  request: { file: string; mapping?: string | undefined; acceptsHeldBack?: boolean | undefined },
): Promise<ImportOutcome> {
  return outcomeOf(await importCsvFile({ db, ...request, now: clock.now(), onProgress: progress }));
}

export { listBuiltInMappings } from './market/imports/find-mapping.ts';
export { type MappingProposal, proposeMapping } from './market/imports/propose-mapping.ts';

/** What a backfill came to, with its failure in words and as codes. */
interface ShownBackfill extends Omit<BackfillReport, 'failure'> {
  failure: string | undefined;
  failureCodes: Reasons | undefined;
}

/** Loads days of a source that the store lacks. */
export async function backfillSource(
  context: OperatorContext,
  request: { source: string; from: string; to: string; publication?: string; acceptsLevelShift?: boolean },
): Promise<ImportOutcome> {
  const reports = await backfill(context, request);
  const isRefused = reports.some(({ refused }) => refused);
  const isUnavailable = reports.some(({ failed, unasked }) => failed + unasked > 0);
  return {
    text: reports.map((report, i) => formatBackfill(report, reports.slice(0, i))).join('\n'),
    report: reports.map(({ failure, ...report }) => ({
      ...report,
      failure: failure && sentenceOf(failure),
      failureCodes: failure,
    })),
    hasRefusals: reports.some(({ quarantined, damaged }) => quarantined + damaged > 0),
    ...((isRefused || isUnavailable) && { sourceFault: isRefused ? 'refused' : 'unavailable' }),
  };
}

/** A line for a publication; why the source gave nothing stands once. */
function formatBackfill(report: BackfillReport, before: readonly BackfillReport[]): string {
  const { publication, complete, known, missing, quarantined } = report;
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
  const [said, ...earlier] = [report, ...before].map((one) => sentenceOrNull(one.failure));
  const isNews = said !== null && !earlier.includes(said);
  return `${publication}: ${counts.join(', ')}${isNews ? `; ${said}` : ''}`;
}

/** Prices of the store with what was known of each day before its auction, for a back-test from `from` on or a forecast of the next day. */
export async function readMarket(
  { db, clock }: OperatorContext,
  request: { series: string; from?: string | undefined },
): Promise<StoreMarket> {
  return readStoreMarket({ db, clock }, request);
}

/** Days of the day-ahead market of the store as the service would have issued them. */
export async function issueDays({ db, clock }: OperatorContext, request: StoredDays): Promise<IssuedDay[]> {
  return issueStoredDays({ db, clock }, request);
}

/** The state of the sources, as in `GET /support/status`, with every missing day. */
export async function describeSources(context: OperatorContext): Promise<DataStatus> {
  const { db, clock } = context;
  const dataOrigin = () => findDataOrigin(db);
  const served = { db, clock, dataOrigin, knownSources: listKnownSources(context) };
  return DataStatus.parse(await readDataStatus(served, { maxIncidents: Number.POSITIVE_INFINITY }));
}

/** What is held back, the newest first. */
export async function listQuarantine(
  { db }: OperatorContext,
  query: { source: string | undefined; includesDecided: boolean; limit: number },
): Promise<{ items: HeldBackRecord[]; total: number }> {
  const { items, total } = await listHeldBack(db, { ...query, offset: 0 });
  return { items: items.map(toHeldBackRecord), total };
}

/** What is held back under an id, with its values. */
export async function showQuarantined({ db }: OperatorContext, id: string): Promise<HeldBackDetails> {
  return toDetails(await asOperator(getHeldBack(db, id)));
}

/** Stores what is held back as its source gave it. */
export async function releaseQuarantined(
  { db, clock }: OperatorContext,
  { id, reason }: { id: string; reason: string },
): Promise<ReleasedRecord> {
  return toReleasedRecord(await asOperator(releaseHeldBack({ db, clock }, { id, reason, by: undefined })));
}

/** Decides that what is held back is never stored. */
export async function discardQuarantined(
  { db, clock }: OperatorContext,
  { id, reason }: { id: string; reason: string },
): Promise<HeldBackRecord> {
  return toHeldBackRecord(await asOperator(discardHeldBack({ db, clock }, { id, reason, by: undefined })));
}

const MOST_LISTED_MODELS = 200;

/** The registry of model versions, for a person to read and as the API lists it. */
export async function describeModels(
  { db, clock }: OperatorContext,
  { product }: { product: Product | undefined },
): Promise<{ text: string; items: ModelRecord[]; total: number }> {
  const context = { db, clock, dataOrigin: () => findDataOrigin(db) };
  const { models, total } = await listModels(context, { product, offset: 0, limit: MOST_LISTED_MODELS });
  return { text: formatModels(models), items: models.map(toModelRecord), total };
}

/** What a model version is made of, for a person to read, and its recipe. */
export async function showModel({ db }: OperatorContext, id: string): Promise<ShownModel> {
  return showVersion(db, id);
}

/** A run that was computed again, for a program. */
interface RecomputedRecord {
  forecast_id: string;
  product: Product;
  first_date: string;
  is_shadow: boolean;
  compared: number;
  differing: number;
}

function toRecomputedRecord({ run, isShadow, compared, differing }: RecomputedRun): RecomputedRecord {
  const { id, product, firstDay } = run;
  return { forecast_id: id, product, first_date: firstDay, is_shadow: isShadow, compared, differing };
}

/** Computes the runs of a model version for a delivery day again, and whether every number came out the same; false where another release would. */
export async function reproduceModel(
  context: OperatorContext,
  request: { modelVersionId: string; day: string },
): Promise<{ text: string; runs: RecomputedRecord[]; isSame: boolean }> {
  const reproduction = await reproduceVersion(context, request);
  return {
    text: formatReproduction(reproduction),
    runs: reproduction.runs.map(toRecomputedRecord),
    isSame: reproduction.foreign === undefined && reproduction.runs.every(({ differing }) => differing === 0),
  };
}

/** Lets a model version serve from the next run on, or stops trying a challenger. Gives the version that changed. */
export async function changeModel(
  { db, clock }: OperatorContext,
  { id, verb, reason }: { id: string; verb: 'promote' | 'retire'; reason: string | undefined },
): Promise<{ id: string; state: string }> {
  const change = { id, reason: reason ?? 'by the operator', now: clock.now() };
  return asOperator(verb === 'promote' ? promoteModel(db, change) : retireModel(db, change));
}

/** A replay as it is reported: figures for a person, tables by file name, and whether every checked run came out the same. */
export async function replaySpan(
  context: OperatorContext,
  request: Parameters<typeof replay>[1],
): Promise<{
  text: string;
  tables: Map<string, string>;
  checks: string[];
  report: ReplayReport;
  isSame: boolean;
  spentMs: number;
}> {
  const { report, checked, spentMs } = await replay(context, request);
  return {
    text: reportMarkdown(report),
    report,
    tables: reportTables(report),
    checks: checked.map((run) => `${formatRecomputed(run)}; ${run.removedValues} later values removed`),
    isSame: checked.every(({ differing }) => differing === 0),
    spentMs,
  };
}

function outcomeOf(report: ImportReport): ImportOutcome {
  return {
    text: formatImportReport(report),
    report,
    hasRefusals: report.refused.length > 0,
  };
}
