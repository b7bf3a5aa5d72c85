import type { LonjaEvent } from '@lonja/client';
import { instant, plain } from './cell.ts';

/** When, what, of which product, and the id to go on after. */
export function eventLine({ id, event, occurred_at: at, data }: LonjaEvent): string {
  return [instant(at), plain(event), plain(textOf(data['product'])), plain(id)]
    .map(({ text }) => text)
    .join('  ');
}

/** A field of an event that is text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
