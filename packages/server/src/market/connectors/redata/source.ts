import type { RelativeTime } from '@lonja/forecasting/market';
import { ofSource } from '../payload-fault.ts';
import { type DaySpan, MEASURED_SHARE, type Publication, type PublishedDay, type Source } from '../source.ts';
import { type TimedValues, publishedDays } from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { ENERGY_KEYS, type RedataLine, byDay, parseRedata, saysNoData } from './parse.ts';

export const REDATA_URL = 'https://apidatos.ree.es';
export const REDATA_LIMITS: SourceLimits = {
  requestsPerMinute: 60,
  parallel: 2,
  timeoutMs: 30_000,
  attempts: 4,
};

const NEXT_MORNING: RelativeTime = { dayOffset: 1, time: '03:00' };
const PENINSULA = { geo_trunc: 'electric_system', geo_limit: 'peninsular', geo_ids: '8741' };

interface RedataPublication extends Publication {
  widget: string;
  truncation: 'hour' | 'day';
  read(lines: RedataLine[]): TimedValues[];
}

const DAILY = { product: undefined, expected: NEXT_MORNING, firstDay: '2018-01-01', daysPerRequest: 28 };

/** Widgets by series: energy of a day, except for the load, whose course through the day is shown too. */
const PUBLICATIONS: readonly RedataPublication[] = [
  {
    ...DAILY,
    name: 'load.actual',
    units: { 'load.actual': 'MW' },
    daysPerRequest: 1,
    leastShare: MEASURED_SHARE,
    widget: 'demanda/demanda-tiempo-real',
    truncation: 'hour',
    read: (lines) =>
      lines
        .filter(({ type }) => type === 'Demanda real')
        .map(({ values }) => ({ key: 'load.actual', step: 'by day', values })),
  },
  {
    ...DAILY,
    name: 'generation.energy',
    units: {
      'wind.energy': 'MWh',
      'solar.energy': 'MWh',
      'hydro.energy': 'MWh',
      'nuclear.energy': 'MWh',
      'thermal.energy': 'MWh',
    },
    widget: 'generacion/estructura-generacion',
    truncation: 'day',
    read: (lines) => addUpByKey(lines, ({ type }) => ENERGY_KEYS.get(type)),
  },
  {
    ...DAILY,
    name: 'netimport.energy',
    units: { 'netimport.energy': 'MWh' },
    widget: 'intercambios/todas-fronteras-fisicos',
    truncation: 'day',
    read: (lines) =>
      addUpByKey(lines, ({ type }) => (/\/saldo$/i.test(type) ? 'netimport.energy' : undefined)),
  },
];

/** The system operator's open data: load through the day; generation by fuel and exchange with the neighbours by day. */
export function createRedataSource(options: { transport: Transport; baseUrl: string }): Source {
  return {
    name: 'redata',
    parallel: REDATA_LIMITS.parallel,
    publications: PUBLICATIONS,
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch({ name }: Publication, span: DaySpan): Promise<PublishedDay[]> {
      const publication = PUBLICATIONS.find((known) => known.name === name);
      if (publication === undefined) throw new RangeError(`REData is not asked for ${name}.`);
      const label = { what: publication.widget, ...span };
      const url = new URL(`/es/datos/${publication.widget}`, options.baseUrl);
      url.search = new URLSearchParams({
        start_date: `${span.from}T00:00`,
        end_date: `${span.to}T23:59`,
        time_trunc: publication.truncation,
        ...PENINSULA,
      }).toString();
      const { text } = await options.transport.get({ url, label, accepts: saysNoData });
      return publishedDays(publication, span, publication.read(parseRedata(text, ofSource('REData', label))));
    },
  };
}

function addUpByKey(lines: RedataLine[], keyOf: (line: RedataLine) => string | undefined): TimedValues[] {
  const sums = new Map<string, Map<number, number>>();
  for (const line of lines) {
    const key = keyOf(line);
    if (key === undefined) continue;
    const sum = sums.get(key) ?? new Map<number, number>();
    sums.set(key, sum);
    for (const [start, value] of byDay(line.values)) sum.set(start, (sum.get(start) ?? 0) + value);
  }
  return [...sums].map(([key, values]) => ({ key, step: 'day' as const, values }));
}
