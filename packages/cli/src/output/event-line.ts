import type { LonjaEvent } from '@lonja/client';
import { instant, plain } from './cell.ts';

/** When, what, of which product, and the id to go on after. */
export function eventLine({ id, event, occurred_at: at, data }: LonjaEvent): string {
  return [instant(at), plain(event), plain(productText(data)), plain(id)].map(({ text }) => text).join('  ');
}

/** The product of an event, with its market where that is not Spain. */
export function productText(data: LonjaEvent['data']): string {
  return textOf(data[data['market_id'] === 'es' ? 'product' : 'market_product_id']);
}

/** A field of an event that is text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
