import { readFileSync, statSync } from 'node:fs';
import { clockOfZone, IBERIA, installMarkets, isDeliveryDay, type Market } from '@lonja/forecasting/market';
import { z } from 'zod';
import { OperatorError } from '../errors.ts';

const MOST_BYTES = 1_000_000;
/** The sources that ask for a bidding zone, or for places. */
const SOURCES = ['entsoe', 'open-meteo'] as const;
/** What `GET /events` takes for the events of every market. */
const ALL = 'all';

const Name = z.string().trim().min(1).max(60);
const Time = z.strictObject({
  dayOffset: z.int().min(-7).max(1),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a local time HH:MM'),
});
const Day = z.string().refine(isDeliveryDay, 'must be a day YYYY-MM-DD');
const Degrees = (most: number) => z.number().min(-most).max(most);
const Share = z.number().min(0).max(1);

const Auction = z
  .strictObject({
    auction: z.enum(['da', 'ida1', 'ida2', 'ida3']),
    name: Name,
    gateClosure: Time,
    resultsPublished: Time,
    deliveryFromHour: z.int().min(0).max(23).default(0),
    deliveryToHour: z.int().min(1).max(24).default(24),
    scheduledRuns: z.array(Time).min(1).max(24),
    auctionedFrom: Day.default('1998-01-01'),
    quarterHourlyFrom: Day.nullable().default(null),
    horizonDays: z.int().min(1).max(7).default(1),
    priceLimits: z.strictObject({ min: Degrees(1e5), max: Degrees(1e5) }),
    renewedAt: Time.optional(),
    isForecast: z.boolean().optional(),
  })
  .superRefine((auction, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (auction.deliveryFromHour >= auction.deliveryToHour)
      fault('deliveryToHour', 'must be after deliveryFromHour');
    if (auction.priceLimits.min >= auction.priceLimits.max) fault('priceLimits', 'must rise from min to max');
    if (minutesOf(auction.resultsPublished) < minutesOf(auction.gateClosure))
      fault('resultsPublished', 'must not be before gateClosure');
    if (!isRising(auction.scheduledRuns.map(minutesOf))) fault('scheduledRuns', 'must be in order of time');
    if (auction.auction !== 'da' && auction.renewedAt === undefined)
      fault('renewedAt', 'must be given for an auction after the day-ahead one');
  });

const HolidayName = { name: Name };
const Holiday = z.union(
  [
    z.strictObject({ ...HolidayName, date: z.string().regex(/^\d\d-\d\d$/) }),
    z.strictObject({ ...HolidayName, fromEaster: z.int().min(-100).max(100) }),
    z.strictObject({ ...HolidayName, day: Day }),
  ],
  'must have a name and one of date (MM-DD), fromEaster (days) and day (YYYY-MM-DD)',
);

const Place = z.strictObject({
  latitude: Degrees(90),
  longitude: Degrees(180),
  load: Share,
  wind: Share,
  solar: Share,
});

const OwnMarket = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9]{1,11}$/, 'must be 2 to 12 lower-case letters and digits, such as fi')
      .refine((id) => id !== ALL, `must not be ${ALL}`),
    name: Name,
    country: z.string().regex(/^[A-Z]{2}$/, 'must be a country by ISO 3166-1, such as FI'),
    biddingZone: z.string().regex(/^[0-9A-Z-]{16}$/, 'must be an EIC code of 16 characters'),
    timeZone: z.string().max(64).superRefine(checkZone),
    currency: z.literal('EUR', 'must be EUR: answers and texts have prices in EUR/MWh'),
    reference: z.string().optional(),
    auctions: z.array(Auction).min(1).max(4).superRefine(checkAuctions),
    holidays: z.array(Holiday).max(400).default([]),
    plants: z.strictObject({ latitude: Degrees(90), longitude: Degrees(180) }),
    places: z.array(Place).max(50).default([]).superRefine(checkShares),
    plausible: z
      .record(
        z.string().regex(/^[a-z]+$/),
        z.tuple([z.number(), z.number()]).refine(([min, max]) => min < max, 'must rise'),
      )
      .default({}),
    neighbours: z
      .array(z.string().regex(/^[0-9A-Z-]{16}$/, 'must be an EIC code'))
      .max(20)
      .default([]),
    sources: z.array(z.enum(SOURCES)).default([]),
  })
  .refine(({ sources, places }) => !sources.includes('open-meteo') || places.length > 0, {
    path: ['places'],
    message: 'must be given for open-meteo',
  });

