import type { Locale } from '../i18n/define-messages.ts';

/** What the service says of a weaker run, and the same in Spanish; `$1` and so on are what it speaks of. */
const SPANISH: readonly (readonly [RegExp, string])[] = [
  [
    /^the bounds rest on forecasts of the last (\d+) days; (\d+) are wanted$/,
    'los límites se apoyan en pronósticos de los últimos $1 días; se quieren $2',
  ],
  [
    /^the model knows the prices of (\d+) days; (\d+) are wanted$/,
    'el modelo conoce los precios de $1 días; se quieren $2',
  ],
  [
    /^the bounds rest on errors of the weekly naive$/,
    'los límites se apoyan en los errores de la referencia semanal',
  ],
  [
    /^the bounds of ([\d-]+) are as wide as a day further ahead$/,
    'los límites del $1 son tan anchos como los de un día más tarde',
  ],
  [
    /^the bounds rest on the spread between (\w+) and (\w+)$/,
    'los límites se apoyan en la diferencia entre $1 y $2',
  ],
  [
    /^the weekly naive stands in for the model: .*$/,
    'la referencia semanal sustituye al modelo, por falta de historia',
  ],
  [
    /^the price of (\w+) stands in for the model: .*$/,
    'el precio de $1 sustituye al modelo, por falta de historia',
  ],
  [
    /^no past prices of (\w+) are known: the price of (\w+) stands in for the model, and the bounds rest on errors of the weekly naive$/,
    'no se conocen precios pasados de $1: el precio de $2 sustituye al modelo, y los límites se apoyan en los errores de la referencia semanal',
  ],
  [
    /^no past prices of (\w+) are known: the price of (\w+) stands in for the model, and the bounds are as wide as those of the day-ahead forecast$/,
    'no se conocen precios pasados de $1: el precio de $2 sustituye al modelo, con límites tan anchos como los del pronóstico diario',
  ],
  [
    /^no auction of ([\d-]+) is known yet; the day-ahead forecast stands in$/,
    'aún no se conoce ninguna subasta del $1; la sustituye el pronóstico diario',
  ],
  [/^prices from ([\d-]+) on are not available yet$/, 'los precios desde el $1 aún no están disponibles'],
  [
    /^(\S+) of ([\d-]+) is not available yet; the service's own forecast stands in$/,
    '$1 del $2 aún no está disponible; lo sustituye el pronóstico propio del servicio',
  ],
  [/^(\S+) of ([\d-]+) is not available yet$/, '$1 del $2 aún no está disponible'],
  [/^(\S+) after ([\d-]+) is not available yet$/, '$1 posterior al $2 aún no está disponible'],
  [
    /^prices of (\w+) after ([\d-]+) are not available yet$/,
    'los precios de $1 posteriores al $2 aún no están disponibles',
  ],
  [/^(\w+) of ([\d-]+) was published without prices$/, 'la subasta $1 del $2 se publicó sin precios'],
  [
    /^(\w+) of ([\d-]+) was published without prices; the day-ahead forecast stands in$/,
    'la subasta $1 del $2 se publicó sin precios; la sustituye el pronóstico diario',
  ],
  [
    /^(\w+) of ([\d-]+) was published without prices; (\w+) stands in$/,
    'la subasta $1 del $2 se publicó sin precios; la sustituye $3',
  ],
  [
    /^prices of (\w+) are not available yet; (\w+) stands in$/,
    'los precios de $1 aún no están disponibles; los sustituyen los de $2',
  ],
  [
    /^the forecast of (\w+) of ([\d-]+) is not available yet$/,
    'el pronóstico de $1 del $2 aún no está disponible',
  ],
  [
    /^the forecast of (\w+) of ([\d-]+) is not available yet; the service's own stands in$/,
    'el pronóstico de $1 del $2 aún no está disponible; lo sustituye el propio del servicio',
  ],
  [
    /^the forecast of (\w+) of ([\d-]+) has not been renewed since the auction before$/,
    'el pronóstico de $1 del $2 no se ha renovado desde la subasta anterior',
  ],
  [
    /^load, wind and solar of ([\d, -]+) are not forecast yet$/,
    'aún no hay pronóstico de demanda, eólica y solar del $1',
  ],
  [
    /^(\w+) of ([\d, -]+) is forecast without the weather$/,
    '$1 del $2: pronóstico hecho sin el tiempo previsto',
  ],
];

const SPANISH_QUANTITIES: Readonly<Record<string, string>> = {
  load: 'demanda',
  wind: 'eólica',
  solar: 'solar',
};

/** Why a run is weaker, in the reader's language where the reasons are known. */
export function degradedReasons(reasons: readonly string[], locale: Locale): string {
  return (locale === 'en' ? reasons : reasons.map(inSpanish)).join('; ');
}

function inSpanish(reason: string): string {
  for (const [pattern, text] of SPANISH) {
    const match = pattern.exec(reason);
    if (match === null) continue;
    return text.replace(/\$(\d)/g, (_, place: string) => {
      const word = match[Number(place)];
      return SPANISH_QUANTITIES[word] ?? word;
    });
  }
  return reason;
}
