/** Names of sources in the trade, by key. */
export const SOURCES: Readonly<Record<string, string>> = {
  omie: 'OMIE',
  redata: 'REData',
  'open-meteo': 'Open-Meteo',
  esios: 'ESIOS',
  entsoe: 'ENTSO-E',
  'energy-charts': 'Energy-Charts',
};

/** A source by the name that it has in the trade; one that the application does not know keeps its key. */
export function sourceName(source: string): string {
  return SOURCES[source] ?? source;
}
