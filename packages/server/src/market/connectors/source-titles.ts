import type { DeclaredName } from '../../ground/config/declared-name.ts';
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

/** Under which terms the data of each source come, and the name to give as the source. docs/data-dictionary.md says more. */
export const SOURCE_LICENCES: Readonly<Record<LiveSourceName, string>> = {
  omie: 'legal notice of omie.es; name as the source: OMIE',
  redata: 'terms of use of REData; name as the source: Red Eléctrica (REE), REData',
  'open-meteo':
    'CC BY 4.0, the free interface for non-commercial use; name as the source: Weather data by Open-Meteo.com',
  esios: 'terms of use of ESIOS; name as the source: Red Eléctrica (REE), ESIOS',
  entsoe: 'terms of the Transparency Platform; name as the source: ENTSO-E Transparency Platform',
  'energy-charts': 'CC BY 4.0; name as the source: Energy-Charts (Fraunhofer ISE)',
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
