import { type RequestOptions, pages } from '@lonja/client';
import { parseCount } from '../option-values.ts';
import { option, sentAs, withDefault } from './inputs.ts';

const SHOWN = 50;
const PAGE_SIZE = 200;

export const listInputs = {
  limit: sentAs('page_size', withDefault(option('count', 'most records to show', parseCount), SHOWN)),
};

export interface Collected<Item> {
  items: Item[];
  total: number;
}

type PagedInput = { page: number; page_size: number };

/** The first records of a list, from as many pages as it takes. */
export async function collect<Input extends object, Item>(
  list: (input: Input & PagedInput, options?: RequestOptions) => Promise<Collected<Item>>,
  input: Input,
  limit: number,
  pageSize: number = PAGE_SIZE,
): Promise<Collected<Item>> {
  const items: Item[] = [];
  let total = 0;
  for await (const page of pages(list, { ...input, page_size: Math.min(limit, pageSize) })) {
    items.push(...page.items);
    total = page.total;
    if (items.length >= limit) break;
  }
  return { items: items.slice(0, limit), total };
}

/** Says when there are more records than are shown. */
export function moreThanShown({ items, total }: Collected<unknown>): string[] {
  return items.length < total ? [`${items.length} of ${total}; --limit shows more.`] : [];
}
