import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'drivers'> = {
  page: {
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
    zone_spread: 'Diferencia con España',
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
};
