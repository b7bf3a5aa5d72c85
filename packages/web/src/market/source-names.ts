import type { Locale } from '../i18n/define-messages.ts';
import { joinArticles } from '../i18n/join-articles.ts';

const SOURCES: Record<string, string> = {
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

/** What sources publish, in the singular and with the article, by its key. */
const PUBLICATIONS: Record<string, Record<Locale, string>> = {
  'price.da': { en: 'the day-ahead price', es: 'el precio del mercado diario' },
  'price.ida1': { en: 'the price of IDA1', es: 'el precio de IDA1' },
  'price.ida2': { en: 'the price of IDA2', es: 'el precio de IDA2' },
  'price.ida3': { en: 'the price of IDA3', es: 'el precio de IDA3' },
  'load.forecast': { en: 'the load forecast', es: 'la previsión de demanda' },
  'wind.forecast': { en: 'the wind power forecast', es: 'la previsión eólica' },
  'solar.forecast': { en: 'the solar power forecast', es: 'la previsión solar' },
  'wind-solar.forecast': {
    en: 'the wind and solar power forecast',
    es: 'la previsión eólica y solar',
  },
  'weather.forecast': { en: 'the weather forecast', es: 'la previsión meteorológica' },
  'weather.outlook': { en: 'the weather outlook', es: 'la perspectiva meteorológica' },
  'weather.archive': { en: 'the archived weather', es: 'el archivo meteorológico' },
  'load.actual': { en: 'the measured load', es: 'la demanda medida' },
  'generation.actual': { en: 'the measured generation', es: 'la generación medida' },
  'generation.energy': { en: 'the generated energy', es: 'la energía generada' },
  'netimport.actual': { en: 'the measured net import', es: 'el saldo de intercambios medido' },
  'netimport.energy': { en: 'the imported net energy', es: 'la energía neta importada' },
  'dispatch.actual': { en: 'the dispatch', es: 'el despacho' },
};
const KEYS = Object.keys(PUBLICATIONS)
  .toSorted((a, b) => b.length - a.length)
  .map((key) => key.replace('.', '\\.'));
const BEFORE = Object.values(SOURCES).join('|');
const KEY = new RegExp(`(?:\\b(${BEFORE}) )?(?<![\\w.-])(${KEYS.join('|')})(?![\\w-]|\\.\\w)`, 'g');

/** A text with the publications in it by their names in place of their keys. */
export function withPublicationNames(text: string, locale: Locale): string {
  const named = text.replace(KEY, (_, source: string | undefined, key: string) => {
    const name = PUBLICATIONS[key]?.[locale] ?? key;
    return source === undefined ? name : `${source}, ${name}`;
  });
  return locale === 'es' ? joinArticles(named) : named;
}
