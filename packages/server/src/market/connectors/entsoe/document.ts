import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, excerpt } from '../payload-fault.ts';
import { shapeFault } from '../read-json.ts';

const text = z.string();
const optional = text.optional();
const Period = z.object({
  timeInterval: z.object({ start: text, end: text }),
  resolution: text,
  Point: z.array(z.object({ position: text, 'price.amount': optional, quantity: optional })),
});
const TimeSeries = z.object({
  version: optional,
  revisionNumber: optional,
  createdDateTime: optional,
  businessType: optional,
  curveType: z.string().default('A01'),
  'in_Domain.mRID': optional,
  'out_Domain.mRID': optional,
  'inBiddingZone_Domain.mRID': optional,
  'outBiddingZone_Domain.mRID': optional,
  'currency_Unit.name': optional,
  'price_Measure_Unit.name': optional,
  'quantity_Measure_Unit.name': optional,
  'contract_MarketAgreement.type': optional,
  'classificationSequence_AttributeInstanceComponent.position': optional,
  'registeredResource.mRID': optional,
  MktPSRType: z
    .object({ psrType: optional, PowerSystemResources: z.object({ mRID: optional }).optional() })
    .optional(),
  Period: z.array(Period),
});
const MarketDocument = z.object({
  revisionNumber: optional,
  createdDateTime: optional,
  TimeSeries: z.array(TimeSeries).default([]),
});
const Reason = z.object({ code: optional, text: optional });

/** A market document as it is written, numbers still as text. */
export type MarketDocument = z.infer<typeof MarketDocument>;
export type TimeSeries = z.infer<typeof TimeSeries>;
export type Period = z.infer<typeof Period>;

const LISTS = new Set(['TimeSeries', 'Period', 'Point', 'Reason']);
const NO_DATA = /no matching data|no data found/i;

/**
 * A market document of any kind and namespace version; undefined when the answer is that there are no data. Bad requests share the
 * code 999 with that, so the text of the reason decides.
 */
export function readMarketDocument(xml: string, what: Asked): MarketDocument | undefined {
  if (XMLValidator.validate(xml) !== true) {
    throw answerFault(what, reason('expected_xml', { found: excerpt(xml) }));
  }
  const parser = new XMLParser({
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => LISTS.has(name),
  });
  const [name, body] = rootOf(parser.parse(xml));
  if (name === 'Acknowledgement_MarketDocument') return refuseUnlessNoData(body, what);
  if (!name.endsWith('_MarketDocument')) {
    throw answerFault(what, reason('expected_document', { found: excerpt(name === '' ? xml : name) }));
  }
  const parsed = MarketDocument.safeParse(body);
  if (parsed.success) return parsed.data;
  throw answerFault(what, shapeFault(parsed.error));
}

function rootOf(document: unknown): [name: string, body: unknown] {
  const entries = typeof document === 'object' && document !== null ? Object.entries(document) : [];
  return entries.find(([name]) => !name.startsWith('?')) ?? ['', undefined];
}

function refuseUnlessNoData(body: unknown, what: Asked): undefined {
  const parsed = z.object({ Reason: z.array(Reason).default([]) }).safeParse(body);
  const reasons = (parsed.data?.Reason ?? []).map((reason) => reason.text ?? '').join(' ');
  if (!NO_DATA.test(reasons)) throw answerFault(what, reason('refused_with', { found: excerpt(reasons) }));
}
