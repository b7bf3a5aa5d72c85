import { addDays, dayStart } from '@lonja/forecasting/market';
import { reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, ofSource } from '../payload-fault.ts';
import type { DaySpan, Publication, PublishedDay, Source } from '../source.ts';
import { publishedDays } from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { type EntsoeAnswer, addUp } from './add-up.ts';
import { type EntsoeSeries, parseEntsoeDocument } from './parse.ts';
import { ENTSOE_PUBLICATIONS, type EntsoePublication } from './publications.ts';

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
    const label = { what: `${publication.name} (${parameters['documentType'] ?? ''})`, ...span };
    const url = new URL('/api', options.baseUrl);
    url.search = new URLSearchParams({
      ...parameters,
      periodStart: compact(dayStart(span.from)),
      periodEnd: compact(dayStart(addDays(span.to, 1))),
      securityToken: options.token,
    }).toString();
    const { text } = await options.transport.get({ url, label, accepts: saysNoData });
    const what = ofSource('ENTSO-E', label);
    const series = parseEntsoeDocument(text, what, publication.auction);
    for (const part of series) checkPart(part, publication, parameters);
    return { what, series };
  };
  return {
    name: 'entsoe',
    parallel: ENTSOE_LIMITS.parallel,
    publications: ENTSOE_PUBLICATIONS,
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch({ name }: Publication, span: DaySpan): Promise<PublishedDay[]> {
      const publication = ENTSOE_PUBLICATIONS.find((known) => known.name === name);
      if (publication === undefined) throw new RangeError(`ENTSO-E is not asked for ${name}.`);
      const answers: EntsoeAnswer[] = [];
      for (const { parameters, sign } of publication.queries) {
        answers.push({ sign, ...(await ask(publication, parameters, span)) });
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
  const what = ofSource('ENTSO-E', publication.name);
  if (!Object.values(publication.units).includes(part.unit)) {
    throw answerFault(what, reason('unasked_unit', { unit: part.unit }));
  }
  const { in_Domain: inZone, out_Domain: outZone, outBiddingZone_Domain: zone = inZone } = parameters;
  const isOfZones =
    outZone === undefined
      ? part.inDomain === zone || part.outDomain === zone
      : part.inDomain === inZone && part.outDomain === outZone;
  if (!isOfZones) {
    const asked = outZone === undefined ? (zone ?? '') : `${outZone} > ${inZone}`;
    const found = [part.outDomain, part.inDomain].filter((domain) => domain !== undefined).join(' > ');
    throw answerFault(
      what,
      found === ''
        ? reason('expected_zone_found_none', { zone: asked })
        : reason('expected_zone', { zone: asked, found }),
    );
  }
}

/** `YYYYMMDDHHmm` in UTC. */
function compact(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:T]/g, '').slice(0, 12);
}
