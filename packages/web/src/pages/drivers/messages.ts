import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Drivers and weather',
    subtitle:
      'What moves the price away from its usual level, hour by hour. The contributions add up to the forecast.',
    date: 'Delivery day',
    auction: 'Auction',
    contributions: 'Contributions to the forecast for {day}',
    contributionsNote:
      'Relative to the mean price of the same hour in the previous four weeks. Run of {issued}, {model}.',
    sum: 'Total',
    missing: 'No run covers this day. Choose a day from today on.',
    hour: 'Hour',
    hourTitle: 'Price breakdown at {hour}',
    part: 'Factor',
    value: 'EUR/MWh',
    size: 'Size',
    change: 'Since the previous run',
    baseline: 'Usual price of the hour',
    forecast: 'Forecast',
    calendar: 'Calendar and price level',
    recent_prices: 'Recent prices',
    load: 'Load',
    wind: 'Wind',
    solar: 'Solar',
    gas: 'Gas',
    hydro: 'Hydro',
    nuclear: 'Nuclear',
    hourlyOnly:
      'Contributions and weather are by hour: the model explains hours. The quarter hours of the chosen hour are below its breakdown.',
    quarters: 'Quarter hours of the hour',
    quarter: 'Quarter hour',
    quartersNote:
      'Quarter hours follow the price of the hour and the usual shape within it. They have no breakdown of their own.',
    noPrevious: 'No earlier run of this day has other prices or bounds.',
    curlDrivers: 'What moves the price of each hour',
    weather: 'Weather',
    weatherNote:
      'Averages for Spain: temperature weighted by load, wind and irradiance by installed capacity.',
    noWeather:
      'No weather data are stored for this day. They come from Open-Meteo, which requires internet access.',
    noWeatherHint:
      'Without them, the forecast relies on the load, wind and solar forecasts. Choose another day or check the source.',
    credits:
      'Data of load, wind, sun and weather: Red Eléctrica, ENTSO-E, Energy-Charts (Fraunhofer ISE, CC BY 4.0) and Open-Meteo (CC BY 4.0), as far as they are followed.',
    openSources: 'Open the sources',
    openData: 'Data status',
    temperature: 'Temperature',
    windSpeed: 'Wind speed at 100 m',
    irradiance: 'Irradiance',
    known: 'Used by the run',
    before: 'Used by the previous run',
    observed: 'Observed',
  },
  es: {
    title: 'Factores y meteorología',
    subtitle:
      'Qué aleja el precio de su nivel habitual, hora a hora. La suma de las contribuciones es la previsión.',
    date: 'Día de entrega',
    auction: 'Subasta',
    contributions: 'Contribuciones a la previsión del {day}',
    contributionsNote:
      'Respecto al precio medio de la misma hora en las cuatro semanas anteriores. Ejecución del {issued}, {model}.',
    sum: 'Total',
    missing: 'Ninguna ejecución cubre este día. Elija un día a partir de hoy.',
    hour: 'Hora',
    hourTitle: 'Desglose del precio a las {hour}',
    part: 'Factor',
    value: 'EUR/MWh',
    size: 'Magnitud',
    change: 'Frente a la ejecución anterior',
    baseline: 'Precio habitual de la hora',
    forecast: 'Previsión',
    calendar: 'Calendario y nivel de precios',
    recent_prices: 'Precios recientes',
    load: 'Demanda',
    wind: 'Eólica',
    solar: 'Solar',
    gas: 'Gas',
    hydro: 'Hidráulica',
    nuclear: 'Nuclear',
    hourlyOnly:
      'Las contribuciones y la meteorología son por horas: el modelo explica horas. Los cuartos de la hora elegida están bajo su desglose.',
    quarters: 'Cuartos de la hora',
    quarter: 'Cuarto de hora',
    quartersNote:
      'Los cuartos siguen el precio de la hora y la forma habitual dentro de ella. No tienen desglose propio.',
    noPrevious: 'Ninguna ejecución anterior de este día tiene otros precios u otra banda.',
    curlDrivers: 'Lo que mueve el precio de cada hora',
    weather: 'Meteorología',
    weatherNote:
      'Medias de España: temperatura ponderada por la demanda; viento e irradiancia, por la potencia instalada.',
    noWeather:
      'No hay datos meteorológicos de este día. Proceden de Open-Meteo, que requiere acceso a internet.',
    noWeatherHint:
      'Sin ellos, la previsión se basa en las de demanda, eólica y solar. Elija otro día o consulte el estado de la fuente.',
    credits:
      'Datos de demanda, eólica, solar y meteorología: Red Eléctrica, ENTSO-E, Energy-Charts (Fraunhofer ISE, CC BY 4.0) y Open-Meteo (CC BY 4.0), según las que se consulten.',
    openSources: 'Abrir las fuentes',
    openData: 'Estado de los datos',
    temperature: 'Temperatura',
    windSpeed: 'Viento a 100 m',
    irradiance: 'Irradiancia',
    known: 'Usado por la ejecución',
    before: 'Usado por la ejecución anterior',
    observed: 'Observado',
  },
});
