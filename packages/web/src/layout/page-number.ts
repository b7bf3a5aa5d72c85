const LAST_PAGE = 1_000_000;

/** The page of a list that the address bar names; undefined: the first. */
export function pageNumber(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : undefined;
}

/** The page of an address, for `validateSearch`. */
export function readPage(value: unknown): { page?: number } {
  const page = pageNumber(value);
  return page === undefined ? {} : { page };
}
