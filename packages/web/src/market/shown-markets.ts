/** A market as the service writes it into the page. */
export interface ShownMarket {
  id: string;
  name?: string;
  zone: string;
  products: readonly string[];
}

const written =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name=markets]')?.content;
const ZONE_OF_IBERIA = 'Europe/Madrid';
const ALL = ['da', 'ida1', 'ida2', 'ida3'];

/** The markets of the service, the one with forecasts of its own first: those of Iberia where the page says no others. */
export const SHOWN_MARKETS: readonly [ShownMarket, ...ShownMarket[]] =
  written === undefined
    ? [
        { id: 'es', zone: ZONE_OF_IBERIA, products: ALL },
        { id: 'pt', zone: ZONE_OF_IBERIA, products: ALL },
      ]
    : JSON.parse(written);

/** Zone of delivery days and hours. */
export const ZONE = SHOWN_MARKETS[0].zone;

/** Texts name the clock of Madrid: with the city of the market's zone in its place. */
export function inZone(text: string): string {
  return ZONE === ZONE_OF_IBERIA
    ? text
    : text.replace(ZONE_OF_IBERIA, ZONE).replace('Madrid', ZONE.replace(/.*\//, '').replaceAll('_', ' '));
}
