import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'landing'> = {
  page: {
    title: 'Previsión del precio de la electricidad en España, con su incertidumbre',
    lead: 'Previsiones horarias y cuartohorarias del mercado diario y de las tres subastas intradiarias, con bandas 10–90 %.',
    leadRecord:
      'Cada previsión se guarda y se evalúa con los precios casados, y los resultados son públicos.',
    register: 'Crear una cuenta',
    docs: 'Documentación',
    picture: 'Previsión con su banda 10–90 % y precio casado, de ayer a mañana',
    pictureOfPrices: 'Precios casados, de ayer a mañana',
    pictureIssued: 'Mercado diario, previsión emitida el {issued}.',
    pictureNote: 'De ayer a mañana. Horas de entrega en hora de Madrid, precios en EUR/MWh.',
    pictureCleared: 'Precios casados. La próxima previsión aparecerá aquí en cuanto se emita.',
    pictureSimulated: 'Datos simulados: ninguna fuente ofrece precios actuales. No son precios del mercado.',
    pictureNone: 'Se está calculando la primera previsión. Aparecerá aquí automáticamente.',
    pictureFailed: 'La previsión no se puede mostrar en este momento. Aparecerá aquí automáticamente.',
    liveRecord: 'Precisión de los últimos 30 días',
    liveBacktested:
      'Resultado retrospectivo: previsiones de días pasados hechas a posteriori, cada una con los datos conocidos en su momento. No se emitieron.',
    liveAtGate: 'última ejecución antes del cierre, para ofertar',
    liveOfficial: 'última antes de los resultados: {value}',
    liveDays: '{count} de {asked} días hasta el {to}',
    liveProvisional: 'provisional: {count} de {asked} días hasta el {to}',
    liveMae: 'Error absoluto medio',
    liveSkill: 'Mejora sobre la referencia',
    liveNaive: 'referencia semanal: {value}',
    liveCoverage: 'Precios dentro de la banda',
    liveCoverageNote: 'objetivo: 80 %',
    liveHours: 'Horas evaluadas',
    forecast: 'Previsión',
    band: 'Banda 10–90 %',
    cleared: 'Precio casado',
    recordTitle: 'Comparación con modelos publicados',
    recordText:
      'Error absoluto medio en todo el periodo de prueba de conjuntos de datos abiertos. Cada día se prevé solo con datos anteriores.',
    market: 'Mercado',
    span: 'Periodo de prueba',
    own: 'Lonja',
    published: 'Mejor publicado',
    better: 'Error menor en',
    nordPool: 'Nord Pool',
    spain: 'España',
    recordNote:
      'Los modelos se desarrollaron con estos periodos de prueba: las cifras sirven de control y no miden la precisión en días nuevos.',
    recordCoverage:
      'En España, entre el {lowest} y el {highest} % de los precios quedaron dentro de la banda 10–90 %.',
    recordFiles:
      'Los días del conjunto de datos español empiezan a las 23:00 del día anterior. El repositorio contiene los programas y las previsiones.',
    forWhom: 'Usos',
    sell: 'Ofertar en las subastas',
    sellText:
      'Una previsión antes de la hora límite de ofertas del mercado diario, a mediodía, otra después y otra poco antes de cada subasta intradiaria.',
    plan: 'Programar baterías y consumos',
    planText:
      'Las horas más baratas y más caras, la probabilidad de precios negativos y un programa para sus instalaciones.',
    build: 'Integrar los datos',
    buildText:
      'Una clave de API, JSON o CSV, webhooks firmados, un flujo de eventos y tarifas para evcc, Home Assistant, Predbat y EMHASS.',
    quickTitle: 'Una petición',
    quickText: 'Cree una clave de API en la aplicación y ejecute:',
    quickAnswer: 'La respuesta contiene cada hora hasta seis días vista:',
  },
};
