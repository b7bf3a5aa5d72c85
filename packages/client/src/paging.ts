import type { RequestOptions } from './call.ts';

/** A list that answers page by page. */
type PagedCall<Input, Page> = (input: Input, options?: RequestOptions) => Promise<Page>;

interface PageOf<Item> {
  items: Item[];
  total: number;
}

/** Every page of a list: `for await (const page of pages(client.marketData.prices, { ... }))`. */
export async function* pages<Input extends object, Page extends PageOf<unknown>>(
  list: PagedCall<Input & { page: number }, Page>,
  input: Input,
  options?: RequestOptions,
): AsyncGenerator<Page, void, void> {
  let seen = 0;
  for (let number = 1; ; number++) {
    const page = await list({ ...input, page: number }, options);
    seen += page.items.length;
    yield page;
    if (page.items.length === 0 || seen >= page.total) return;
  }
}

/** Every record of a list, a page asked for when it is needed. */
export async function* items<Input extends object, Item>(
  list: PagedCall<Input & { page: number }, PageOf<Item>>,
  input: Input,
  options?: RequestOptions,
): AsyncGenerator<Item, void, void> {
  for await (const page of pages(list, input, options)) yield* page.items;
}
