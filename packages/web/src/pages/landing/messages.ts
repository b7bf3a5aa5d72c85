import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Tomorrow’s power price in Spain, and how sure it is',
    lead: 'Lonja forecasts the day-ahead and the three intraday auctions hour by hour and by quarter hours, each with the range that eight of ten prices fall into. Every forecast is kept, scored and open to check.',
    register: 'Create an account',
    docs: 'Read the API',
    illustration: 'Forecast with its 10–90 % interval and the price that cleared, three days',
    illustrationNote:
      'Illustration: days of the built-in market simulator, as the service served them. EUR/MWh.',
    forecast: 'Forecast',
    band: '10–90 % interval',
    cleared: 'Cleared price',
    recordTitle: 'Measured against the literature',
    recordText:
      'Mean absolute error over the whole test span of open benchmarks, every day forecast from what was known before it.',
    market: 'Market',
    span: 'Test span',
    own: 'Lonja',
    published: 'Best published',
    better: 'Smaller by',
    nordPool: 'Nord Pool',
    spain: 'Spain',
    recordNote:
      'The prices inside the 10–90 % interval were 80.3 to 80.8 % on four markets. The repository has the scripts and the forecasts.',
    forWhom: 'What it is for',
    sell: 'Bid tomorrow',
    sellText:
      'The forecast before the gate closes at noon, again after it, and for each intraday auction shortly before its own.',
    plan: 'Run batteries and loads',
    planText: 'Cheapest and dearest hours, chances of negative prices, and a plan for what you own.',
    build: 'Build it in',
    buildText:
      'One key, JSON or CSV, signed webhooks, a stream of events, and tariffs for evcc, Home Assistant and EMHASS.',
    quickTitle: 'One request',
    quickText: 'Make a key in the application, then:',
    quickAnswer: 'The answer holds every hour to six days ahead:',
  },
  es: {
    title: 'El precio eléctrico de mañana en España, y cuánto se puede confiar en él',
    lead: 'Lonja pronostica el mercado diario y las tres subastas intradiarias hora a hora y por cuartos de hora, cada una con el rango en el que caen ocho de cada diez precios. Cada pronóstico se guarda, se evalúa y puede comprobarse.',
    register: 'Crear una cuenta',
    docs: 'Ver la API',
    illustration: 'Pronóstico con su intervalo 10–90 % y el precio casado, tres días',
    illustrationNote:
      'Ilustración: días del simulador de mercado incorporado, tal como los sirvió el servicio. EUR/MWh.',
    forecast: 'Pronóstico',
    band: 'Intervalo 10–90 %',
    cleared: 'Precio casado',
    recordTitle: 'Medido frente a la literatura',
    recordText:
      'Error absoluto medio en todo el periodo de prueba de los bancos de datos abiertos; cada día, pronosticado con lo que se sabía antes.',
    market: 'Mercado',
    span: 'Periodo de prueba',
    own: 'Lonja',
    published: 'Mejor publicado',
    better: 'Menor en',
    nordPool: 'Nord Pool',
    spain: 'España',
    recordNote:
      'Dentro del intervalo 10–90 % quedó del 80,3 al 80,8 % de los precios en cuatro mercados. El repositorio contiene los programas y los pronósticos.',
    forWhom: 'Para qué sirve',
    sell: 'Ofertar para mañana',
    sellText:
      'El pronóstico antes del cierre de mediodía, otra vez después, y para cada subasta intradiaria poco antes de la suya.',
    plan: 'Operar baterías y consumos',
    planText:
      'Horas más baratas y más caras, opciones de precios negativos y un plan para lo que usted tiene.',
    build: 'Integrarlo',
    buildText:
      'Una clave, JSON o CSV, webhooks firmados, un flujo de eventos y tarifas para evcc, Home Assistant y EMHASS.',
    quickTitle: 'Una petición',
    quickText: 'Cree una clave en la aplicación y después:',
    quickAnswer: 'La respuesta contiene cada hora hasta seis días vista:',
  },
});
