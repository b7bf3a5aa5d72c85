import { PRODUCTS, isDeliveryDay } from '@lonja/forecasting/market';
import { z } from 'zod';
import { MARKET_NAMES } from '../market-names.ts';

/** What four digits of a year can say in UTC: an answer repeats the instant. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00Z');
const END_OF_INSTANTS = Date.parse('+010000-01-01T00:00:00Z');
const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export const MarketId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Market identifier; GET /markets lists them', examples: ['es'] });

export const ProductName = z.enum(PRODUCTS).meta({
  description: 'Market product: day-ahead (`da`) or one of the three intraday auctions',
  examples: ['da'],
});

export const MarketParameter = z.enum(MARKET_NAMES).default('day-ahead').meta({ description: 'Auction' });

/** A real calendar day; what it means is the parameter's own. */
export function dayParameter(description: string, example = '2026-03-31') {
  return z
    .string()
    .refine(isDeliveryDay, { message: 'Send a calendar day as YYYY-MM-DD.', abort: true })
    .meta({ description, format: 'date', examples: [example] });
}

/** An instant with an offset, kept as text; `parseInstant` reads it. */
export function instantParameter(description: string, example: string) {
  return z
    .string()
    .refine(isInstant, {
      message: 'Send an instant with an offset, such as 2026-03-31T00:00:00Z.',
      abort: true,
    })
    .meta({ description, format: 'date-time', examples: [example] });
}

/** Epoch ms of a checked instant. */
export function parseInstant(text: string): number {
  return Date.parse(restorePlus(text));
}

/** The same for a parameter that may be absent. */
export function findInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
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
    description: 'Local hour 0-23 in Europe/Madrid in which the delivery hour starts',
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

function isInstant(text: string): boolean {
  const restored = restorePlus(text);
  if (!INSTANT_PATTERN.test(restored) || !isDeliveryDay(restored.slice(0, 10))) return false;
  const instant = Date.parse(restored);
  return instant >= FIRST_INSTANT && instant < END_OF_INSTANTS;
}

/** A `+` that was not percent-encoded arrives as a space. */
function restorePlus(text: string): string {
  return text.replace(/ (\d{2}:\d{2})$/, '+$1');
}
