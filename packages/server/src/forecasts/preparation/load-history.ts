import {
  addDays,
  type DeliveryDay,
  dayRange,
  dayStart,
  deliveryDayOf,
  instantFor,
  AUCTIONS,
  type Product,
} from '@lonja/forecasting/market';
import { POWER_HISTORY_DAYS } from '@lonja/forecasting/power';
import { listStoredDays } from '../../market/observations/observation-spans.ts';
import { saveLoadingProducts } from '../../market/publications/backfills.ts';
import { findPublications } from '../../market/publications/publications.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { loadDays } from '../../market/ingest/backfill.ts';
import { isDeclared } from '../../ground/config/declared-name.ts';
import type { LiveSourceName, Publication, Source } from '../../market/connectors/source.ts';
import { daysReadBy, EXOGENOUS_KEYS, SIGNAL_KEYS } from '../issue/day-ahead-model.ts';
import { enabledSources } from '../../market/sources/known-sources.ts';

/** A part of the history with the days of it that nobody has asked for yet, the newest first. */
interface OpenPart extends HistoryPart {
  days: DeliveryDay[];
}

/** Whose forecasts read a part: products, or the service's own forecasts of the power system. */
type Reader = Product | 'power';

/** The first forecast waits so long for the newest of the history; the rest is loaded beside the service. */
export const FIRST_BUDGET_MS = 100_000;
/** Days that the first forecast waits for: a year and the weeks from which its bounds are calibrated. */
const FIRST_DAYS = 420;
/** A product that lacks more than this is forecast again, and calibrated, when its history is there. */
const FEW_DAYS = 28;

/**
 * Loads what the first forecast needs of the followed sources, the newest days first, and gives it up after a while: what is there by then
 * will do. A source that does not answer is left out, and the log says why.
 */
export async function loadFirstHistory(
  context: DataContext,
  { daysBack = FIRST_DAYS, budgetMs = FIRST_BUDGET_MS }: { daysBack?: number; budgetMs?: number } = {},
): Promise<void> {
  const open = await findOpenParts(context);
  await noteLoading(context, open);
  const signal = AbortSignal.timeout(budgetMs);
  const first = open.filter(({ isFirst }) => isFirst);
  await bySource(first, async (parts) => {
    if (!(await isReached(context, parts[0]))) return;
    for (const part of parts) {
      const oldest = addDays(deliveryDayOf(context.clock.now()), -daysBack);
      const days = part.days.filter((day) => day >= oldest);
      const { isOver } = await loadPart(context, { ...part, days }, signal);
      if (isOver) break;
    }
  });
}

/**
 * Loads the history that models read and the store lacks, all sources beside each other, each within its limits. Cut short it goes on where
 * it stopped when it is called again. `onForecastHistory` is called for each product whose history is as whole as its sources
 * make it, and whether days came; `onPowerHistory` of new days for the forecasts of the power system. Where day-ahead prices are forecast from
 * those, the day-ahead product counts as loading until it has answered.
 */
export async function loadHistory(
  context: DataContext,
  options: {
    signal: AbortSignal;
    onForecastHistory: (product: Product) => Promise<void>;
    onPowerHistory: () => Promise<void>;
  },
): Promise<void> {
  const { db } = context;
  const { signal, onForecastHistory, onPowerHistory } = options;
  const open = await findOpenParts(context);
  const loading = await noteLoading(context, open);
  const unfinished = new Map<Reader, number>();
  for (const part of open) for (const reader of readersOf(part)) add(unfinished, reader, 1);
  const came = new Set<Reader>();
  const awaited = new Set<Reader>(unfinished.keys());
  const settle = async (reader: Reader) => {
    awaited.delete(reader);
    const done = [...loading].filter((product) => !restingOn(context, product).some((on) => awaited.has(on)));
    for (const product of done) loading.delete(product);
    if (done.length > 0) await saveLoadingProducts(db, [...loading]);
  };
  await bySource(open, async (parts) => {
    let isOver = false;
    for (const part of parts) {
      if (!isOver) {
        const result = await loadPart(context, part, signal);
        isOver = result.isOver;
        if (result.came > 0) for (const reader of readersOf(part)) came.add(reader);
      }
      signal.throwIfAborted();
      for (const reader of readersOf(part)) {
        add(unfinished, reader, -1);
        if (unfinished.get(reader) !== 0) continue;
        if (reader === 'power') {
          if (came.has(reader)) await onPowerHistory();
          await settle(reader);
        } else {
          await settle(reader);
          if (came.has(reader)) await onForecastHistory(reader);
        }
      }
    }
  });
}

