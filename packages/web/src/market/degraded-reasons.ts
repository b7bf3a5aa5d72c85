import type { Locale } from '../i18n/define-messages.ts';

type Texts = Readonly<Record<Locale, string>>;

/** Reasons of the service for a degraded forecast, in plain words; `$1` and so on are its days, products and quantities. */
const REASONS: readonly (readonly [RegExp, Texts])[] = [
  [
    /^the bounds rest on forecasts of the last (\d+) days; (\d+) are wanted$/,
    {
      en: 'the interval is based on forecasts of $1 days instead of $2',
      es: 'la banda se basa en previsiones de $1 días en lugar de $2',
    },
  ],
  [
    // Runs that were stored before version 1.0 say `knows`.
    /^the model (?:is fitted on|knows) the prices of (\d+) days(?:;| instead of) (\d+)(?: are wanted)?$/,
    {
      en: 'the model is fitted on $1 days of prices instead of $2',
      es: 'el modelo se ajusta con precios de $1 días en lugar de $2',
    },
  ],
  [
    /^the bounds rest on errors of the weekly naive$/,
    {
      en: 'the interval is based on errors of the weekly naive forecast',
      es: 'la banda se basa en los errores de la referencia semanal',
    },
  ],
  [
    /^the bounds of ([\d-]+) are as wide as a day further ahead$/,
    {
      en: 'the interval for $1 has the width of one more day ahead',
      es: 'la banda del $1 tiene la anchura de un día más de antelación',
    },
  ],
  [
    /^the bounds rest on the spread between (\w+) and (\w+)$/,
    {
      en: 'the interval is based on the spread between $1 and $2',
      es: 'la banda se basa en el diferencial entre $1 e $2',
    },
  ],
  [
    /^the weekly naive stands in for the model: .*$/,
    {
      en: 'the weekly naive forecast replaces the model because there is too little price history',
      es: 'la referencia semanal sustituye al modelo por falta de históricos de precios',
    },
  ],
  [
    /^the price of (\w+) stands in for the model: .*$/,
    {
      en: 'the $1 price replaces the model because there is too little price history',
      es: 'el precio del $1 sustituye al modelo por falta de históricos de precios',
    },
  ],
  [
    /^no past prices of (\w+) are known: the price of (\w+) stands in for the model, and the bounds rest on errors of the weekly naive$/,
    {
      en: 'there are no past prices of $1: the $2 price replaces the model, and the interval is based on errors of the weekly naive forecast',
      es: 'no hay precios anteriores del $1: el precio del $2 sustituye al modelo y la banda se basa en los errores de la referencia semanal',
    },
  ],
  [
    /^no past prices of (\w+) are known: the price of (\w+) stands in for the model, and the bounds are as wide as those of the day-ahead forecast$/,
    {
      en: 'there are no past prices of $1: the $2 price replaces the model, with the interval width of the day-ahead forecast',
      es: 'no hay precios anteriores del $1: el precio del $2 sustituye al modelo, con la anchura de banda de la previsión diaria',
    },
  ],
  [
    /^no auction of ([\d-]+) is known yet; the day-ahead forecast stands in$/,
    {
      en: 'no auction result for $1 is available yet; the day-ahead forecast is used instead',
      es: 'aún no hay resultados de subasta del $1; se usa la previsión diaria',
    },
  ],
  [
    /^prices from ([\d-]+) on are not available yet$/,
    {
      en: 'prices from $1 on are not available yet',
      es: 'los precios desde el $1 aún no están disponibles',
    },
  ],
  [
    /^(\S+) of ([\d-]+) is not available yet; the service's own forecast stands in$/,
    {
      en: '$1 for $2 is not available yet; Lonja’s own forecast is used instead',
      es: '$1 del $2: aún no disponible; se usa la previsión propia de Lonja',
    },
  ],
  [
    /^(\S+) of ([\d-]+) is not available yet$/,
    { en: '$1 for $2 is not available yet', es: '$1 del $2: aún no disponible' },
  ],
  [
    /^(\S+) after ([\d-]+) is not available yet$/,
    { en: '$1 after $2 is not available yet', es: '$1 posterior al $2: aún no disponible' },
  ],
  [
    /^prices of (\w+) after ([\d-]+) are not available yet$/,
    {
      en: '$1 prices after $2 are not available yet',
      es: 'los precios del $1 posteriores al $2 aún no están disponibles',
    },
  ],
  [
    /^(\w+) of ([\d-]+) was published without prices$/,
    { en: '$1 for $2 was published without prices', es: '$1 del $2: publicado sin precios' },
  ],
  [
    /^(\w+) of ([\d-]+) was published without prices; the day-ahead forecast stands in$/,
    {
      en: '$1 for $2 was published without prices; the day-ahead forecast is used instead',
      es: '$1 del $2: publicado sin precios; se usa la previsión diaria',
    },
  ],
  [
    /^(\w+) of ([\d-]+) was published without prices; (\w+) stands in$/,
    {
      en: '$1 for $2 was published without prices; $3 is used instead',
      es: '$1 del $2: publicado sin precios; se usa $3',
    },
  ],
  [
    /^prices of (\w+) are not available yet; (\w+) stands in$/,
    {
      en: '$1 prices are not available yet; $2 is used instead',
      es: 'los precios del $1 aún no están disponibles; se usan los del $2',
    },
  ],
  [
    /^the forecast of (\w+) of ([\d-]+) is not available yet$/,
    {
      en: 'the $1 forecast for $2 is not available yet',
      es: 'la previsión de $1 del $2 aún no está disponible',
    },
  ],
  [
    /^the forecast of (\w+) of ([\d-]+) is not available yet; the service's own stands in$/,
    {
      en: 'the $1 forecast for $2 is not available yet; Lonja’s own forecast is used instead',
      es: 'la previsión de $1 del $2 aún no está disponible; se usa la propia de Lonja',
    },
  ],
  [
    /^the forecast of (\w+) of ([\d-]+) has not been renewed since the auction before$/,
    {
      en: 'the $1 forecast for $2 has not been updated since the previous auction',
      es: 'la previsión de $1 del $2 no se ha actualizado desde la subasta anterior',
    },
  ],
  [
    /^load, wind and solar of ([\d, -]+) are not forecast yet$/,
    {
      en: 'load, wind and solar are not forecast yet for $1',
      es: 'aún no hay previsión de demanda, eólica y solar del $1',
    },
  ],
  [
    // Runs that were stored before version 1.0 say `the weather`.
    /^(\w+) of ([\d, -]+) is forecast without (?:the weather|weather data)$/,
    {
      en: '$1 for $2 is forecast without weather data',
      es: 'la previsión de $1 del $2 se ha calculado sin datos meteorológicos',
    },
  ],
];

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: { da: 'day-ahead', ida1: 'intraday 1', ida2: 'intraday 2', ida3: 'intraday 3' },
  es: {
    da: 'diario',
    ida1: 'intradiario 1',
    ida2: 'intradiario 2',
    ida3: 'intradiario 3',
    load: 'demanda',
    wind: 'eólica',
    solar: 'solar',
  },
};

const DAY = /\d{4}-\d{2}-\d{2}/g;

/** The reasons that concern a delivery day: those that name it, and those that name no day. */
export function reasonsOfDay(reasons: readonly string[], day: string): string[] {
  return reasons.filter((reason) => {
    const days = reason.match(DAY) ?? [day];
    return days.includes(day);
  });
}

/** Why a forecast is degraded, in the reader's language where the reasons are known. */
export function degradedReasons(reasons: readonly string[], locale: Locale): string {
  return reasons.map((reason) => inWords(reason, locale)).join('; ');
}

function inWords(reason: string, locale: Locale): string {
  for (const [pattern, texts] of REASONS) {
    const match = pattern.exec(reason);
    if (match === null) continue;
    return texts[locale].replace(/\$(\d)/g, (_, place: string) => {
      const word = match[Number(place)] ?? '';
      return WORDS[locale][word] ?? word.replace(/(\d{4})-(\d{2})-(\d{2})/g, '$3/$2/$1');
    });
  }
  return reason;
}
