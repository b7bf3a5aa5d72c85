import { deliveryDayOf, dayStart } from '@lonja/forecasting/market';
import { z } from 'zod';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, excerpt, readJson } from '../payload-fault.ts';

/** The series that the energy of each technology is part of, by the operator's name of it. */
export const ENERGY_KEYS = new Map([
  ['Eólica', 'wind.energy'],
  ['Solar fotovoltaica', 'solar.energy'],
  ['Solar térmica', 'solar.energy'],
  ['Hidráulica', 'hydro.energy'],
  ['Turbinación bombeo', 'hydro.energy'],
  ['Nuclear', 'nuclear.energy'],
  ['Ciclo combinado', 'thermal.energy'],
  ['Carbón', 'thermal.energy'],
  ['Motores diésel', 'thermal.energy'],
  ['Turbina de gas', 'thermal.energy'],
  ['Turbina de vapor', 'thermal.energy'],
  ['Fuel + Gas', 'thermal.energy'],
]);

const Values = z.object({
  values: z.array(z.object({ value: z.number().nullable(), datetime: z.iso.datetime({ offset: true }) })),
});
const Part = z.object({ type: z.string(), attributes: Values });
const Included = z.object({
  type: z.string(),
  attributes: z.unknown(),
  content: z.array(Part).optional(),
});
const RedataReply = z.object({ included: z.array(Included) });

/** Values of one line of a widget, by the instant that they stand at. */
export interface RedataLine {
  /** What the line shows, such as `Eólica`; for borders the neighbour and the line, such as `Francia/saldo`. */
  type: string;
  values: Map<number, number>;
}

const NO_DATA = /no data for the selected filters/i;

/** Whether an answer says that there are no data of a span, which REData does with status 200 or 502. */
export function saysNoData({ text }: { text: string }): boolean {
  return /^\s*\{\s*"errors"/.test(text) && NO_DATA.test(text);
}

/**
 * The lines of a widget, each once: one that is sent twice must say the same. None where the answer says that there are no data; one
 * that lists other errors is a PayloadFault.
 */
export function parseRedata(text: string, what: Asked): RedataLine[] {
  if (saysNoData({ text })) return [];
  const Answer = z.union([
    RedataReply,
    z.object({ errors: z.array(z.object({ detail: z.string().optional() })) }),
  ]);
  const reply = readJson(text, Answer, what);
  if ('errors' in reply) {
    const details = reply.errors.map(({ detail }) => detail ?? 'no reason').join(' ');
    throw answerFault(what, reason('refused_with', { found: excerpt(details) }));
  }
  const lines = new Map<string, Map<number, number>>();
  const add = (type: string, attributes: z.infer<typeof Values>) => {
    const known = lines.get(type) ?? new Map<number, number>();
    lines.set(type, known);
    addValues(known, attributes, { what, part: type });
  };
  for (const { type, attributes, content } of reply.included) {
    for (const part of content ?? []) add(`${type}/${part.type}`, part.attributes);
    if (content !== undefined) continue;
    const own = Values.safeParse(attributes);
    if (!own.success) throw answerFault(what, reason('no_values', { part: type }));
    add(type, own.data);
  }
  return [...lines].map(([type, values]) => ({ type, values }));
}

/** The values of whole days by the start of their day; the widget names a day by an instant within it. */
export function byDay(values: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...values].map(([instant, value]) => [dayStart(deliveryDayOf(instant)), value]));
}

function addValues(
  known: Map<number, number>,
  { values }: z.infer<typeof Values>,
  { what, part }: { what: Asked; part: string },
): void {
  for (const { value, datetime } of values) {
    if (value === null) continue;
    const instant = Date.parse(datetime);
    const before = known.get(instant) ?? value;
    if (before !== value) {
      const twice = { part, at: datetime, one: before, other: value };
      throw answerFault(what, reason('part_has_two_values', twice));
    }
    known.set(instant, value);
  }
}
