import { createHash } from 'node:crypto';
import {
  addDays,
  AUCTION_CALENDAR,
  DAY_MS,
  deliveryDayOf,
  deliveryPeriods,
  type DeliveryDay,
  instantFor,
  MINUTE_MS,
} from '@lonja/forecasting/market';
import { mapAtOnce } from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import { inTransaction, withTenant } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import { otherReason, type Reasons, sentenceOf } from '../../ground/reasons/reasons.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import { notify } from '../../outbound/notifications/notify.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { listAdmins } from '../../people/users/store.ts';
import { listPrices } from '../../market/prices/list-prices.ts';
import { offerOf } from '../offers/make-offer.ts';
import { offerRulesOf } from '../offers/market-rules.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { type PriceOutlook, readOutlook, VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { listSitesThatKeep } from '../portfolio/site-store.ts';
import { storeKept } from './keep-plan.ts';
import {
  findPlanOfDayBefore,
  insertSettlement,
  insertUnkept,
  listKeptAtGate,
  listKeptDays,
  listPlansToSettle,
} from './store.ts';
import { settleContent } from './settle-content.ts';

type TendContext = PortfolioContext & { logger: Logger };

/** So long after a gate what it should have kept is made up for, by what was known at the gate. */
const MAKE_UP_MS = DAY_MS;
/** Days back whose prices are compared with those that plans were settled at: corrections come within weeks. */
const CORRECTED_DAYS = 30;
const EVERY_MS = MINUTE_MS;
const RESOLUTIONS = ['PT15M', 'PT1H'] as const;
/** Plans that are read at once. */
const AT_ONCE = 100;
/** Plans under way: while the planner works on one, another is read or written. */
const WORK_AT_ONCE = 3;

/** Keeps plans at gates and settles them while it runs. Any number of processes may. */
export function startPlanKeeping(context: TendContext): Turns {
  return startTurns(
    async () => {
      await keepAtGate(context);
      await settlePlans(context);
    },
    { everyMs: EVERY_MS, logger: context.logger, failure: 'plans could not be kept or settled' },
  );
}

/**
 * Keeps the plans of the sites that want it, by the last run before the gate that closed last. Gives how many. What a stop or a crash
 * left out is made up for within a day, and so is a site whose forecast is missing. One whose plan keeps to no limits is noted and tried no more.
 */
export async function keepAtGate(context: TendContext): Promise<number> {
  const { db, clock, logger } = context;
  const closed = lastGate(clock.now());
  if (closed === undefined) return 0;
  const sites = await listSitesThatKeep(db);
  if (sites.length === 0) return 0;
  const done = await listKeptAtGate(db, closed.day, VALUED_PRODUCT);
  const due = sites.filter(({ id, created_at }) => !done.has(id) && created_at.getTime() < closed.at);
  if (due.length === 0) return 0;
  const outlook = await outlookAt(context, closed);
  if (outlook === undefined) return 0;
  const kept = await mapAtOnce(due, WORK_AT_ONCE, async (site) => {
    const tenantId = site.tenant_id;
    const kind = site.keeps_at_gate ?? 'plan';
    try {
      const made = await offerOf(context, site, {
        day: closed.day,
        resolution: undefined,
        limits: 'cost',
        contractMw: 0,
        tenantId,
        outlook,
      });
      const stored = await storeKept(db, made, {
        kind,
        tenantId,
        actor: { kind: 'system', id: undefined },
        isAutomatic: true,
        now: clock.now(),
      });
      return stored !== undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, reasons = otherReason(message) } = error;
      logger.debug({ siteId: site.id, day: closed.day, reason: message }, 'no plan is kept at the gate');
      // What is missing may still come.
      if (code === 'validation_error')
        await noteUnkept(context, { ...site, tenantId }, { day: closed.day, reasons });
      return false;
    }
  });
  return kept.filter(Boolean).length;
}

