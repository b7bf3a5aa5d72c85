import {
  AUCTION_CALENDAR,
  DAY_MS,
  type DeliveryDay,
  instantFor,
  nextGate,
  type Product,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import { findNewestRun, type ForecastRun, findVisibleRuns } from '../runs/run-store.ts';
import { findNewestMissed, DUE_FOR_MS, type Lateness, listLateness } from '../runs/lateness.ts';
import { readsOnly } from '../../ground/database/server-state.ts';
import { getPreparation } from '../preparation/get-preparation.ts';
import { getSourceStatus } from '../../market/sources/get-source-status.ts';
import { auctionedProducts } from '../runs/auctioned-products.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/**
 * Why a run is not there. `preparing`: the first start is not done; `not_in_time`: it was given up, as the next one was due; `read_only`: the
 * database takes no writes; `source_late`, `source_failing`: an input has not come; `unknown`: none of these, so it is being computed or no
 * worker runs.
 */
export const LATE_CODES = [
  'preparing',
  'not_in_time',
  'read_only',
  'source_failing',
  'source_late',
  'unknown',
] as const;

export interface LateReason {
  code: (typeof LATE_CODES)[number];
  /** The source that is late or fails. */
  input: string | undefined;
}

/** `due`: its time has come, and a run may still be at work on it; `missing`: there is no run at all. */
export const SCHEDULE_STATES = ['on_time', 'due', 'late', 'missing'] as const;

/** How a product stands to its timetable. Instants are epoch ms. */
export interface ProductSchedule {
  product: Product;
  state: (typeof SCHEDULE_STATES)[number];
  next: { scheduledFor: number; firstDay: DeliveryDay };
  /** The gate that closes next. */
  gate: { day: DeliveryDay; closesAt: number };
  last: ForecastRun | undefined;
  /** The first schedule that no run has answered, and why; undefined while all are. */
  unanswered: { since: number; reasons: LateReason[] } | undefined;
}

/** The timetable of some products: when the next run of each is due, and what is late. */
export async function getSchedule(
  context: ReadContext,
  products: readonly Product[],
): Promise<ProductSchedule[]> {
  const { db } = context;
  const now = context.clock.now();
  const dataOrigin = await context.dataOrigin();
  const auctioned = auctionedProducts(now).filter((product) => products.includes(product));
  const lateness = dataOrigin === undefined ? [] : await listLateness(db, { dataOrigin, now });
  const common = lateness.every(({ unansweredSince }) => unansweredSince === undefined)
    ? []
    : await findCommonReasons(context, now);
  return Promise.all(
    auctioned.map(async (product): Promise<ProductSchedule> => {
      const calendar = AUCTION_CALENDAR[product];
      const [next] = scheduledRunsBetween(calendar, now, now + 2 * DAY_MS);
      if (next === undefined) throw new Error(`The calendar of ${product} schedules no runs.`);
      const visible = await findVisibleRuns(context, product);
      const last = visible && (await findNewestRun(db, visible));
      const found = lateness.find((one) => one.product === product);
      const since = found?.unansweredSince;
      const missed = dataOrigin && (await findNewestMissed(db, { product, dataOrigin }));
      const reasons = [
        ...(since !== undefined && missed !== undefined && missed >= since && missed <= now
          ? [{ code: 'not_in_time' as const, input: undefined }]
          : []),
        ...common,
      ];
      return {
        product,
        state: stateOf(found, now),
        next,
        gate: nextGate(calendar, now),
        last,
        unanswered:
          since === undefined
            ? undefined
            : { since, reasons: reasons.length > 0 ? reasons : [{ code: 'unknown', input: undefined }] },
      };
    }),
  );
}

function stateOf(found: Lateness | undefined, now: number): ProductSchedule['state'] {
  if (found === undefined || found.status === 'missing') return 'missing';
  if (found.status === 'late') return 'late';
  const { unansweredSince } = found;
  return unansweredSince !== undefined && now < unansweredSince + DUE_FOR_MS ? 'due' : 'on_time';
}

/** What holds up the runs of every product. */
async function findCommonReasons(context: ReadContext, now: number): Promise<LateReason[]> {
  const [preparation, isReadOnly, { sources }] = await Promise.all([
    getPreparation(context),
    readsOnly(context.db),
    getSourceStatus(context.db, now),
  ]);
  return [
    ...(preparation === undefined ? [] : [{ code: 'preparing' as const, input: undefined }]),
    ...(isReadOnly ? [{ code: 'read_only' as const, input: undefined }] : []),
    ...sources.flatMap(({ source, state }): LateReason[] =>
      state === 'ok' ? [] : [{ code: `source_${state}`, input: source }],
    ),
  ];
}

/** A scheduled run, for a calendar. */
export interface PlannedRun {
  product: Product;
  scheduledFor: number;
  day: DeliveryDay;
  gateClosesAt: number;
  isLastBeforeGate: boolean;
}

/** The scheduled runs of some products with `from < scheduledFor <= until`, in order. */
export function listPlannedRuns(
  products: readonly Product[],
  { from, until }: { from: number; until: number },
): PlannedRun[] {
  return products
    .flatMap((product) => {
      const calendar = AUCTION_CALENDAR[product];
      return scheduledRunsBetween(calendar, from, until).map(({ scheduledFor, firstDay: day }) => {
        const gateClosesAt = instantFor(day, calendar.gateClosure);
        const before = calendar.scheduledRuns
          .map((time) => instantFor(day, time))
          .filter((instant) => instant < gateClosesAt);
        const isLastBeforeGate = scheduledFor === Math.max(...before);
        return { product, scheduledFor, day, gateClosesAt, isLastBeforeGate };
      });
    })
    .sort((a, b) => a.scheduledFor - b.scheduledFor);
}
