import type { Locale } from '../../i18n/define-messages.ts';

type Words = Readonly<Record<string, string>>;

/** Names of what an entry says of a change, as the service writes them, in the reader's words. */
const NAMES: Readonly<Record<Locale, Words>> = {
  en: {
    capacity_mw: 'power, MW',
    energy_mwh: 'energy, MWh',
    storage_mw: 'battery power, MW',
    storage_technology: 'storage technology',
    forecast_change_threshold: 'threshold of a changed forecast',
    full_name: 'name',
    grace_seconds: 'old secret valid for, s',
    overlap_seconds: 'old key valid for, s',
    replaced_by: 'replaced by',
    requires_second_factor: 'second factor required',
    second_factor: 'second factor',
  },
  es: {
    account: 'cuenta',
    address: 'dirección de red',
    capacity_mw: 'potencia, MW',
    channels: 'canales',
    count: 'número',
    day: 'día',
    days_ahead: 'días de antelación',
    deliveries: 'envíos',
    delivery_id: 'envío',
    device: 'dispositivo',
    efficiency: 'rendimiento',
    email: 'correo',
    enabled: 'activa',
    energy_mwh: 'energía, MWh',
    events: 'eventos',
    finding: 'resultado de la comprobación',
    forecast_change_threshold: 'umbral de cambio de previsión',
    from: 'desde',
    from_hour: 'desde la hora',
    full_name: 'nombre',
    grace_seconds: 'secreto anterior válido, s',
    hours: 'horas',
    kind: 'tipo',
    label: 'etiqueta',
    latitude: 'latitud',
    locale: 'idioma',
    longitude: 'longitud',
    name: 'nombre',
    notes: 'notas',
    overlap_seconds: 'clave anterior válida, s',
    probability: 'probabilidad',
    product: 'producto',
    profile: 'perfil',
    publication: 'publicación',
    queue: 'cola',
    reason: 'motivo',
    replaced_by: 'sustituida por',
    requires_second_factor: 'segundo factor obligatorio',
    role: 'rol',
    scopes: 'permisos',
    second_factor: 'segundo factor',
    source: 'fuente',
    storage_mw: 'potencia de la batería, MW',
    storage_technology: 'tecnología de almacenamiento',
    subject: 'asunto',
    technology: 'tecnología',
    threshold: 'umbral',
    time_zone: 'zona horaria',
    to: 'hasta',
    to_hour: 'hasta la hora',
    url: 'dirección',
    values: 'valores',
  },
};

/** Values that are words of the service. */
const VALUES: Readonly<Record<Locale, Words>> = {
  en: { true: 'yes', false: 'no', negative_hours: 'negative hours', in_app: 'in the application' },
  es: {
    true: 'sí',
    false: 'no',
    known: 'conocido',
    new: 'nuevo',
    admin: 'administrador',
    manager: 'gestor',
    trader: 'operador',
    viewer: 'observador',
    solar: 'solar',
    wind: 'eólica',
    battery: 'batería',
    load: 'consumo',
    hybrid: 'híbrida',
    en: 'inglés',
    es: 'español',
    'too many tries': 'demasiados intentos',
    'wrong password, or no code': 'contraseña incorrecta, o falta el código',
    'wrong password or code': 'contraseña o código incorrectos',
    malformed: 'formato incorrecto',
    'session ended': 'sesión cerrada',
    'session idle': 'sesión inactiva',
    'session expired': 'sesión caducada',
    'no valid token': 'ficha de sesión no válida',
    'unknown key': 'clave desconocida',
    'revoked or expired key': 'clave revocada o caducada',
    price_above: 'precio por encima',
    price_below: 'precio por debajo',
    negative_hours: 'horas a precio negativo',
    forecast_change: 'cambio de la previsión',
    spread: 'diferencial',
    probability_above: 'probabilidad de precio alto',
    probability_below: 'probabilidad de precio bajo',
    email: 'correo',
    in_app: 'en la aplicación',
  },
};

/** Fields whose values are what somebody wrote. */
const WRITTEN: ReadonlySet<string> = new Set([
  'name',
  'full_name',
  'label',
  'notes',
  'subject',
  'email',
  'account',
  'url',
]);
/** Before and after of one value, rather than a span of time. */
const SPANS = /^(webhook\.replayed|backfill\.started)$/;

/** The name of a detail in the reader's words; one that is not known here as the service writes it. */
export function detailName(name: string, { action, locale }: { action: string; locale: Locale }): string {
  const key = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!SPANS.test(action) && (key === 'from' || key === 'to')) {
    const before = key === 'from';
    if (locale === 'es') return before ? 'antes' : 'después';
    return before ? 'before' : 'after';
  }
  return NAMES[locale][key] ?? key.replaceAll('_', ' ');
}

/** A detail's value in the reader's words. */
export function detailValue(name: string, value: unknown, locale: Locale): string {
  if (Array.isArray(value)) return value.map((one) => detailValue(name, one, locale)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return WRITTEN.has(name) ? text : (VALUES[locale][text] ?? text);
}
