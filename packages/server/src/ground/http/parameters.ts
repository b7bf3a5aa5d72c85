import { AUCTIONS, isDeliveryDay, type Product, TIME_ZONE, ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { LOCALES } from '../config/locale.ts';
import { readInstant } from './read-instant.ts';
import { type DayZone, RELATIVE_DAYS } from './relative-day.ts';

/** Names of the auctions on the pages by market, with the product that each stands for. */
export const PRODUCT_OF_MARKET = {
  'day-ahead': 'da',
  'intraday-1': 'ida1',
  'intraday-2': 'ida2',
  'intraday-3': 'ida3',
} as const satisfies Record<string, Product>;

export const MARKET_NAMES = ['day-ahead', 'intraday-1', 'intraday-2', 'intraday-3'] as const;

export const MarketId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Market identifier; GET /markets lists them', examples: ['es'] });

/** A market of a route whose errors do not tell an unknown one from another bad value. */
export const KnownMarketId = z
  .string()
  .refine((id) => ZONES.includes(id), `Send a market of GET /markets, such as ${ZONES[0]}.`)
  .default(ZONES[0])
  .meta({ description: 'Market identifier; GET /markets lists them', examples: ['es'] });

export const ProductName = z.enum(AUCTIONS).meta({
  description: 'Market product: day-ahead (`da`) or one of the three intraday auctions',
  examples: ['da'],
});

/** The auction as the routes of the specification name it. */
export const MarketParameter = z.enum(MARKET_NAMES).default('day-ahead').meta({ description: 'Auction' });

const dayOrWord = () => [
  { type: 'string', format: 'date' },
  { type: 'string', enum: [...RELATIVE_DAYS] },
];
const DAY_ZONES = ['market', 'UTC'] as const satisfies DayZone[];
const DAY_FORMS: Record<DayZone, unknown> = { market: dayOrWord(), UTC: dayOrWord() };

/** A day of a query or body, which may be asked for by a word: the validator puts the day in its place. */
export function dayParameter(description: string, example = '2026-03-31', zone: DayZone = 'market') {
  return z
    .string()
    .refine(isDeliveryDay, {
      message: 'Send a calendar day as YYYY-MM-DD, or yesterday, today or tomorrow.',
      abort: true,
    })
    .meta({
      description,
      anyOf: DAY_FORMS[zone],
      examples: [example],
    });
}

/** Whose days a field takes, which may be asked for by a word; undefined for a field of another kind. */
export function dayZoneOf(schema: unknown): DayZone | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return dayZoneOf(schema.unwrap());
  if (!(schema instanceof z.ZodString)) return undefined;
  const form = schema.meta()?.['anyOf'];
  return form === undefined ? undefined : DAY_ZONES.find((zone) => DAY_FORMS[zone] === form);
}

/** An instant with an offset, kept as text; `parseInstant` reads it. */
export function instantParameter(description: string, example: string) {
  return z
    .string()
    .refine((text) => readInstant(text) !== undefined, {
      message: 'Send an instant with an offset, such as 2026-03-31T00:00:00Z or 2026-03-31T02:00:00+02:00.',
      abort: true,
    })
    .meta({ description, format: 'date-time', examples: [example] });
}

/** Epoch ms of a checked instant. */
export function parseInstant(text: string): number {
  const instant = readInstant(text);
  if (instant === undefined)
    throw new RangeError(`"${text}" is not an instant; its schema lets none through.`);
  return instant;
}

/** The same for a parameter that may be absent. */
export function findInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}

const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A time of day in Madrid. */
export function localTimeParameter(description: string, example: string) {
  return z
    .string()
    .regex(LOCAL_TIME, 'Send a time of day in Madrid from 00:00 to 23:59 as HH:MM, such as 10:00.')
    .meta({ description, examples: [example] });
}

const DECIMAL = /^-?\d{1,4}(\.\d{1,6})?$/;

/** A decimal number of a query, which arrives as text. */
export function decimalParameter(bounds: { min: number; max: number }, description: string, example: string) {
  const message = `Send a decimal number from ${bounds.min} to ${bounds.max}, such as ${example}.`;
  return z
    .string()
    .regex(DECIMAL, message)
    .refine((text) => Number(text) >= bounds.min && Number(text) <= bounds.max, message)
    .meta({ description, examples: [example] });
}

export const Hour = z
  .int()
  .min(0)
  .max(23)
  .meta({
    description: `Local hour 0-23 in ${TIME_ZONE} in which the delivery hour starts`,
    examples: [20],
  });

export const Resolution = z.enum(['PT1H', 'PT15M']).default('PT1H').meta({
  description: 'Length of the delivery periods: hours (default) or quarter hours',
});

const MAX_PAGE = 1_000_000;

export const Page = z.int().min(1).max(MAX_PAGE).default(1).meta({ description: 'Page, from 1' });

/** Records a page on the client API. */
export const PageSize = z.int().min(1).max(1000).default(100).meta({ description: 'Records a page' });

export const AsOf = instantParameter(
  'Answer as it was at this moment: runs issued later are left out',
  '2026-03-30T10:30:00Z',
).optional();

export const Format = z.enum(['json', 'csv']).optional().meta({
  description: 'Format of the answer; wins over the Accept header (`text/csv`)',
});

export const CsvLocale = z.enum(LOCALES).default('en').meta({
  description:
    'How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset',
});

const MOST_QUANTILES = 21;
const QUANTILES_MESSAGE = `Send 1 to ${MOST_QUANTILES} numbers from 1 to 99 with at most 1 decimal that rise, separated by commas, such as 2.5,25,75,97.5.`;

const rise = (percents: number[]) => percents.every((percent, i) => i === 0 || percent > percents[i - 1]);

/** Percents of quantiles as a list; an empty one for none. */
export const WantedQuantiles = z
  .array(z.int().min(1).max(99))
  .max(MOST_QUANTILES)
  .refine(rise, 'Send whole numbers from 1 to 99 that rise, such as [5, 25, 75, 95].');

/** Percents of quantiles as text; `parseNumbers` reads it. */
export const Quantiles = z
  .string()
  .regex(/^[1-9]\d?(\.\d)?(,[1-9]\d?(\.\d)?)*$/, { message: QUANTILES_MESSAGE, abort: true })
  .refine((text) => {
    const percents = parseNumbers(text);
    return percents.length <= MOST_QUANTILES && rise(percents) && percents.every((percent) => percent <= 99);
  }, QUANTILES_MESSAGE)
  .optional()
  .meta({
    description: `Quantiles that every point is to have, in percent: 1 to ${MOST_QUANTILES} numbers from 1 to 99 with at most 1 decimal, rising`,
    examples: ['5,25,75,95'],
  });

/** The numbers of a checked list with commas between them. */
export function parseNumbers(text: string): number[] {
  return text.split(',').map(Number);
}
