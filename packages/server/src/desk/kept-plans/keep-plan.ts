import { randomUUID } from 'node:crypto';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { type Db, withTenant } from '../../ground/database/database.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { appendAudit, type AuditActor } from '../../people/audit/audit.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import { offerOf, type OfferQuery, type SiteOffer } from '../offers/make-offer.ts';
import { getSite } from '../portfolio/site-rules.ts';
import { moneyOfDay } from '../portfolio/money.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { freeze } from './frozen-content.ts';
import { countKeptByHand, insertKeptPlan, type KeptPlan } from './store.ts';

/** Kept by hand for a site and a delivery day. */
const MOST_BY_HAND = 50;

export interface KeepQuery extends OfferQuery {
  what: KeptPlan['kind'];
}

/** Keeps the plan or the offer of a site as it is now, before the prices of its day are public. */
export async function keepPlan(
  context: PortfolioContext,
  principal: Principal,
  query: KeepQuery,
): Promise<KeptPlan> {
  const site = await getSite(context, principal, query.id);
  await assertUnpriced(context, query.day);
  const made = await offerOf(context, site, { ...query, tenantId: principal.tenantId });
  const failed = made.checks.find(({ severity }) => severity === 'error');
  if (query.what === 'offer' && failed !== undefined) throw new AppError('validation_error', failed.message);
  const kept = await storeKept(context.db, made, {
    kind: query.what,
    tenantId: principal.tenantId,
    actor: actorOf(principal),
    isAutomatic: false,
    now: context.clock.now(),
  });
  if (kept === undefined) throw new Error(`What was kept for site ${site.id} could not be stored.`);
  return kept;
}

async function assertUnpriced(context: PortfolioContext, day: DeliveryDay): Promise<void> {
  const known = await readKnownPrices(context, { product: VALUED_PRODUCT, from: day, to: day });
  if (known?.publishedAt.has(day) !== true) return;
  throw new AppError('conflict', `The prices of ${day} are public; a plan is kept before them.`);
}

/** Stores what was made, with who did it, in one transaction; undefined where the gate has kept something before. */
export async function storeKept(
  db: Db,
  made: SiteOffer,
  by: { kind: KeptPlan['kind']; tenantId: string; actor: AuditActor; isAutomatic: boolean; now: number },
): Promise<KeptPlan | undefined> {
  const { outlook, site, position } = made;
  const { actor, kind, tenantId, isAutomatic, now } = by;
  if (actor.kind === 'operator') throw new Error('Operators keep no plans.');
  const money = kind === 'offer' ? made.total.eur : moneyOfDay(position, outlook);
  const plan: KeptPlan = {
    id: randomUUID(),
    tenant_id: tenantId,
    site_id: site.id,
    kind,
    product: made.rules.product,
    delivery_day: outlook.day,
    resolution: made.resolution,
    is_automatic: isAutomatic,
    frozen_at: new Date(now),
    author_kind: actor.kind,
    author_id: actor.id ?? null,
    forecast_id: outlook.run.id,
    issued_at: new Date(outlook.run.issuedAt),
    simulated: outlook.run.dataOrigin === 'simulator',
    expected_eur: money.expected,
    p10_eur: money.p10,
    p90_eur: money.p90,
  };
  const content = freeze(made, kind);
  return withTenant(db, tenantId, async (tx) => {
    if (!isAutomatic && (await countKeptByHand(tx, plan)) >= MOST_BY_HAND) {
      throw new AppError('conflict', `For a site and a day at most ${MOST_BY_HAND} plans are kept by hand.`);
    }
    if (!(await insertKeptPlan(tx, plan, content))) return undefined;
    await appendAudit(tx, {
      tenantId,
      actor,
      action: 'plan.kept',
      target: { type: 'plan', id: plan.id },
      details: {
        site: site.id,
        day: plan.delivery_day,
        kind,
        forecast: plan.forecast_id,
        automatic: isAutomatic,
      },
      now,
    });
    return plan;
  });
}
