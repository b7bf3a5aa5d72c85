import { createHash } from 'node:crypto';
import {
  addDays,
  AUCTION_CALENDAR,
  dayRange,
  type DeliveryDay,
  instantFor,
  isDeliveryDay,
} from '@lonja/forecasting/market';
import type { EvidenceSource, SignedEntry } from './evidence-source.ts';

/** What an entry says; instants are epoch ms. */
interface Entry {
  seq: number;
  previous: string;
  runId: string;
  product: string;
  simulated: boolean;
  firstDay: DeliveryDay;
  lastDay: DeliveryDay;
  publishedAt: number;
  listedAt: number;
  opensAt: number;
  sha256: string;
  /** The text that was stamped; undefined for an entry without a time stamp. */
  stampedText: string | undefined;
}

/** A head that was noted elsewhere before. */
export interface NotedHead {
  seq: number;
  hash: string;
}

export interface EvidenceReport {
  /** Whether nothing was found that contradicts the list. */
  ok: boolean;
  faults: string[];
  entries: number;
  head: NotedHead | null;
  files: { right: number; not_open: number; absent: number };
  /** Entries that were listed at or after the first gate of their day, so that no time before it is proven. */
  listed_late: number;
  timestamps: {
    right: number;
    /** Who signed them. */
    authorities: string[];
    /** Whether they were held against certificates of an authority that the caller trusts. */
    trusted: boolean;
  };
  simulated: number;
  accuracy: Accuracy | null;
}

/** Of the last run that was published before the gate of each day and covers it, in EUR/MWh and percent. */
interface Accuracy {
  product: 'da';
  cutoff: 'gate';
  days: number;
  hours: number;
  mae: number;
  coverage: number;
  /** Days whose run was listed only after the gate. */
  days_not_proven: number;
  /** Days whose run has a time stamp of before the gate, its own or that of a later entry. */
  days_stamped: number;
  days_without_prices: number;
}

type Prices = (day: DeliveryDay) => Promise<Map<number, number> | undefined>;

const MOST_FAULTS = 20;
/** Of one run; an entry with more is none. */
const MOST_DAYS = 32;

export interface VerifyOptions {
  now: number;
  head?: NotedHead | undefined;
  prices?: Prices | undefined;
  /** Certificates (PEM) of the authority of the time stamps. */
  trusted?: string | undefined;
  /** Days that accuracy is of, inclusive. */
  from?: DeliveryDay | undefined;
  to?: DeliveryDay | undefined;
  onProgress?: (done: number, total: number) => void;
}

/** Recomputes every hash and the chain, and accuracy from the files and OMIE's prices; nothing that the service says is taken for granted. */
export async function verifyEvidence(
  source: EvidenceSource,
  options: VerifyOptions,
): Promise<EvidenceReport> {
  const faults: string[] = [];
  const entries: Entry[] = [];
  let head: NotedHead = { seq: 0, hash: '0'.repeat(64) };
  let isHeadThere = options.head === undefined;
  for await (const signed of source.entries()) {
    const place = head.seq + 1;
    const entry = parseEntry(signed);
    if (entry === undefined) {
      faults.push(`Entry ${place} is not an entry.`);
      break;
    }
    if (sha256(signed.entry) !== signed.hash) faults.push(`Entry ${place} does not have its hash.`);
    if (entry.seq !== place) faults.push(`Entry ${place} is missing: ${entry.seq} stands in its place.`);
    if (entry.previous !== head.hash) faults.push(`Entry ${entry.seq} does not follow the one before it.`);
    head = { seq: entry.seq, hash: signed.hash };
    if (options.head?.seq === head.seq && options.head.hash === head.hash) isHeadThere = true;
    entries.push(entry);
    if (faults.length >= MOST_FAULTS) break;
  }
  if (!isHeadThere)
    faults.push(`The list does not hold the head ${options.head?.seq}:${options.head?.hash}.`);

  const stamps = await checkTimestamps(source, entries, options.trusted, faults);
  const files = { right: 0, not_open: 0, absent: 0 };
  const best = lastBeforeGate(entries, options);
  const scores = { hours: 0, error: 0, covered: 0, days: 0, notProven: 0, stamped: 0, withoutPrices: 0 };
  for (const [i, entry] of entries.entries()) {
    options.onProgress?.(i + 1, entries.length);
    if (entry.opensAt > options.now) {
      files.not_open++;
      continue;
    }
    const bytes = await source.file(entry.runId);
    if (bytes === undefined) {
      files.absent++;
      continue;
    }
    if (sha256(bytes) !== entry.sha256) {
      faults.push(`The file of entry ${entry.seq} (${entry.runId}) does not have its hash.`);
      continue;
    }
    files.right++;
    const stated = statedBy(bytes);
    if (
      stated.run_id !== entry.runId ||
      stated.product !== entry.product ||
      stated.simulated !== entry.simulated ||
      Date.parse(String(stated.published_at)) !== entry.publishedAt
    ) {
      faults.push(`The file of entry ${entry.seq} is of another run than the entry says.`);
    }
    if (options.prices === undefined) continue;
    for (const day of daysOf(entry)) {
      if (best.get(day) !== entry) continue;
      const prices = await options.prices(day);
      if (prices === undefined) {
        scores.withoutPrices++;
        continue;
      }
      scores.days++;
      if (entry.listedAt >= gateOf(entry, day)) scores.notProven++;
      if (stamps.before[i] < gateOf(entry, day)) scores.stamped++;
      for (const { delivery_start: start, point, p10, p90 } of stated.hours) {
        const price = prices.get(Date.parse(start));
        if (price === undefined) continue;
        scores.hours++;
        scores.error += Math.abs(point - price);
        if (p10 <= price && price <= p90) scores.covered++;
      }
    }
  }
  const { days, hours, error, covered, notProven, stamped, withoutPrices } = scores;
  return {
    ok: faults.length === 0,
    faults: faults.slice(0, MOST_FAULTS),
    entries: entries.length,
    head: entries.length === 0 ? null : head,
    files,
    listed_late: entries.filter(isLate).length,
    timestamps: {
      right: stamps.right,
      authorities: [...stamps.authorities],
      trusted: options.trusted !== undefined,
    },
    simulated: entries.filter(({ simulated }) => simulated).length,
    accuracy:
      options.prices === undefined || hours === 0
        ? null
        : {
            product: 'da',
            cutoff: 'gate',
            days,
            hours,
            mae: Math.round((100 * error) / hours) / 100,
            coverage: Math.round((10_000 * covered) / hours) / 100,
            days_not_proven: notProven,
            days_stamped: stamped,
            days_without_prices: withoutPrices,
          },
  };
}