/** Says once to the admins of the tenant that the gate kept nothing of a site, and tries it no more. */
async function noteUnkept(
  { db, clock }: TendContext,
  { id: siteId, name, tenantId }: { id: string; name: string; tenantId: string },
  { day, reasons }: { day: DeliveryDay; reasons: Reasons },
): Promise<void> {
  const now = clock.now();
  const reason = sentenceOf(reasons);
  await inTransaction(db, async (tx) => {
    const noted = { siteId, tenantId, day, product: VALUED_PRODUCT, reasons, now } as const;
    if (!(await insertUnkept(tx, noted))) return;
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'system', id: undefined },
      action: 'plan.not_kept',
      target: { type: 'site', id: siteId },
      details: { day, reason },
      now,
    });
    const kind = 'plan_not_kept' as const;
    const content = { kind, siteId, site: name, day, reason, reasonCodes: reasons };
    const admins = await listAdmins(tx, tenantId);
    await notify(
      tx,
      admins.map((recipient) => ({ recipient, content, channels: ['in_app', 'email'] })),
      now,
    );
  });
}

/** By the last run before a gate; undefined where none covers its day. */
async function outlookAt(
  context: TendContext,
  { day, at }: { day: DeliveryDay; at: number },
): Promise<PriceOutlook | undefined> {
  const { resolution } = offerRulesOf(VALUED_PRODUCT, day);
  try {
    return await readOutlook(context, { day, resolution, asOf: at });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The gate that closed last, if that is not too long ago. */
function lastGate(now: number): { day: DeliveryDay; at: number } | undefined {
  const { gateClosure } = AUCTION_CALENDAR[VALUED_PRODUCT];
  for (const ahead of [1, 0]) {
    const day = addDays(deliveryDayOf(now), ahead);
    const at = instantFor(day, gateClosure);
    if (at <= now) return now - at < MAKE_UP_MS ? { day, at } : undefined;
  }
  return undefined;
}

/**
 * Settles what was kept at the prices that are public, and again where they were corrected. Gives how many settlements were written. A plan
 * that cannot be settled holds up no other.
 */
export async function settlePlans(context: TendContext): Promise<number> {
  const { db, clock } = context;
  const today = deliveryDayOf(clock.now());
  const span = { from: addDays(today, -CORRECTED_DAYS), to: addDays(today, 1) };
  const days = await listKeptDays(db, span);
  let settled = 0;
  for (const resolution of RESOLUTIONS) {
    const wanted = days.filter((kept) => kept.resolution === resolution).map((kept) => kept.delivery_day);
    if (wanted.length === 0) continue;
    const found = { product: VALUED_PRODUCT, ...span, hour: undefined, resolution } as const;
    const { prices, simulated } = await listPrices(context, found);
    const byStart = new Map(prices.map(({ start, priceEurPerMwh }) => [start, priceEurPerMwh]));
    for (const day of wanted) {
      const cleared = deliveryPeriods(day, resolution).map(({ start }) => byStart.get(start) ?? Number.NaN);
      if (cleared.some(Number.isNaN)) continue;
      settled += await settleDay(context, { delivery_day: day, resolution, simulated }, cleared);
    }
  }
  return settled;
}

async function settleDay(
  context: TendContext,
  day: Parameters<typeof listPlansToSettle>[1],
  prices: readonly number[],
): Promise<number> {
  const { db, logger } = context;
  const digest = createHash('sha256').update(prices.join(' ')).digest('hex');
  let settled = 0;
  let after: string | undefined;
  for (;;) {
    const plans = await listPlansToSettle(db, day, { digest, after, limit: AT_ONCE });
    const written = await mapAtOnce(plans, WORK_AT_ONCE, async (plan) => {
      try {
        return await settlePlan(context, plan, { prices: Float64Array.from(prices), digest });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        logger.warn({ planId: plan.id, reason: error.message }, 'a kept plan is not settled');
        return false;
      }
    });
    settled += written.filter(Boolean).length;
    after = plans.at(-1)?.id;
    if (plans.length < AT_ONCE) return settled;
  }
}

async function settlePlan(
  { db, clock, planner }: TendContext,
  plan: Awaited<ReturnType<typeof listPlansToSettle>>[number],
  { prices, digest }: { prices: Float64Array; digest: string },
): Promise<boolean> {
  const lastDay = await withTenant(db, plan.tenant_id, (tx) =>
    findPlanOfDayBefore(tx, plan, addDays(plan.delivery_day, -1)),
  );
  const result = await settleContent(plan.content, { prices, lastDay }, (problem) => planner.plan(problem));
  const written = { revision: plan.revision + 1, settled_at: new Date(clock.now()), prices_digest: digest };
  const settled = { ...result, ...written };
  return withTenant(db, plan.tenant_id, (tx) => insertSettlement(tx, plan, settled));
}
