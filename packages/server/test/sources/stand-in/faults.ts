import type { DeliveryDay } from '@lonja/forecasting/market';
import { z } from 'zod';
import { LIVE_SOURCES, type LiveSourceName } from '../../../src/market/connectors/source.ts';
import type { Misbehaviour } from '../respond.ts';

/** What a source does with requests that come within a span of its clock's time, `to` exclusive. */
export interface AnswerFault {
  source: LiveSourceName;
  /** Instants with an offset. */
  from: string;
  to: string;
  /** Only requests whose path and query contain this. */
  asking?: string | undefined;
  answer: Misbehaviour;
}

/** What a source does with a publication, as the connectors name it, of some delivery days, both inclusive. */
export interface PublicationFault {
  source: LiveSourceName;
  publication: string;
  from: DeliveryDay;
  to: DeliveryDay;
  /** `corrected`: the first `periods` prices of an auction come out again, raised. */
  publish:
    | { kind: 'late'; hours: number }
    | { kind: 'silent' }
    | { kind: 'empty' }
    | { kind: 'hourly' }
    | { kind: 'corrected'; afterHours: number; periods: number; addEurPerMwh: number };
}

export type Fault = AnswerFault | PublicationFault;
export type PublicationFaultKind = PublicationFault['publish']['kind'];
export type PublicationFaultOf<Kind extends PublicationFaultKind> = Extract<
  PublicationFault['publish'],
  { kind: Kind }
>;

/** The fault that a request of a source meets at an instant; the first of the list that fits. */
export function findAnswerFault(
  faults: readonly Fault[],
  request: { source: LiveSourceName; at: number; asked: string },
): Misbehaviour | undefined {
  return faults.find(
    (fault): fault is AnswerFault =>
      'answer' in fault &&
      fault.source === request.source &&
      request.at >= Date.parse(fault.from) &&
      request.at < Date.parse(fault.to) &&
      request.asked.includes(fault.asking ?? ''),
  )?.answer;
}

/** The fault of a kind that befalls a day of a source's publication. */
export function findPublicationFault<Kind extends PublicationFaultKind>(
  faults: readonly Fault[],
  of: { source: LiveSourceName; publication: string; day: DeliveryDay },
  kind: Kind,
): PublicationFaultOf<Kind> | undefined {
  for (const fault of faults) {
    if (!('publish' in fault) || fault.source !== of.source || fault.publication !== of.publication) continue;
    if (of.day >= fault.from && of.day <= fault.to && isOfKind(fault.publish, kind)) return fault.publish;
  }
  return undefined;
}

function isOfKind<Kind extends PublicationFaultKind>(
  publish: PublicationFault['publish'],
  kind: Kind,
): publish is PublicationFaultOf<Kind> {
  return publish.kind === kind;
}

const Source = z.enum(LIVE_SOURCES);
const Instant = z
  .string()
  .refine(
    (text) => /(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text)),
    'is not an instant with an offset',
  );
const Day = z.iso.date();
const Answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('late'), ms: z.int().min(0) }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('html') }),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('half') }),
  z.strictObject({ kind: z.literal('cut') }),
]);
const Publish = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('late'), hours: z.number().positive() }),
  z.strictObject({ kind: z.literal('silent') }),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('hourly') }),
  z.strictObject({
    kind: z.literal('corrected'),
    afterHours: z.number().positive(),
    periods: z.int().positive(),
    addEurPerMwh: z.number(),
  }),
]);
const Faults = z.array(
  z.union([
    z.strictObject({
      source: Source,
      from: Instant,
      to: Instant,
      asking: z.string().exactOptional(),
      answer: Answer,
    }),
    z.strictObject({ source: Source, publication: z.string(), from: Day, to: Day, publish: Publish }),
  ]),
);

/** Faults as they are given to the program, in JSON. Throws an Error that says what is wrong with them. */
export function parseFaults(json: string): Fault[] {
  const parsed = Faults.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new Error(`These are not faults that the sources can have: ${z.prettifyError(parsed.error)}`);
}