/** Checks the time stamps; `before` is for each entry the earliest instant by which a stamp says that it was there (epoch ms, or Infinity). */
async function checkTimestamps(
  source: EvidenceSource,
  entries: readonly Entry[],
  trusted: string | undefined,
  faults: string[],
): Promise<{ right: number; authorities: Set<string>; before: number[] }> {
  const authorities = new Set<string>();
  const before = entries.map(() => Infinity);
  let right = 0;
  let earliest = Infinity;
  // A stamp proves all that stands before its entry, by the chain.
  for (const [i, { seq, stampedText }] of [...entries.entries()].toReversed()) {
    if (stampedText !== undefined && faults.length < MOST_FAULTS) {
      const { readTimestamp } = await import('@lonja/server/timestamp-token');
      const reply = await source.timestamp(seq);
      try {
        if (reply === undefined) throw new Error('it is not there');
        const { at, authority } = await readTimestamp(new Uint8Array(reply), stampedText, { trusted });
        right++;
        authorities.add(authority);
        earliest = Math.min(earliest, at);
      } catch (error) {
        faults.push(`The time stamp of entry ${seq} proves nothing: ${messageOf(error)}.`);
      }
    }
    before[i] = earliest;
  }
  return { right, authorities, before };
}

/** For each day the last day-ahead run that was published before the gate and covers it, which is not always a run of that day. */
function lastBeforeGate(entries: readonly Entry[], { from, to }: VerifyOptions): Map<DeliveryDay, Entry> {
  const best = new Map<DeliveryDay, Entry>();
  for (const entry of entries) {
    if (entry.product !== 'da' || entry.simulated) continue;
    for (const day of daysOf(entry)) {
      if (entry.publishedAt >= gateOf(entry, day)) continue;
      if ((from !== undefined && day < from) || (to !== undefined && day > to)) continue;
      if ((best.get(day)?.publishedAt ?? -Infinity) < entry.publishedAt) best.set(day, entry);
    }
  }
  return best;
}

function daysOf({ firstDay, lastDay }: Entry): DeliveryDay[] {
  return dayRange(firstDay, lastDay);
}

function gateOf({ product }: Entry, day: DeliveryDay): number {
  const calendar = Object.hasOwn(AUCTION_CALENDAR, product)
    ? AUCTION_CALENDAR[product as keyof typeof AUCTION_CALENDAR]
    : AUCTION_CALENDAR.da;
  return instantFor(day, calendar.gateClosure);
}

/** Listed after the first gate although it claims to be published before it. */
function isLate(entry: Entry): boolean {
  const gate = gateOf(entry, entry.firstDay);
  return entry.publishedAt < gate && entry.listedAt >= gate;
}

function parseEntry({ entry, stamped }: SignedEntry): Entry | undefined {
  const value = parse(entry);
  const [day, last] = [String(value.first_day), String(value.last_day)];
  const parsed = {
    seq: Number(value.seq),
    previous: String(value.previous),
    runId: String(value.run_id),
    product: String(value.product),
    simulated: value.simulated !== false,
    firstDay: day,
    lastDay: last,
    publishedAt: Date.parse(String(value.published_at)),
    listedAt: Date.parse(String(value.listed_at)),
    opensAt: Date.parse(String(value.opens_at)),
    sha256: String(value.sha256),
    stampedText: stamped ? entry : undefined,
  };
  const isWhole =
    /^[0-9a-f-]{36}$/.test(parsed.runId) &&
    isDeliveryDay(day) &&
    isDeliveryDay(last) &&
    addDays(day, MOST_DAYS) > last &&
    [parsed.seq, parsed.publishedAt, parsed.listedAt, parsed.opensAt].every(Number.isFinite);
  return isWhole ? parsed : undefined;
}

interface StatedHour {
  delivery_start: string;
  point: number;
  p10: number;
  p90: number;
}

function statedBy(bytes: Buffer): Record<string, unknown> & { hours: StatedHour[] } {
  const value = parse(bytes.toString());
  return { ...value, hours: Array.isArray(value.hours) ? value.hours : [] };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