function readersOf({ readBy }: HistoryPart): readonly Reader[] {
  return readBy.length === 0 ? ['power'] : readBy;
}

/** What has to be there before a product is forecast and calibrated as well as it can be. */
function restingOn(context: DataContext, product: Product): Reader[] {
  return product === 'da' && restsOnOwnForecasts(context) ? [product, 'power'] : [product];
}

/** Writes down which products lack so much of their history that their forecasts are better made once it is there. */
async function noteLoading(context: DataContext, open: readonly OpenPart[]): Promise<Set<Product>> {
  const lacking = new Map<Reader, number>();
  for (const part of open) for (const reader of readersOf(part)) add(lacking, reader, part.days.length);
  const loading = AUCTIONS.filter((product) =>
    restingOn(context, product).some((reader) => (lacking.get(reader) ?? 0) > FEW_DAYS),
  );
  await saveLoadingProducts(context.db, loading);
  return new Set(loading);
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** The parts of the history with days that are neither stored nor in the ledger; what is in the ledger is followed there. */
async function findOpenParts(context: DataContext): Promise<OpenPart[]> {
  const open: OpenPart[] = [];
  for (const part of planHistory(context)) {
    const { from, to, publication, source } = part;
    const feed = { source: source.name, name: publication.name };
    const lines = await findPublications(context.db, { ...feed, from, to });
    const [series] = Object.keys(publication.units);
    const window = { from: dayStart(from), to: dayStart(addDays(to, 1)) };
    const stored = new Set(await listStoredDays(context.db, { series, source: source.name, ...window }));
    const isDue = (day: DeliveryDay) => instantFor(day, publication.expected) <= context.clock.now();
    const days = dayRange(from, to).filter((day) => isDue(day) && !lines.has(day) && !stored.has(day));
    if (days.length > 0) open.push({ ...part, days: days.toReversed() });
  }
  return open;
}

async function bySource(parts: OpenPart[], work: (parts: OpenPart[]) => Promise<void>): Promise<void> {
  await Promise.all([...Map.groupBy(parts, ({ source }) => source.name).values()].map(work));
}

async function isReached({ logger }: DataContext, { source }: HistoryPart): Promise<boolean> {
  if (await source.reaches()) return true;
  logger.warn({ source: source.name }, `${source.name} does not answer; its history is loaded once it does`);
  return false;
}

async function loadPart(
  context: DataContext,
  { source, publication, days }: OpenPart,
  signal: AbortSignal,
): Promise<{ came: number; isOver: boolean }> {
  const step = `Loading ${publication.name} from ${source.name}`;
  const onDays = (done: number) => context.progress(step, done, days.length);
  onDays(0);
  const { complete, unasked } = await loadDays(context, {
    source,
    publication,
    days,
    newestFirst: true,
    onDays,
    stop: signal,
    firstRevisionOnly: true,
  });
  return { came: complete, isOver: unasked > 0 };
}

/** Past days of a publication that models read. */
interface HistoryPart {
  source: Source;
  publication: Publication;
  /** Delivery days, both inclusive; the last ones may not be published yet. */
  from: DeliveryDay;
  to: DeliveryDay;
  /** Products whose forecasts read it; none: the service's own forecasts of the power system alone do. */
  readBy: readonly Product[];
  /** Whether the first forecast waits for it. */
  isFirst: boolean;
}

interface HistoryEntry {
  publication: string;
  readBy: readonly Product[];
  isFirst?: boolean;
  /** Left out where one of these sources is followed, whose history serves as well or better. */
  unless?: readonly LiveSourceName[];
}

/** Sources of the operator's forecasts of load, wind and solar power. */
const OF_THE_OPERATOR: readonly LiveSourceName[] = ['esios', 'entsoe'];

/** What is loaded of each source, in this order; docs/operations.md says how far back and why. */
const HISTORY: Readonly<Record<LiveSourceName, readonly HistoryEntry[]>> = {
  omie: prices([]),
  redata: [
    { publication: 'load.actual', readBy: [], unless: ['entsoe'] },
    { publication: 'generation.energy', readBy: [], unless: ['entsoe'] },
    { publication: 'netimport.energy', readBy: [], unless: ['entsoe'] },
  ],
  'open-meteo': [{ publication: 'weather.forecast', readBy: [] }],
  esios: [
    { publication: 'load.forecast', readBy: AUCTIONS, isFirst: true },
    { publication: 'wind.forecast', readBy: AUCTIONS, isFirst: true },
    { publication: 'solar.forecast', readBy: AUCTIONS, isFirst: true },
    ...prices(['omie']),
  ],
  entsoe: [
    ...prices(['omie', 'esios']),
    { publication: 'load.forecast', readBy: AUCTIONS, isFirst: true, unless: ['esios'] },
    { publication: 'wind-solar.forecast', readBy: AUCTIONS, isFirst: true, unless: ['esios'] },
    { publication: 'load.actual', readBy: [] },
    { publication: 'generation.actual', readBy: [] },
    { publication: 'netimport.actual', readBy: [] },
  ],
  'energy-charts': [
    { publication: 'price.da', readBy: AUCTIONS, isFirst: true, unless: ['omie', 'esios', 'entsoe'] },
    { publication: 'load.forecast', readBy: AUCTIONS, isFirst: true, unless: OF_THE_OPERATOR },
    { publication: 'wind.forecast', readBy: AUCTIONS, unless: OF_THE_OPERATOR },
    { publication: 'solar.forecast', readBy: AUCTIONS, unless: OF_THE_OPERATOR },
    // Own forecasts of past days are made from here on, each once, and read what was published of the day before.
    { publication: 'generation.actual', readBy: [], unless: ['entsoe'] },
  ],
};

/** An auction's prices are read by the forecasts of its own product and of those after it; the day-ahead forecast reads IDA1 too. */
function prices(unless: readonly LiveSourceName[]): HistoryEntry[] {
  return [
    { publication: 'price.da', readBy: AUCTIONS, isFirst: true, unless },
    { publication: 'price.ida1', readBy: AUCTIONS, unless },
    { publication: 'price.ida2', readBy: ['ida2', 'ida3'], unless },
    { publication: 'price.ida3', readBy: ['ida3'], unless },
  ];
}

/** Whether day-ahead prices are forecast from the service's own forecasts of the power system, of past days as well, for want of others. */
function restsOnOwnForecasts(context: Pick<DataContext, 'sources' | 'liveSources'>): boolean {
  const followed = enabledSources(context);
  return !OF_THE_OPERATOR.some((name) => followed.has(name));
}

/** The history of every followed source that models read. */
export function planHistory(
  context: Pick<DataContext, 'sources' | 'liveSources' | 'clock' | 'champion'>,
): HistoryPart[] {
  const followed = enabledSources(context);
  const today = deliveryDayOf(context.clock.now());
  const forecastDays = daysReadBy(context.champion);
  const powerDays = restsOnOwnForecasts(context)
    ? Math.max(POWER_HISTORY_DAYS, forecastDays)
    : POWER_HISTORY_DAYS;
  return [...followed.values()].flatMap((source) =>
    entriesOf(source).flatMap(
      ({ publication: name, readBy, isFirst = false, unless = [] }): HistoryPart[] => {
        const publication = source.publications.find((known) => known.name === name);
        if (publication === undefined || unless.some((other) => followed.has(other))) return [];
        const wanted = addDays(today, -(readBy.length === 0 ? powerDays : forecastDays));
        const from = wanted < publication.firstDay ? publication.firstDay : wanted;
        const to = addDays(today, 1);
        return from > to ? [] : [{ source, publication, from, to, readBy, isFirst }];
      },
    ),
  );
}

function entriesOf({ name, publications }: Source): readonly HistoryEntry[] {
  if (name === 'simulator') return [];
  return isDeclared(name) ? publications.filter(isReadByForecasts).map(ofForecasts) : HISTORY[name];
}

/** What declared sources may have that forecasts read. The history of anything else is loaded by a backfill alone. */
const READ_BY_FORECASTS: ReadonlySet<string> = new Set([...EXOGENOUS_KEYS, SIGNAL_KEYS.fuel]);

function isReadByForecasts({ units }: Publication): boolean {
  return Object.keys(units).some((key) => READ_BY_FORECASTS.has(key));
}

function ofForecasts({ name }: Publication): HistoryEntry {
  return { publication: name, readBy: AUCTIONS, isFirst: true };
}
