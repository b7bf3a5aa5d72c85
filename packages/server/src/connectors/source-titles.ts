import type { DeclaredName } from '../declared-name.ts';
import type { LiveSourceName } from './source.ts';

/** Names of the live sources as people know them. */
export const SOURCE_TITLES: Readonly<Record<LiveSourceName, string>> = {
  omie: 'OMIE',
  redata: 'REData',
  'open-meteo': 'Open-Meteo',
  esios: 'ESIOS',
  entsoe: 'ENTSO-E',
  'energy-charts': 'Energy-Charts',
};

/** The variables with the tokens of the sources that ask for one. */
export const TOKEN_VARIABLES: Readonly<Partial<Record<LiveSourceName, string>>> = {
  esios: 'ESIOS_TOKEN',
  entsoe: 'ENTSOE_TOKEN',
};

const TITLES = new Map<string, string>(Object.entries(SOURCE_TITLES));

/** A declared source is called by its name, which its operator gave it. */
export function titleOf(source: LiveSourceName | DeclaredName): string {
  return TITLES.get(source) ?? source;
}
