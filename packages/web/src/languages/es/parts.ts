import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'parts'> = {
  fieldFaults: {
    fieldMissing: 'Este campo es obligatorio.',
    fieldShort: 'El valor es demasiado corto o pequeño.',
    fieldLong: 'El valor es demasiado largo o grande.',
  },
  heatMap: { hint: 'Use las flechas para recorrer horas y días.' },
  steppedPicture: { hint: 'Use las flechas para leer los valores.' },
  recordTime: { note: 'Horas en {zone}.', never: 'nunca' },
  role: {
    admin: 'administrador',
    manager: 'gestor',
    trader: 'operador',
    viewer: 'observador',
    adminText: 'Todos los permisos, incluidos usuarios e invitaciones, claves de API, webhooks y ajustes.',
    managerText: 'Permisos de un operador. Además, añade y modifica instalaciones.',
    traderText: 'Permisos de un observador. Además, define reglas de alerta.',
    viewerText: 'Consulta todas las páginas, y los datos mediante una clave de API. No modifica nada.',
  },
  goToActions: {
    createKey: 'Crear una clave de API',
    download: 'Descargar la previsión del mercado diario de mañana en CSV',
    battery: 'Planificar una batería para mañana',
    language: 'Idioma: {language}',
    system: 'Tema del sistema',
    light: 'Tema claro',
    dark: 'Tema oscuro',
  },
  goToDialog: {
    title: 'Ir a',
    what: 'Página, día, hora o acción',
    hint: 'Escriba un nombre, un día como 24/11/2026 o una hora como 18:00. Intro elige el primer resultado.',
    none: 'Sin resultados.',
    'found.one': '{count} resultado',
    'found.other': '{count} resultados',
    ofDay: '{page}, {day}',
  },
  roleGate: {
    refused:
      'Esta página requiere el rol {needed}; el suyo es {own}. Si necesita acceso, pídalo a un administrador de {tenant}.',
    home: 'Ir al resumen',
  },
  shortcutsDialog: {
    title: 'Atajos de teclado',
    everywhere: 'En todas las páginas',
    goTo: 'Ir a una página, un día o una hora, o hacer algo',
    list: 'Mostrar esta lista',
    escape: 'Cerrar el cuadro abierto',
    charts: 'En un gráfico',
    step: 'Leer el valor siguiente o anterior',
    leap: 'Día siguiente o anterior',
    ends: 'Primer o último valor',
    zoom: 'Ampliar, reducir, mostrarlo todo',
    choose: 'Seleccionar la hora, donde haya detalles',
    days: 'En un campo de fecha',
    day: 'Día siguiente o anterior',
    month: 'Mes siguiente o anterior',
    calendar: 'Abrir el calendario',
    singleKeys: 'Usar las teclas / y ? como atajos',
    singleKeysHint: 'Desactívelo si usa dictado por voz. Ctrl+K funciona siempre.',
  },
  superadminGate: {
    title: 'Administración',
    refused:
      'Esta página es para los administradores de la plataforma. Lo relativo a su organización está en Usuarios y Ajustes.',
    home: 'Ir al resumen',
  },
  curlButton: {
    curl: 'curl',
    title: 'Los mismos datos con curl',
    text: 'Sustituya los puntos por una clave de API. Para CSV añada &format=csv donde la ruta lo admita.',
    reference: 'Referencia de la API',
  },
  marketNote: {
    days: 'Los días de entrega son los de Madrid, también para Portugal: de 23:00 a 23:00 en Lisboa.',
    spain: 'Esta página es solo de España; de Portugal, el mercado elegido, no hay nada de esto.',
  },
  rangeControls: { from: 'Desde', to: 'Hasta', before: 'Días anteriores', after: 'Días posteriores' },
  localMail: {
    local:
      '¿No llega el correo? Sin SMTP_URL el servicio no envía ninguno: cada mensaje es un archivo de la carpeta outbox de su carpeta de datos, normalmente data/outbox.',
  },
  personFields: { fullName: 'Su nombre', password: 'Contraseña', passwordHint: 'Al menos 8 caracteres.' },
  newPasswordField: {
    password_length: 'Elija una contraseña de 8 a 128 caracteres.',
    password_common: 'Es una contraseña muy común. Elija otra.',
    password_repetition:
      'Las repeticiones y secuencias como «aaaaaaaa» o «abcd1234» son fáciles de adivinar. Elija otra.',
    password_disguise: 'Es una contraseña muy común con cifras o símbolos añadidos. Elija otra.',
    password_address: 'Sin las partes de su correo tiene menos de 8 caracteres. Elija una más larga.',
    password_organisation:
      'Sin el nombre de su organización tiene menos de 8 caracteres. Elija una más larga.',
  },
  pager: { place: '{from}–{to} de {total}' },
  secretOnce: {
    warning: 'Cópielo ahora. Solo se muestra una vez y no se puede recuperar después.',
    download: 'Guardar como archivo',
  },
  beyondCleared: {
    below: 'por debajo de todo lo casado',
    above: 'por encima de todo lo casado',
    lowestWas: 'el mínimo fue {price} el {day}',
    highestWas: 'el máximo fue {price} el {day}',
    value: 'previsión puntual',
    p10: 'percentil 10',
    p90: 'percentil 90',
    column: 'fuera de todo lo casado',
    'points.one': 'previsión puntual en {count} periodo',
    'points.other': 'previsión puntual en {count} periodos',
    'bounds.one': 'solo un extremo de la banda en {count} periodo',
    'bounds.other': 'solo un extremo de la banda en {count} periodos',
  },
  clockChangeNote: {
    hours23:
      '{day}: a las 02:00 el reloj pasa a las 03:00. El día tiene 23 horas; no existe la hora 02:00–03:00.',
    hours25:
      '{day}: a las 03:00 el reloj vuelve a las 02:00. El día tiene 25 horas; 02:00–03:00 se repite, primero en CEST y después en CET.',
  },

  boundsChange: {
    boundsOnly:
      'Comparada con la ejecución del {issued}: todas las previsiones puntuales coinciden y solo cambian las bandas, {most} {unit} como máximo (a las {hour}).',
    same: 'Comparada con la ejecución del {issued}: coinciden todas las previsiones puntuales y todas las bandas.',
  },
  limits: {
    simulated: 'Datos simulados: ninguna fuente ofrece precios actuales. No son precios del mercado.',
    late: 'Con retraso: falta la ejecución prevista de {products}.',
    lateSources: 'Fuentes con retraso o sin respuesta: {sources}.',
  },
  spread: {
    title: 'Diferencial con una subasta anterior',
    noteToCome: '{product} menos una subasta anterior.',
    cleared: '{product} menos {reference}, ya casado.',
    forecast: '{product} menos {reference}, que aún es una previsión (ejecución del {issued}).',
    mixed:
      '{product} menos {reference}, casado en parte; el resto es una previsión (ejecución del {issued}).',
    outlookOfForecast:
      'Anticipo, no es una previsión de {product}: los diferenciales de los últimos {days} días con {reference}, que aún es una previsión (ejecución del {issued}).',
    outlookOfPrices:
      'Anticipo, no es una previsión de {product}: los diferenciales de los últimos {days} días con {reference}, ya casado.',
    assumed: 'La relación entre ambos precios es un supuesto: hay demasiado pocas previsiones anteriores.',
    reference: 'Diferencial con',
    spread: 'Diferencial esperado',
    actual: 'Diferencial casado',
    band: 'Banda 80 % (10–90 %)',
    chart: 'Diferencial de {product} con {reference}',
    probability: 'Probabilidad de que {product} sea más caro',
    dearer: 'Probabilidad de un precio mayor',
    even: 'Igual de probable',
    likely: 'Con el 80 % o más: {up} de {all} periodos más caros, {down} más baratos.',
    empty: 'No hay diferencial de este día: falta una previsión o la subasta anterior.',
  },
};
