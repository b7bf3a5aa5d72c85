import { AppError, OperatorError } from '../../ground/errors.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import {
  findModelVersion,
  type ModelVersion,
  promoteVersion,
  retireChallenger,
} from '../runs/model-versions.ts';
import { recipeOf, makerOf } from '../runs/model-manifest.ts';

/** A change of the registry that a person makes, and what is written with it, in the same transaction. */
interface ModelChange {
  id: string;
  /** Why, shown in the registry. */
  reason: string;
  now: number;
  alsoWrite?: (tx: Db, changed: ModelVersion) => Promise<void>;
}

/**
 * Makes a version serve from the next run on; the one before is retired. One that has served before, or that another
 * version of the library made, comes back under a further id.
 * Throws `not_found` for a version that is not there and `conflict` for one that serves or that this program cannot run.
 */
export async function promoteModel(db: Db, change: ModelChange): Promise<ModelVersion> {
  return db.transaction().execute(async (tx) => {
    const version = await getModel(tx, change.id);
    const { id, product, manifest, state } = version;
    if (state === 'champion') throw new AppError('conflict', `${id} serves already.`);
    if (recipeOf(manifest) === undefined) {
      throw new AppError(
        'conflict',
        `This installation holds no recipe of ${id}, which ${makerOf(manifest)} would run. Promote another version.`,
      );
    }
    const promoted = await promoteVersion(tx, { ...change, product, byHand: true });
    const changed = await getModel(tx, promoted ?? id);
    await change.alsoWrite?.(tx, changed);
    return changed;
  });
}

/** Stops trying a challenger. Throws `not_found` for a version that is not there and `conflict` for one that is no challenger. */
export async function retireModel(db: Db, change: ModelChange): Promise<ModelVersion> {
  return db.transaction().execute(async (tx) => {
    const { id, product, state } = await getModel(tx, change.id);
    if (state === 'champion') {
      throw new AppError('conflict', `${id} serves; promote another version and it is retired.`);
    }
    if (!(await retireChallenger(tx, { ...change, product, byHand: true }))) {
      throw new AppError('conflict', `${id} is retired already.`);
    }
    const changed = await getModel(tx, id);
    await change.alsoWrite?.(tx, changed);
    return changed;
  });
}

/** Promotes or retires a model version for a superadmin; the audit of the superadmin's own tenant records it. */
export async function changeModel(
  { db, clock }: IdentityContext,
  principal: Principal,
  { id, verb, reason }: { id: string; verb: 'promote' | 'retire'; reason: string | undefined },
): Promise<ModelVersion> {
  const now = clock.now();
  const alsoWrite = (tx: Db, changed: ModelVersion) =>
    appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: operatorOf(principal),
      action: verb === 'promote' ? 'model.promoted' : 'model.retired',
      target: { type: 'model_version', id: changed.id },
      details: { product: changed.product, reason: changed.reason },
      now,
    });
  const change = { id, reason: reason ?? 'by a superadmin', now, alsoWrite };
  return verb === 'promote' ? promoteModel(db, change) : retireModel(db, change);
}

/** For the operator's commands, whose faults are messages. */
export async function asOperator<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError ? new OperatorError(error.message, { cause: error }) : error;
  }
}

async function getModel(tx: Db, id: string): Promise<ModelVersion> {
  // PostgreSQL has no text with a null character.
  const version = id.includes('\0') ? undefined : await findModelVersion(tx, id);
  if (version === undefined) throw new AppError('not_found', 'There is no model version with this id.');
  return version;
}
