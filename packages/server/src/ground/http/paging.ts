import { z } from 'zod';

const DEFAULT_PAGE_SIZE = 50;
const LARGEST_PAGE_SIZE = 200;
const LAST_PAGE = 1_000_000;

/** Parameters of every list of the app routes. */
export const pageParameters = {
  page: z
    .int()
    .min(1)
    .max(LAST_PAGE)
    .default(1)
    .meta({ description: 'Page, from 1', examples: [1] }),
  page_size: z
    .int()
    .min(1)
    .max(LARGEST_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .meta({ description: 'Records in a page', examples: [50] }),
};

/** The page object of a list of the app routes; a route answers with its query beside the items, of which this keeps the page. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    items: z.array(item),
    total: z.int().min(0).meta({ description: 'Matching records' }),
    page: z.int().min(1),
    page_size: z.int().min(1).meta({ description: 'Most records in a page' }),
  });
}

export function windowOf({ page, page_size: limit }: { page: number; page_size: number }) {
  return { limit, offset: (page - 1) * limit };
}

/** The query of a list that takes nothing but a page. */
export const PageQuery = z.strictObject(pageParameters);
