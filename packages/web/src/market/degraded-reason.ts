import type { Locale } from '../i18n/define-messages.ts';

/** What the service says of a weaker run, and the same in Spanish; `$1` and so on are what it speaks of. */
const SPANISH: readonly (readonly [RegExp, string])[] = [
  [
    /^the bounds rest on forecasts of the last (\d+) days; (\d+) are wanted$/,
    'los límites se apoyan en pronósticos de los últimos $1 días; se quieren $2',
  ],
  [
    /^the bounds rest on errors of the weekly naive$/,
    'los límites se apoyan en los errores de la referencia semanal',
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
    /^no past prices of (\w+) are known: the price of (\w+) stands in for the model, .*$/,
    'no se conocen precios pasados de $1: el precio de $2 sustituye al modelo, con límites más anchos',
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
];

/** Why a run is weaker, in the reader's language where the reason is known. */
export function degradedReason(reason: string, locale: Locale): string {
  if (locale === 'en') return reason;
  const known = SPANISH.find(([pattern]) => pattern.test(reason));
  return known === undefined ? reason : reason.replace(...known);
}
