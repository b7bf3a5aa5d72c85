import type { Language } from '../languages.ts';

/** What the pages of the reference say beside the texts of openapi.json. */
export interface ReferenceWords {
  title: (topic: string) => string;
  note: string;
  /** From a page to the error reference and to the list of all routes. */
  more: string;
  /** The row of names above the routes of a topic. */
  routes: string;
  access: string;
  parameter: string;
  bodyField: string;
  type: string;
  meaning: string;
  required: string;
  answer: string;
  emptyAnswer: (status: number) => string;
  error: string;
  when: string;
  or: string;
  oneOf: string;
  listOf: string;
  text: string;
  any: string;
  kinds: Readonly<Record<string, string>>;
  formats: Readonly<Record<string, string>>;
  default: string;
  atMost: (characters: number) => string;
  between: (minimum: number, maximum: number) => string;
  upTo: (maximum: number) => string;
  above: (minimum: number) => string;
  from: (minimum: number) => string;
}

export const REFERENCE_WORDS: Readonly<Record<Language, ReferenceWords>> = {
  en: {
    title: (topic) => `API: ${topic}`,
    note:
      'Examples are recorded from a service on the built-in simulator. Lists in answers are cut to two entries, secrets to their first letters. ' +
      '`LONJA_URL` is the address of the service, `LONJA_API_KEY` an API key, `LONJA_TOKEN` a session token of `POST /auth/token`.',
    more: 'What errors mean is in the [error reference](../errors.md), all routes are in [one list](README.md).',
    routes: '| route | what it does |',
    access: 'Access',
    parameter: 'parameter',
    bodyField: 'field of the body',
    type: 'type',
    meaning: 'meaning',
    required: 'required',
    answer: 'Answer',
    emptyAnswer: (status) => `Answer: ${status}, without a body.`,
    error: 'error',
    when: 'when',
    or: 'or',
    oneOf: 'one of',
    listOf: 'list of',
    text: 'text',
    any: 'any',
    kinds: {},
    formats: {
      date: 'day, `YYYY-MM-DD`',
      'date-time': 'instant, RFC 3339',
      uuid: 'UUID',
      email: 'e-mail address',
      uri: 'URL',
    },
    default: 'default',
    atMost: (characters) => `of at most ${characters} characters`,
    between: (minimum, maximum) => `${minimum} to ${maximum}`,
    upTo: (maximum) => `up to ${maximum}`,
    above: (minimum) => `above ${minimum}`,
    from: (minimum) => `from ${minimum}`,
  },
  es: {
    title: (topic) => `API: ${topic}`,
    note:
      'Los ejemplos se han grabado de un servicio con el simulador incorporado. Las listas de las respuestas se cortan a dos entradas, los secretos a ' +
      'sus primeras letras. `LONJA_URL` es la dirección del servicio, `LONJA_API_KEY` una clave de API y `LONJA_TOKEN` un token de sesión de ' +
      '`POST /auth/token`.',
    more: 'Qué significan los errores está en la [referencia de errores](../../errors.md); todas las rutas están en [una lista](README.md).',
    routes: '| ruta | qué hace |',
    access: 'Acceso',
    parameter: 'parámetro',
    bodyField: 'campo del cuerpo',
    type: 'tipo',
    meaning: 'significado',
    required: 'obligatorio',
    answer: 'Respuesta',
    emptyAnswer: (status) => `Respuesta: ${status}, sin cuerpo.`,
    error: 'error',
    when: 'cuándo',
    or: 'o',
    oneOf: 'uno de',
    listOf: 'lista de',
    text: 'texto',
    any: 'cualquiera',
    kinds: { integer: 'entero', number: 'número', boolean: 'booleano', object: 'objeto', null: 'null' },
    formats: {
      date: 'día, `YYYY-MM-DD`',
      'date-time': 'instante, RFC 3339',
      uuid: 'UUID',
      email: 'dirección de correo',
      uri: 'URL',
    },
    default: 'por defecto',
    atMost: (characters) => `de ${characters} caracteres como mucho`,
    between: (minimum, maximum) => `de ${minimum} a ${maximum}`,
    upTo: (maximum) => `hasta ${maximum}`,
    above: (minimum) => `mayor que ${minimum}`,
    from: (minimum) => `desde ${minimum}`,
  },
};
