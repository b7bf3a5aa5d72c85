import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'drivers'> = {
  page: {
    title: 'Fatores e meteorologia',
    subtitle:
      'O que afasta o preço do seu nível habitual, hora a hora. A soma das contribuições é a previsão.',
    date: 'Dia de entrega',
    auction: 'Leilão',
    contributions: 'Contribuições para a previsão de {day}',
    contributionsNote:
      'Face ao preço médio da mesma hora nas quatro semanas anteriores. Execução de {issued}, {model}.',
    sum: 'Total',
    missing: 'Nenhuma execução abrange este dia. Escolha um dia a partir de hoje.',
    hour: 'Hora',
    hourTitle: 'Decomposição do preço às {hour}',
    part: 'Fator',
    value: 'EUR/MWh',
    size: 'Grandeza',
    change: 'Face à execução anterior',
    baseline: 'Preço habitual da hora',
    forecast: 'Previsão',
    calendar: 'Calendário e nível de preços',
    recent_prices: 'Preços recentes',
    load: 'Consumo',
    wind: 'Eólica',
    solar: 'Solar',
    gas: 'Gás',
    hydro: 'Hídrica',
    nuclear: 'Nuclear',
    zone_spread: 'Diferencial para Espanha',
    hourlyOnly:
      'As contribuições e a meteorologia são por horas: o modelo explica horas. Os quartos da hora escolhida estão sob a sua decomposição.',
    quarters: 'Quartos da hora',
    quarter: 'Quarto de hora',
    quartersNote:
      'Os quartos seguem o preço da hora e a forma habitual dentro dela. Não têm decomposição própria.',
    noPrevious: 'Nenhuma execução anterior deste dia tem outros preços ou outro intervalo.',
    curlDrivers: 'O que move o preço de cada hora',
    weather: 'Meteorologia',
    weatherNote:
      'Médias de Espanha: temperatura ponderada pelo consumo; vento e irradiância, pela potência instalada.',
    noWeather: 'Não há dados meteorológicos deste dia. Vêm da Open-Meteo, que exige acesso à internet.',
    noWeatherHint:
      'Sem eles, a previsão baseia-se nas de consumo, eólica e solar. Escolha outro dia ou consulte o estado da fonte.',
    credits:
      'Dados de consumo, eólica, solar e meteorologia: Red Eléctrica, ENTSO-E, Energy-Charts (Fraunhofer ISE, CC BY 4.0) e Open-Meteo (CC BY 4.0), conforme as consultadas.',
    openSources: 'Abrir as fontes',
    openData: 'Estado dos dados',
    temperature: 'Temperatura',
    windSpeed: 'Vento a 100 m',
    irradiance: 'Irradiância',
    known: 'Usado pela execução',
    before: 'Usado pela execução anterior',
    observed: 'Observado',
  },
};
