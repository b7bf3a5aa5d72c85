import type { Client, PriceRecord } from '@lonja/client';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { CommandFailure } from '../errors.ts';
import { deliveryDay } from '../output/madrid-time.ts';

interface DaySpan {
  date_from: string;
  date_to: string;
}

/** Days that the service groups in one answer, and how many groups a page has. */
const LONGEST_SPAN_DAYS = 731;
const PAGE_SIZE = 200;

/**
 * The part of a span that has both forecasts and prices, with a sentence where it is shorter than the span. Throws CommandFailure where
 * there is no such day. The service takes spans of two days and more: one with a single such day has a day beside it too, which adds nothing.
 */
export async function scoredSpan(
  client: Client,
  market: PriceRecord['market'],
  asked: DaySpan,
): Promise<DaySpan & { cutNote?: string }> {
  const days = await scoredDays(client, market, asked);
  const first = days.at(0);
  const last = days.at(-1);
  const { date_from: from, date_to: to } = asked;
  if (first === undefined || last === undefined) {
    throw new CommandFailure(
      `${market} has no day from ${from} to ${to} with both forecasts and prices; name other days with --from and --to.`,
      EXIT_CODE.notFound,
    );
  }
  if (first === from && last === to) return asked;
  const isSingle = first === last;
  return {
    date_from: isSingle && first > from ? dayAt(first, -1) : first,
    date_to: isSingle && first === from ? dayAt(last, 1) : last,
    cutNote: `Cut to ${first} to ${last}: of ${from} to ${to} only these days have both forecasts and prices.`,
  };
}

async function scoredDays(client: Client, market: PriceRecord['market'], span: DaySpan): Promise<string[]> {
  const days: string[] = [];
  for (let page = 1; ; page++) {
    const earliest = dayAt(span.date_to, 1 - LONGEST_SPAN_DAYS);
    const { items, total } = await client.statistics.accuracy({
      market,
      date_from: span.date_from > earliest ? span.date_from : earliest,
      date_to: span.date_to,
      group_by: 'day',
      page,
      page_size: PAGE_SIZE,
    });
    days.push(...items.map(({ group }) => group));
    if (items.length === 0 || days.length >= total) return days.toSorted();
  }
}

function dayAt(day: string, offsetDays: number): string {
  return deliveryDay(Date.parse(`${day}T12:00:00Z`), offsetDays);
}
