import type { Component, ComponentState } from './measure-components.ts';
import type { Locale } from '../../ground/config/locale.ts';
import type { IncidentState } from '../../ground/database/support-schema.ts';

interface StatusWords {
  title: string;
  headline: Record<'ok' | 'degraded' | 'down', string>;
  asOf: (time: string) => string;
  stale: (time: string) => string;
  never: string;
  components: string;
  uptime: string;
  component: string;
  now: string;
  name: Record<Component, string>;
  state: Record<ComponentState, string>;
  incidents: string;
  noIncidents: string;
  incidentState: Record<IncidentState, string>;
  affects: string;
  notMeasured: string;
  partly: (percent: string) => string;
  honest: string;
  /** The name that the language gives itself. */
  language: string;
  documentation: string;
}

/** The status page in every language. */
export const STATUS_WORDS: Record<Locale, StatusWords> = {
  en: {
    title: 'Status',
    headline: {
      ok: 'Everything works',
      degraded: 'Something does not work as it should',
      down: 'The service does not work',
    },
    asOf: (time) => `As of ${time}.`,
    stale: (time) => `The database does not answer. What follows is as of ${time}.`,
    never: 'The database does not answer, and nothing is known yet.',
    components: 'Components',
    uptime: 'Uptime by month',
    component: 'Component',
    now: 'Now',
    name: {
      api: 'API',
      forecast_da: 'Day-ahead forecast',
      forecast_ida1: 'Forecast of intraday auction 1',
      forecast_ida2: 'Forecast of intraday auction 2',
      forecast_ida3: 'Forecast of intraday auction 3',
      forecast_pt: 'Forecasts of Portugal',
      sources: 'Data sources',
      webhooks: 'Webhook deliveries',
      mail: 'Mail',
    },
    state: {
      ok: 'works',
      degraded: 'late or impaired',
      down: 'does not work',
      unknown: 'nothing to look at yet',
    },
    incidents: 'Incidents of the last 90 days',
    noIncidents: 'None.',
    incidentState: {
      investigating: 'Investigating',
      identified: 'Identified',
      monitoring: 'Monitoring',
      resolved: 'Resolved',
    },
    affects: 'Affects',
    notMeasured: 'not measured',
    partly: (percent) => `${percent} measured`,
    honest:
      'The share of the measured minutes in which the component worked, rounded down. Each minute is looked at by the service itself; months and days are those of Madrid. Where nobody looked, nothing is counted.',
    language: 'English',
    documentation: 'Documentation',
  },
  es: {
    title: 'Estado',
    headline: {
      ok: 'Todo funciona',
      degraded: 'Algo no funciona como debe',
      down: 'El servicio no funciona',
    },
    asOf: (time) => `A las ${time}.`,
    stale: (time) => `La base de datos no responde. Lo que sigue es de las ${time}.`,
    never: 'La base de datos no responde y aún no se sabe nada.',
    components: 'Componentes',
    uptime: 'Disponibilidad por mes',
    component: 'Componente',
    now: 'Ahora',
    name: {
      api: 'API',
      forecast_da: 'Previsión del mercado diario',
      forecast_ida1: 'Previsión de la subasta intradiaria 1',
      forecast_ida2: 'Previsión de la subasta intradiaria 2',
      forecast_ida3: 'Previsión de la subasta intradiaria 3',
      forecast_pt: 'Previsiones de Portugal',
      sources: 'Fuentes de datos',
      webhooks: 'Entregas de webhooks',
      mail: 'Correo',
    },
    state: {
      ok: 'funciona',
      degraded: 'con retraso o limitaciones',
      down: 'no funciona',
      unknown: 'aún nada que mirar',
    },
    incidents: 'Incidencias de los últimos 90 días',
    noIncidents: 'Ninguna.',
    incidentState: {
      investigating: 'En investigación',
      identified: 'Causa identificada',
      monitoring: 'En observación',
      resolved: 'Resuelta',
    },
    affects: 'Afecta a',
    notMeasured: 'sin medir',
    partly: (percent) => `${percent} medido`,
    honest:
      'Porcentaje de los minutos medidos en que el componente funcionó, redondeado hacia abajo. El propio servicio mira cada minuto; meses y días son los de Madrid. Donde nadie miró no se cuenta nada.',
    language: 'Español',
    documentation: 'Documentación',
  },
  pt: {
    title: 'Estado',
    headline: {
      ok: 'Tudo funciona',
      degraded: 'Algo não funciona como deve',
      down: 'O serviço não funciona',
    },
    asOf: (time) => `Às ${time}.`,
    stale: (time) => `A base de dados não responde. O que se segue é das ${time}.`,
    never: 'A base de dados não responde e ainda não se sabe nada.',
    components: 'Componentes',
    uptime: 'Disponibilidade por mês',
    component: 'Componente',
    now: 'Agora',
    name: {
      api: 'API',
      forecast_da: 'Previsão do mercado diário',
      forecast_ida1: 'Previsão do leilão intradiário 1',
      forecast_ida2: 'Previsão do leilão intradiário 2',
      forecast_ida3: 'Previsão do leilão intradiário 3',
      forecast_pt: 'Previsões de Portugal',
      sources: 'Fontes de dados',
      webhooks: 'Entregas de webhooks',
      mail: 'E-mail',
    },
    state: {
      ok: 'funciona',
      degraded: 'em atraso ou com limitações',
      down: 'não funciona',
      unknown: 'ainda nada para ver',
    },
    incidents: 'Incidentes dos últimos 90 dias',
    noIncidents: 'Nenhum.',
    incidentState: {
      investigating: 'Em investigação',
      identified: 'Causa identificada',
      monitoring: 'Em observação',
      resolved: 'Resolvido',
    },
    affects: 'Afeta',
    notMeasured: 'sem medição',
    partly: (percent) => `${percent} medido`,
    honest:
      'Percentagem dos minutos medidos em que o componente funcionou, arredondada para baixo. O próprio serviço verifica cada minuto; meses e dias são os de Madrid. Onde ninguém verificou, nada é contado.',
    language: 'Português',
    documentation: 'Documentação (em inglês)',
  },
};
