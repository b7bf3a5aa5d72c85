import { LIBRARY_VERSION } from '@lonja/forecasting';
import type { Product } from '@lonja/forecasting/market';
import { type Selectable, type Transaction, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { OperatorError } from '../../ground/errors.ts';
import { copyCalibrationForecasts } from './calibration-forecasts.ts';
import {
  hasSamePast,
  type Installation,
  isSameModel,
  isSameVersion,
  libraryOf,
  type ModelManifest,
  underLibrary,
} from './model-manifest.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { BacktestScores, TrainingRange } from '../../ground/database/forecast-schema.ts';

export type { BacktestScores, TrainingRange } from '../../ground/database/forecast-schema.ts';

/** A row of the registry. */
export interface ModelVersion extends Selectable<Database['model_version']> {
  product: Product;
}

/** The versions that run: one that serves, and those that are tried beside it. */
export interface RunningModels {
  champion: ModelVersion;
  challengers: ModelVersion[];
}

/**
 * Holds the registry to the settings of the service and gives the versions that run. `manifests` are those of the service's
 * models, the first choice first. A champion whose model is among them stays, in a further version where the library has changed;
 * otherwise the first choice takes over, unless a person chose the champion and its recipe is known. All other models are
 * challengers, except those that a person retired, under whichever library. A further version learns from the past of one that has the same.
 */
export async function registerModels(
  db: Db,
  settings: { product: Product; manifests: ModelManifest[]; training?: TrainingRange; now: number },
): Promise<RunningModels> {
  const { product, manifests, now } = settings;
  return db.transaction().execute(async (tx) => {
    await lockModels(tx, product);
    const known = await listKnown(tx, product);
    const serving = known.find(({ state }) => state === 'champion');
    const { chosen, isKept } = chooseManifest(serving, manifests);
    const add = async (manifest: ModelManifest) => {
      const version = await insertVersion(tx, { ...settings, manifest });
      const like = known.find((one) => hasSamePast(one.manifest, manifest));
      if (like !== undefined) {
        await copyCalibrationForecasts(tx, { product, from: like.id, to: version.id });
      }
      return version;
    };
    let champion = serving;
    if (champion === undefined || !isSameVersion(champion.manifest, chosen)) {
      const waiting = known.find(
        ({ state, manifest }) => state === 'challenger' && isSameVersion(manifest, chosen),
      );
      champion = waiting ?? (await add(chosen));
      const reason = reasonOf(serving, isKept);
      await makeChampion(tx, champion, { now, reason, byHand: isKept && serving?.by_hand === true });
    }
    const challengers: ModelVersion[] = [];
    for (const manifest of manifests.filter((one) => !isSameModel(one, chosen))) {
      const newest = known.find((version) => isSameModel(version.manifest, manifest));
      if (newest?.state === 'retired') continue;
      const like = known.find(
        (version) => version.state !== 'retired' && isSameVersion(version.manifest, manifest),
      );
      challengers.push(like ?? (await add(manifest)));
    }
    const kept = new Set([champion, ...challengers].map(({ id }) => id));
    for (const { id, state } of known) {
      if (state === 'challenger' && !kept.has(id)) {
        await setRetired(tx, id, { reason: `the service's models have changed`, byHand: false });
      }
    }
    return { champion, challengers };
  });
}

/**
 * Makes a version the champion of its product, retires the one before and gives the id that serves. A version that has served before
 * comes back under a further id, so that each serves once, and so does the recipe of one that another library made. Undefined when it
 * serves already, is not there or needs a further version and holds no recipe.
 */
export async function promoteVersion(
  tx: Transaction<Database>,
  change: { id: string; product: Product; now: number; reason: string; byHand: boolean },
): Promise<string | undefined> {
  await lockModels(tx, change.product);
  const version = await findModelVersion(tx, change.id);
  if (version === undefined || version.state === 'champion') return undefined;
  const { product, training, active_from: servedFrom } = version;
  let next = version;
  if (servedFrom !== null || libraryOf(version.manifest) !== LIBRARY_VERSION) {
    const manifest = underLibrary(version.manifest);
    if (manifest === undefined) return undefined;
    next = await insertVersion(tx, { product, manifest, now: change.now, ...(training && { training }) });
  }
  await makeChampion(tx, next, change);
  return next.id;
}

/** Retires a challenger. Gives false when it is none. */
export async function retireChallenger(
  tx: Transaction<Database>,
  change: { id: string; product: Product; reason: string; byHand: boolean },
): Promise<boolean> {
  await lockModels(tx, change.product);
  const version = await findModelVersion(tx, change.id);
  if (version?.state !== 'challenger') return false;
  await setRetired(tx, change.id, change);
  return true;
}

/** Notes how a version did on past days. */
export async function saveBacktest(db: Db, id: string, scores: BacktestScores): Promise<void> {
  await db
    .updateTable('model_version')
    .set({ backtest: JSON.stringify(scores) })
    .where('id', '=', id)
    .execute();
}

/** The version that serves a product. */
export async function findChampion(db: Db, product: Product): Promise<ModelVersion | undefined> {
  return selectVersions(db).where('product', '=', product).where('state', '=', 'champion').executeTakeFirst();
}

/** The versions that are tried beside the champion of a product, the oldest first. */
export async function listRunningChallengers(db: Db, product: Product): Promise<ModelVersion[]> {
  return selectVersions(db)
    .where('product', '=', product)
    .where('state', '=', 'challenger')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findModelVersion(db: Db, id: string): Promise<ModelVersion | undefined> {
  return selectVersions(db).where('id', '=', id).executeTakeFirst();
}

/** The version of an id that an operator named; throws OperatorError where there is none. */
export async function getModelVersion(db: Db, id: string): Promise<ModelVersion> {
  const version = await findModelVersion(db, id);
  if (version !== undefined) return version;
  throw new OperatorError(`There is no model version ${id}; "lonja model list" shows them.`);
}

/** Versions of one product or of all, the newest first. */
export async function listModelVersions(
  db: Db,
  query: { product: Product | undefined; offset: number; limit: number },
): Promise<{ versions: ModelVersion[]; total: number }> {
  const { product } = query;
  const versions = await selectVersions(db)
    .$if(product !== undefined, (select) => select.where('product', '=', String(product)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  const { total } = await db
    .selectFrom('model_version')
    .$if(product !== undefined, (select) => select.where('product', '=', String(product)))
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { versions, total: Number(total) };
}

/** What runs, and what a person has retired. */
async function listKnown(tx: Transaction<Database>, product: Product): Promise<ModelVersion[]> {
  return selectVersions(tx)
    .where('product', '=', product)
    .where((eb) => eb.or([eb('state', '!=', 'retired'), eb('by_hand', '=', true)]))
    .orderBy('created_at', 'desc')
    .execute();
}

/** The manifest that is to serve, and whether its model is that of the champion. */
function chooseManifest(
  champion: ModelVersion | undefined,
  manifests: ModelManifest[],
): { chosen: ModelManifest; isKept: boolean } {
  const [first] = manifests;
  if (champion === undefined) return { chosen: first, isKept: false };
  const kept = underLibrary(champion.manifest, installationOf(first));
  const own = manifests.find((manifest) => isSameModel(manifest, kept ?? champion.manifest));
  const same = own ?? (champion.by_hand ? kept : undefined);
  return { chosen: same ?? first, isKept: same !== undefined };
}

function reasonOf(serving: ModelVersion | undefined, isKept: boolean): string {
  if (serving === undefined) return 'the first model';
  return isKept ? 'the version of the library has changed' : `the service's models have changed`;
}

function installationOf({ library, codeVersion }: ModelManifest): Installation {
  return { library: String(library), codeVersion: String(codeVersion) };
}

async function insertVersion(
  tx: Transaction<Database>,
  version: { product: Product; manifest: ModelManifest; training?: TrainingRange; now: number },
): Promise<ModelVersion> {
  const { product, manifest, training, now } = version;
  const month = new Date(now).toISOString().slice(0, 7).replace('-', '.');
  const prefix = `${product}-${month}.`;
  const { count } = await tx
    .selectFrom('model_version')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('id', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('model_version')
    .values({
      id: `${prefix}${Number(count) + 1}`,
      product,
      manifest: JSON.stringify(manifest),
      state: 'challenger',
      created_at: new Date(now),
      active_from: null,
      active_to: null,
      reason: 'one of the models of the service',
      training: training === undefined ? null : JSON.stringify(training),
      backtest: null,
    })
    .returningAll()
    .returning(sql<Product>`product`.as('product'))
    .executeTakeFirstOrThrow();
}

/** The version before ends with the instant at which this one begins. */
async function makeChampion(
  tx: Transaction<Database>,
  { id, product }: ModelVersion,
  { now, reason, byHand }: { now: number; reason: string; byHand: boolean },
): Promise<void> {
  const at = new Date(now);
  await tx
    .updateTable('model_version')
    .set({ state: 'retired', active_to: at, by_hand: false, reason: `${id} took over: ${reason}` })
    .where('product', '=', product)
    .where('state', '=', 'champion')
    .execute();
  await tx
    .updateTable('model_version')
    .set({ state: 'champion', active_from: at, active_to: null, by_hand: byHand, reason })
    .where('id', '=', id)
    .execute();
}

async function setRetired(
  tx: Transaction<Database>,
  id: string,
  { reason, byHand }: { reason: string; byHand: boolean },
): Promise<void> {
  await tx
    .updateTable('model_version')
    .set({ state: 'retired', by_hand: byHand, reason })
    .where('id', '=', id)
    .execute();
}

/** One writer at a time for each product. */
async function lockModels(tx: Transaction<Database>, product: Product): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`model-version ${product}`}, 0))`.execute(tx);
}

function selectVersions(db: Db) {
  return db
    .selectFrom('model_version')
    .selectAll()
    .select(sql<Product>`product`.as('product'));
}