const MarketsFile = z.strictObject({
  markets: z
    .array(z.union([z.enum(IBERIA.map(({ id }) => id)), OwnMarket]))
    .min(1)
    .max(20),
});

/** Puts the markets of a file in the place of those of Iberia. Throws one OperatorError that lists every fault. */
export function installMarketsOf(file: string): void {
  const markets = readMarkets(file);
  try {
    installMarkets(markets);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new OperatorError(`MARKETS_FILE ${file}: ${cause.message}`, { cause });
  }
}

/** The markets of a file, which names those of Iberia by their ids. Throws one OperatorError that lists every fault. */
export function readMarkets(file: string): Market[] {
  let document: unknown;
  try {
    document = JSON.parse(readText(file));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new OperatorError(`MARKETS_FILE ${file} is no JSON document: ${cause.message}`, { cause });
  }
  const read = MarketsFile.safeParse(document, { reportInput: false });
  if (!read.success) {
    const faults = read.error.issues.flatMap((issue) => faultsOf(issue));
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
    throw new OperatorError(
      `MARKETS_FILE ${file} has ${count}; docs/markets.md has the fields:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
  return read.data.markets.map((market) => {
    const known = IBERIA.find(({ id }) => id === market);
    if (known !== undefined) return known;
    return { ...(market as z.infer<typeof OwnMarket>), isSimulated: false } as Market;
  });
}

/** A market that is neither a name nor a definition has the faults of the definition. */
function faultsOf(issue: z.core.$ZodIssue, path: readonly PropertyKey[] = []): string[] {
  const at = [...path, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 1 && issue.message === 'Invalid input') {
    return issue.errors[1].flatMap((inner) => faultsOf(inner, at));
  }
  return [`${at.join('.') || 'document'}: ${issue.message}`];
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= MOST_BYTES) return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`MARKETS_FILE ${file} cannot be read: ${reason}.`, { cause });
  }
  throw new OperatorError(`MARKETS_FILE ${file} is longer than ${MOST_BYTES} bytes.`);
}

function checkZone(zone: string, context: z.RefinementCtx): void {
  try {
    const year = new Date().getUTCFullYear();
    const { offsetAt } = clockOfZone(zone);
    for (let month = 0; month < 12; month++) offsetAt(Date.UTC(year, month, 1));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    context.addIssue({
      code: 'custom',
      message: cause.message.startsWith('The clock')
        ? 'must be whole hours from UTC, which delivery hours need'
        : 'must be a zone of the tz database, such as Europe/Helsinki',
    });
  }
}

function checkAuctions(auctions: { auction: string }[], context: z.RefinementCtx): void {
  const names = auctions.map(({ auction }) => auction);
  const isInOrder = names.every((name, i) => i === 0 || name > names[i - 1]);
  if (names[0] === 'da' && isInOrder) return;
  context.addIssue({ code: 'custom', message: 'must be da, then those after it in order, each once' });
}

function checkShares(places: z.infer<typeof Place>[], context: z.RefinementCtx): void {
  for (const share of ['load', 'wind', 'solar'] as const) {
    const sum = places.reduce((total, place) => total + place[share], 0);
    if (places.length === 0 || Math.abs(sum - 1) < 0.01) continue;
    context.addIssue({
      code: 'custom',
      message: `must have shares of ${share} that add up to 1, not ${sum}`,
    });
  }
}

function minutesOf({ dayOffset, time }: { dayOffset: number; time: string }): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (dayOffset * 24 + hours) * 60 + minutes;
}

function isRising(values: number[]): boolean {
  return values.every((value, i) => i === 0 || value > values[i - 1]);
}
