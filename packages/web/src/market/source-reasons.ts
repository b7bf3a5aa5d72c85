import type { Locale } from '../i18n/define-messages.ts';
import { withPublicationNames } from './source-names.ts';

/** Forms of what the service says of a source, a day or a delivery, with the Spanish text; `$1` and so on are the parts that differ. */
const FORMS: readonly (readonly [form: RegExp, spanish: string])[] = [
  // Sources that give no answer.
  [
    /^(\S+) got no request for (.+): requests are paused until (.+) Madrid time after this failure: (.+)$/,
    'no se ha pedido $2 a $1: las peticiones están en pausa hasta el $3 (hora de Madrid) tras este fallo: $4',
  ],
  [/^(\S+) asked for a pause of (\d+) s more$/, '$1 ha pedido una pausa de $2 s más'],
  [/^(\S+) was not requested$/, 'no se ha solicitado $1'],
  [
    /^(\S+) answered (\d+) with a web page in place of (.+)$/,
    '$1 respondió $2 con una página web en lugar de $3',
  ],
  [/^(\S+) answered (\d+) for (.+)$/, '$1 respondió $2 a la petición de $3'],
  [/^(\S+) did not answer within (\d+) ms for (.+)$/, '$1 no respondió en $2 ms a la petición de $3'],
  [
    /^(\S+) could not be reached or broke off for (.+)$/,
    'no se pudo conectar con $1, o se cortó la conexión, al pedir $2',
  ],
  // What was asked for.
  [/^weather of (\S+) to (\S+)$/, 'la meteorología del $1 al $2'],
  [/^indicator (\d+) of (\S+) to (\S+)$/, 'el indicador $1 del $2 al $3'],
  [/^(.+) of (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)$/, '$1 del $2 al $3'],
  [/^check ([A-Z_]+)$/, 'compruebe $1'],
  [/^check ([A-Z_]+), or whether it is under maintenance$/, 'compruebe $1, o si está en mantenimiento'],
  [
    /^it asks for no token, so it may block the address of this machine or this program: see whether it opens in a browser$/,
    'no pide token, así que puede estar bloqueando la dirección de este equipo o este programa: compruebe si se abre en un navegador',
  ],
  [
    /^it asks for no token, so it may block the address of this machine or this program: see whether it opens in a browser, or whether it is under maintenance$/,
    'no pide token, así que puede estar bloqueando la dirección de este equipo o este programa: compruebe si se abre en un navegador o si está en mantenimiento',
  ],
  [
    /^its address may have changed: see whether a newer version of Lonja is out$/,
    'su dirección puede haber cambiado: compruebe si hay una versión más reciente de Lonja',
  ],
  [
    /^it does not take this request: see whether a newer version of Lonja is out$/,
    'no acepta esta petición: compruebe si hay una versión más reciente de Lonja',
  ],
  // Answers that cannot be read.
  [/^(.+): expected JSON, found (.+)$/, '$1: se esperaba JSON y se recibió $2'],
  [/^(.+): expected XML, found (.+)$/, '$1: se esperaba XML y se recibió $2'],
  [
    /^(.+): expected a market document, found (.+)$/,
    '$1: se esperaba un documento de mercado y se recibió $2',
  ],
  [/^(.+): expected zone (\S+), found none$/, '$1: se esperaba la zona $2 y no se recibió ninguna'],
  [/^(.+): expected zone (\S+), found (.+)$/, '$1: se esperaba la zona $2 y se recibió $3'],
  [/^(.+): expected EUR\/MWH or MAW, found (.+)$/, '$1: se esperaba EUR/MWH o MAW y se recibió $2'],
  [/^(.+): refused with (.+)$/, '$1: rechazado con $2'],
  [/^(.+): (\S+) has no values$/, '$1: $2 no tiene valores'],
  [/^(.+): (\S+) has two values, (\S+) and (\S+)$/, '$1: $2 tiene dos valores, $3 y $4'],
  [/^(.+) has two values at (\S+), (\S+) and (\S+)$/, '$1 tiene dos valores a las $2: $3 y $4'],
  [/^(.+): there are values, but none of zone (\S+)$/, '$1: hay valores, pero ninguno de la zona $2'],
  [/^(.+): the answer is of indicator (\d+)$/, '$1: la respuesta es del indicador $2'],
  [/^(\S+), line (\d+): (.+)$/, '$1, línea $2: $3'],
  [/^expected "\*" at the end$/, 'se esperaba "*" al final'],
  [/^expected period (\d+)(?: first)?, found (\d+)$/, 'se esperaba el periodo $1 y se encontró el $2'],
  [/^expected (.+), found ((?:(?!; ).)+)$/, 'se esperaba $1 y se encontró $2'],
  [/^the file is cut short$/, 'el archivo está incompleto'],
  // Days that are not there, or not whole.
  [/^not published yet$/, 'aún no publicado'],
  [
    /^published without prices ahead of its usual instant, which is not taken for the result$/,
    'publicado sin precios antes de la hora habitual; no se toma como resultado',
  ],
  [/^higher revisions have not been asked for yet$/, 'aún no se han solicitado las revisiones posteriores'],
  [/^(\S+) is published without prices$/, '$1 se publicó sin precios'],
  [/^(\S+) is used$/, 'se usa $1'],
  [/^(\d+) of (\d+) values of (\S+) missing$/, 'faltan $1 de $2 valores de $3'],
  [
    /^(\d+) of (\d+) values of (\S+) missing, and with them (\d+) of (\d+) hours$/,
    'faltan $1 de $2 valores de $3 y, con ellos, $4 de $5 horas',
  ],
  // Days that failed a check; before version 1.0 two of these were said otherwise.
  [/^(\S+) is missing$/, 'falta $1'],
  [/^(\S+) has (\d+) of (\d+) periods$/, '$1 tiene $2 de $3 periodos'],
  [/^(\S+) came in (.+), expected no such series$/, '$1 llegó en $2 y no se esperaba esa serie'],
  [/^(\S+) came in (.+), expected (.+)$/, '$1 llegó en $2 en lugar de $3'],
  [/^(\S+) of (\S+) occurs twice$/, '$1 de $2 aparece dos veces'],
  [/^(\S+) of (\S+) is out of order$/, '$1 de $2 está fuera de orden'],
  [/^(\S+) at (\S+) of (\S+) is outside (.+)$/, '$1 a las $2 de $3 está fuera de $4'],
  [/^(\S+) at (\S+) of (\S+) is not a finite number$/, '$1 a las $2 de $3 no es un número finito'],
  [/^outside (\S+) \.\. (\S+)$/, 'fuera de lo posible, que va de $1 a $2'],
  [/^not a finite number$/, 'no es un número finito'],
  [
    /^(\S+) is (\S+) in all (\d+) periods, (?:unlike any real day|as no real day has been)$/,
    '$1 vale $2 en los $3 periodos, como no ocurre en ningún día real',
  ],
  [
    /^(\S+) has only (\d+) different prices in all (\d+) periods, (?:unlike any real day|as no real day has been)$/,
    '$1 solo tiene $2 precios distintos en los $3 periodos, como no ocurre en ningún día real',
  ],
  [/^(\S+) repeats the day before value by value$/, '$1 repite el día anterior valor por valor'],
  [
    /^(\S+) is 0 in one of the two hours from 02:00, between (\S+) and (\S+)$/,
    '$1 es 0 en una de las dos horas que empiezan a las 02:00, entre $2 y $3',
  ],
  [/^(\S+) differs from OMIE in (\d+) of (\d+) periods$/, '$1 difiere de OMIE en $2 de $3 periodos'],
  [
    /^the mean of (\S+) is (\S+) (.+), (?:against a median of|of late it was) (\S+?)(?: in recent weeks)?$/,
    'la media de $1 es $2 $3, frente a una mediana de $4 en las últimas semanas',
  ],
  // Deliveries of webhooks.
  [/^The endpoint redirects \((\d+)\)$/, 'El destino redirige ($1)'],
  [/^redirects are not followed$/, 'no se siguen las redirecciones'],
  [/^The endpoint answered (.+)$/, 'El destino respondió $1'],
  [/^only 2xx is a success$/, 'solo 2xx indica éxito'],
  [/^No answer within (\d+) seconds$/, 'Sin respuesta en $1 segundos'],
  [/^The connection was refused$/, 'Se rechazó la conexión'],
  [/^The connection was reset$/, 'Se interrumpió la conexión'],
  [/^The endpoint closed the connection without an answer$/, 'El destino cerró la conexión sin responder'],
  [/^The connection could not be made in time$/, 'No se pudo establecer la conexión a tiempo'],
  [/^The host name does not resolve$/, 'El nombre del host no se resuelve'],
  [/^The host cannot be reached$/, 'No se puede llegar al host'],
  [/^The headers of the answer are too large$/, 'Las cabeceras de la respuesta son demasiado grandes'],
  [/^The host is not on the public internet$/, 'El host no está en la internet pública'],
  [/^nothing was sent$/, 'no se envió nada'],
  [/^The answer is not HTTP$/, 'La respuesta no es HTTP'],
  [/^The TLS connection was refused: (\S+)$/, 'Se rechazó la conexión TLS: $1'],
  [/^The request failed$/, 'La petición falló'],
  [/^The request failed: (\S+)$/, 'La petición falló: $1'],
];

/** Single values are held back with no more than the limits that they break. */
const LIMITS = /(?<=^|; )outside (\S+) \.\. ([^\s;]+)/g;

/** What the service says of a failure, in the reader's language where its form is known; English is the service's own. */
export function sourceReason(reason: string, locale: Locale): string {
  const text =
    locale === 'es' ? inSpanish(reason) : reason.replace(LIMITS, 'outside what is possible, $1 to $2');
  return withPublicationNames(text, locale);
}

/** Texts are put together of known ones: a sentence, parts between semicolons, and an earlier failure at the end. */
function inSpanish(text: string): string {
  if (text.endsWith('.')) return `${inSpanish(text.slice(0, -1))}.`;
  for (const [form, spanish] of FORMS) {
    const match = form.exec(text);
    if (match !== null)
      return spanish.replace(/\$(\d)/g, (_, place: string) => inSpanish(match[Number(place)] ?? ''));
  }
  const parts = text.split('; ');
  return parts.length === 1 ? text : parts.map(inSpanish).join('; ');
}
