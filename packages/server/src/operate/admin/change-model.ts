import { appendAudit } from '../../people/audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import type { ModelVersion } from '../../forecasts/runs/model-versions.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import { promoteModel, retireModel } from '../../forecasts/models/change-models.ts';

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
