import type { DataColour } from '../../charts/colours.ts';
import { useMessages } from '../../i18n/locale.ts';

const COLOURS = {
  calendar: 'naive',
  recent_prices: 'price',
  load: 'flow',
  wind: 'wind',
  solar: 'solar',
  gas: 'thermal',
  hydro: 'hydro',
  nuclear: 'nuclear',
  zone_spread: 'second',
} as const satisfies Record<string, DataColour>;

type KnownDriver = keyof typeof COLOURS;

export function driverColour(input: string): DataColour {
  return isKnown(input) ? COLOURS[input] : 'other';
}

/** Names of the inputs; one that the application does not know yet keeps the service's name. */
export function useDriverName(): (input: string) => string {
  const t = useMessages('drivers.page');
  return (input) => (isKnown(input) ? t(input) : input.replaceAll(/[_.]/g, ' '));
}

function isKnown(input: string): input is KnownDriver {
  return Object.hasOwn(COLOURS, input);
}
