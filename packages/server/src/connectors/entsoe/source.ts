import { addDays, dayStart } from '@lonja/forecasting';
import { PayloadFault } from '../payload-fault.ts';
import type { DaySpan, Publication, PublishedDay, Source } from '../source.ts';
import { type TimedValues, publishedDays } from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { type EntsoeSeries, parseEntsoeDocument } from './parse.ts';
import { ENTSOE_PUBLICATIONS, type EntsoePublication, SPAIN } from './publications.ts';

export const ENTSOE_URL = 'https://web-api.tp.entsoe.eu';
/** 400 requests a minute are allowed and more are answered with a ban of ten minutes: stay far below. */
export const ENTSOE_LIMITS: SourceLimits = {
  requestsPerMinute: 120,
  parallel: 2,
  timeoutMs: 60_000,
  attempts: 4,
};

/** ENTSO-E's transparency platform: prices, forecasts, load, generation by type and physical flows of the Spanish zone. */
export function createEntsoeSource(options: {
  transport: Transport;
  baseUrl: string;
  token: string;
}): Source {
  const ask = async (publication: EntsoePublication, parameters: Record<string, string>, span: DaySpan) => {
    const label = `${publication.name} (${parameters['documentType'] ?? ''}) of ${span.from} to ${span.to}`;
    const url = new URL('/api', options.baseUrl);
    url.search = new URLSearchParams({
      ...parameters,
      periodStart: compact(dayStart(span.from)),
      periodEnd: compact(dayStart(addDays(span.to, 1))),
      securityToken: options.token,
    }).toString();
    const { text } = await options.transport.get({ url, label, accepts: saysNoData });
    const series = parseEntsoeDocument(text, `ENTSO-E ${label}`);
    for (const part of series) checkPart(part, publication, parameters);
    return series;
  };
  return {
    name: 'entsoe',
    parallel: ENTSOE_LIMITS.parallel,
    publications: ENTSOE_PUBLICATIONS,
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch({ name }: Publication, span: DaySpan): Promise<PublishedDay[]> {
      const publication = ENTSOE_PUBLICATIONS.find((known) => known.name === name);
      if (publication === undefined) throw new RangeError(`ENTSO-E is not asked for ${name}.`);
      const answers: { sign: 1 | -1; series: EntsoeSeries[] }[] = [];
      for (const { parameters, sign } of publication.queries) {
        answers.push({ sign, series: await ask(publication, parameters, span) });
      }
      return publishedDays(publication, span, addUp(publication, answers));
    },
  };
}

/** "No data" came with status 400 for years and comes with 200 today; bad requests come with 400 in the same form. */
function saysNoData({ status, text }: { status: number; text: string }): boolean {
  return status === 400 && /<Acknowledgement_MarketDocument\b/.test(text) && /no matching data/i.test(text);
}

function checkPart(
  part: EntsoeSeries,
  publication: EntsoePublication,
  parameters: Record<string, string>,
): void {
  if (!Object.values(publication.units).includes(part.unit)) {
    throw new PayloadFault(`ENTSO-E ${publication.name}: values in ${part.unit} are not what was asked for.`);
  }
  const inZone = parameters['in_Domain'] ?? parameters['outBiddingZone_Domain'] ?? SPAIN;
  const isOfZone = part.inDomain === inZone || part.outDomain === inZone;
  if (!isOfZone) {
    throw new PayloadFault(
      `ENTSO-E ${publication.name}: expected zone ${inZone}, found ${part.inDomain ?? part.outDomain ?? 'none'}.`,
    );
  }
}

/**
 * Types of production that share a key are added up, answers with their signs. A period counts only where every answer knows it.
 * Pumps are consumption of the storage type, given with the zone on the other side: they are subtracted.
 */
function addUp(
  publication: EntsoePublication,
  answers: { sign: 1 | -1; series: EntsoeSeries[] }[],
): TimedValues[] {
  const sums = new Map<string, TimedValues & { values: Map<number, number>; parts: Map<number, number> }>();
  for (const [answer, { sign, series }] of answers.entries()) {
    for (const part of series) {
      const key =
        publication.keyOfType === undefined
          ? Object.keys(publication.units)[0]
          : publication.keyOfType.get(part.psrType ?? '');
      if (key === undefined) continue;
      const id = `${key} ${part.step}`;
      const sum = sums.get(id) ?? { key, step: part.step, values: new Map(), parts: new Map() };
      sums.set(id, sum);
      const consumes = part.psrType !== undefined && part.inDomain === undefined;
      for (const [start, value] of part.values) {
        sum.values.set(start, (sum.values.get(start) ?? 0) + sign * (consumes ? -value : value));
        sum.parts.set(start, (sum.parts.get(start) ?? 0) | (1 << answer));
      }
    }
  }
  const all = (1 << answers.length) - 1;
  return [...sums.values()].map(({ key, step, values, parts }) => ({
    key,
    step,
    values: new Map([...values].filter(([start]) => parts.get(start) === all)),
  }));
}

/** `YYYYMMDDHHmm` in UTC. */
function compact(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:T]/g, '').slice(0, 12);
}
