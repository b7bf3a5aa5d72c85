import type { Usage } from '@lonja/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { addDays } from '../../time/madrid-time.ts';
import { serviceNow } from '../../time/service-clock.ts';

const PAGE_SIZE = 200;
/** A view requests no more pages than this. */
const MOST_PAGES = 3;

export interface UsageView {
  records: Usage[];
  from: string;
  to: string;
  /** Whether days before `from` were left out. */
  isPartial: boolean;
}

/** Usage of the last days in UTC, today included. */
export function usageQuery(dayCount: number) {
  return queryOptions({
    queryKey: ['usage', dayCount],
    queryFn: ({ signal }) => readUsage(dayCount, signal),
  });
}

/** The last days in UTC, as the service takes them. */
export function usageSpan(dayCount: number) {
  const to = new Date(serviceNow()).toISOString().slice(0, 10);
  return { date_from: addDays(to, 1 - dayCount), date_to: to };
}

/** Pages come with the newest day first; the last day of a cut list may be incomplete and is left out. */
async function readUsage(dayCount: number, signal: AbortSignal): Promise<UsageView> {
  const { date_from: from, date_to: to } = usageSpan(dayCount);
  const records: Usage[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { items, total } = await client.settings.usage(
      { date_from: from, date_to: to, page, page_size: PAGE_SIZE },
      { signal },
    );
    records.push(...items);
    if (records.length >= total || items.length === 0) return { records, from, to, isPartial: false };
  }
  const oldest = records.at(-1)?.date ?? from;
  return {
    records: records.filter(({ date }) => date !== oldest),
    from: addDays(oldest, 1),
    to,
    isPartial: true,
  };
}
