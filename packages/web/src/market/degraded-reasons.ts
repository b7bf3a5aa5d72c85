import type { DegradedReason } from '@lonja/client';
import type { Locale } from '../i18n/define-messages.ts';
import { joinArticles } from '../i18n/join-articles.ts';

type Code = Exclude<DegradedReason['code'], 'other'>;
/** A reason in both languages; `{input}` and so on are its parts. */
type Texts = Readonly<Record<Locale, string>>;

const TEXTS: Readonly<Record<Code, Texts>> = {
  prices_late: {
    en: 'prices from {day} on are not available yet',
    es: 'los precios desde el {day} aún no están disponibles',
  },
  auction_prices_late: {
    en: '{input} prices after {day} are not available yet',
    es: 'los precios de {input} posteriores al {day} aún no están disponibles',
  },
  auction_late: {
    en: '{input} prices are not available yet',
    es: 'los precios de {input} aún no están disponibles',
  },
  auction_empty: {
    en: '{input} for {day} was published without prices',
    es: '{input} del {day}: sin precios publicados',
  },
  no_auction_known: {
    en: 'no auction result for {day} is available yet',
    es: 'aún no hay ningún resultado de la casación del {day}',
  },
  input_late: { en: '{input} for {day}: not available yet', es: '{input} del {day}: aún no disponible' },
  input_stale: {
    en: '{input} after {day}: not available yet',
    es: '{input} posterior al {day}: aún no disponible',
  },
  input_not_renewed: {
    en: '{input} for {day}: not updated since the previous auction',
    es: '{input} del {day}: sin actualizar desde la subasta anterior',
  },
  fundamentals_not_forecast: {
    en: 'load, wind and solar are not forecast yet for {day}',
    es: 'aún no hay previsión de demanda, eólica y solar del {day}',
  },
  no_weather: {
    en: '{input} for {day} is forecast without weather data',
    es: 'la previsión de {input} del {day} se ha calculado sin datos meteorológicos',
  },
  not_modelled: {
    en: '{input} for {day} is not forecast yet by a model',
    es: 'aún no hay previsión de {input} del {day} de un modelo',
  },
  short_history: {
    en: 'the model is fitted on {known} days of prices instead of {wanted}',
    es: 'el modelo se ajusta con precios de {known} días en lugar de {wanted}',
  },
  model_replaced: {
    en: 'the model could not run: too little price history',
    es: 'el modelo no se ha podido calcular: faltan históricos de precios',
  },
  no_past_prices: {
    en: 'there are no past prices of {input}',
    es: 'no hay precios anteriores de {input}',
  },
  few_calibration_days: {
    en: 'the interval is based on forecasts of {known} days instead of {wanted}',
    es: 'la banda se basa en previsiones de {known} días en lugar de {wanted}',
  },
  bounds_widened: {
    en: 'the interval for {day} has the width of one more day ahead',
    es: 'la banda del {day} tiene la anchura de un día más de antelación',
  },
  bounds_of_naive: {
    en: 'the interval is based on errors of the weekly naive forecast',
    es: 'la banda se basa en los errores de la referencia semanal',
  },
  bounds_of_day_ahead: {
    en: 'the interval has the width of that of the day-ahead forecast',
    es: 'la banda tiene la anchura de la de la previsión del mercado diario',
  },
  bounds_of_spread: {
    en: 'the interval is based on the spread of {input} to an earlier auction',
    es: 'la banda se basa en el diferencial de {input} respecto a una subasta anterior',
  },
};

const STAND_IN: Texts = { en: '{reason}; used instead: {stand_in}', es: '{reason}; en su lugar: {stand_in}' };

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {
    da: 'day-ahead',
    ida1: 'intraday 1',
    ida2: 'intraday 2',
    ida3: 'intraday 3',
    'price.ida1': 'price of intraday 1',
    'gas.price': 'gas price',
    'load.forecast': 'load forecast',
    'wind.forecast': 'wind forecast',
    'solar.forecast': 'solar forecast',
    'da.forecast': 'the day-ahead forecast',
    own_forecast: 'Lonja’s own forecast',
    weekly_naive: 'the weekly naive forecast',
  },
  es: {
    da: 'el mercado diario',
    ida1: 'la IDA1',
    ida2: 'la IDA2',
    ida3: 'la IDA3',
    load: 'demanda',
    wind: 'eólica',
    solar: 'solar',
    'price.ida1': 'precio de la IDA1',
    'gas.price': 'precio del gas',
    'load.forecast': 'previsión de demanda',
    'wind.forecast': 'previsión eólica',
    'solar.forecast': 'previsión solar',
    'da.forecast': 'la previsión del mercado diario',
    own_forecast: 'la previsión propia de Lonja',
    weekly_naive: 'la referencia semanal',
  },
};

/** Why a forecast is degraded, in the reader's language; in English where the service has no code for it. */
export function degradedReasons(reasons: readonly DegradedReason[], locale: Locale): string {
  return reasons.map((reason) => inWords(reason, locale)).join('; ');
}

function inWords(reason: DegradedReason, locale: Locale): string {
  if (!isKnown(reason)) return reason.text;
  const word = (name: string | null) => WORDS[locale][name ?? ''] ?? name ?? '';
  const parts: Record<string, string> = {
    input: word(reason.input),
    stand_in: word(reason.stand_in),
    day: (reason.day ?? '').replace(/(\d{4})-(\d{2})-(\d{2})/, '$3/$2/$1'),
    known: String(reason.known ?? ''),
    wanted: String(reason.wanted ?? ''),
  };
  const text = fill(TEXTS[reason.code][locale], parts);
  return reason.stand_in === null ? text : fill(STAND_IN[locale], { ...parts, reason: text });
}

/** A service of a later release may have codes that are not known here. */
function isKnown(reason: DegradedReason): reason is DegradedReason & { code: Code } {
  return reason.code in TEXTS;
}

function fill(text: string, parts: Readonly<Record<string, string>>): string {
  return joinArticles(text.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? ''));
}
