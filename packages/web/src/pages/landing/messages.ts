import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Electricity price forecasts for Spain, with their uncertainty',
    lead: 'Hourly and quarter-hourly forecasts of the day-ahead market and the three intraday auctions, with 10–90% intervals.',
    leadRecord:
      'Every forecast is stored and evaluated against the cleared prices, and the results are public.',
    register: 'Create an account',
    docs: 'Documentation',
    picture: 'Forecast with its 10–90% interval and the cleared price, yesterday to tomorrow',
    pictureOfPrices: 'Cleared prices, yesterday to tomorrow',
    pictureIssued: 'Day-ahead auction, forecast issued {issued}.',
    pictureNote: 'Yesterday to tomorrow. Delivery hours in Madrid time, prices in EUR/MWh.',
    pictureCleared: 'Cleared prices. The next forecast appears here as soon as it is issued.',
    pictureSimulated: 'Simulated data: no price source delivers current prices. These are not market prices.',
    pictureNone: 'The first forecast is being computed. It will appear here automatically.',
    pictureFailed: 'The forecast cannot be shown at the moment. It will appear here automatically.',
    liveRecord: 'Accuracy over the last 30 days',
    liveBacktested:
      'Back-tested: forecasts of past days made afterwards, each from the data known at its time. None of them was issued.',
    liveDays: '{count} days up to {to}',
    liveMae: 'Mean absolute error',
    liveSkill: 'Improvement over naive',
    liveNaive: 'weekly naive: {value}',
    liveCoverage: 'Prices inside the interval',
    liveCoverageNote: 'target: 80%',
    liveHours: 'Hours evaluated',
    forecast: 'Forecast',
    band: '10–90% interval',
    cleared: 'Cleared price',
    recordTitle: 'Compared with published models',
    recordText:
      'Mean absolute error over the full test period of open benchmarks. Each day is forecast from earlier data only.',
    market: 'Market',
    span: 'Test period',
    own: 'Lonja',
    published: 'Best published',
    better: 'Error lower by',
    nordPool: 'Nord Pool',
    spain: 'Spain',
    recordNote:
      'The models were developed on these test periods: the figures are a regression check, not a measure of accuracy on new days.',
    recordCoverage: 'On four markets, {lowest} to {highest}% of prices were inside the 10–90% interval.',
    recordFiles:
      'Days of the Spanish data set begin at 23:00 of the day before. The repository contains the scripts and the forecasts.',
    forWhom: 'Uses',
    sell: 'Bid in the auctions',
    sellText:
      'A forecast before the day-ahead gate closure at noon, one after it, and one shortly before each intraday auction.',
    plan: 'Schedule batteries and loads',
    planText:
      'The cheapest and most expensive hours, the probability of negative prices, and a schedule for your sites.',
    build: 'Integrate the data',
    buildText:
      'One API key, JSON or CSV, signed webhooks, an event stream, and tariffs for evcc, Home Assistant, Predbat and EMHASS.',
    quickTitle: 'One request',
    quickText: 'Create an API key in the application and run:',
    quickAnswer: 'The response contains every hour up to six days ahead:',
  },
  es: {
    title: 'Previsión del precio de la electricidad en España, con su incertidumbre',
    lead: 'Previsiones horarias y cuartohorarias del mercado diario y de las tres subastas intradiarias, con bandas 10–90 %.',
    leadRecord:
      'Cada previsión se guarda y se evalúa con los precios casados, y los resultados son públicos.',
    register: 'Crear una cuenta',
    docs: 'Documentación (en inglés)',
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
    liveDays: '{count} días hasta el {to}',
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
      'En cuatro mercados, entre el {lowest} y el {highest} % de los precios quedaron dentro de la banda 10–90 %.',
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
});
