/** The auctions, in the order in which a delivery day passes them. */
export const PRODUCTS = ['da', 'ida1', 'ida2', 'ida3'] as const;
export type ProductName = (typeof PRODUCTS)[number];

export function isProduct(text: unknown): text is ProductName {
  return PRODUCTS.some((product) => product === text);
}
