import { deliveryDayOf, dayStart } from '@lonja/forecasting';
import { z } from 'zod';
import { PayloadFault, excerpt } from '../payload-fault.ts';
import { readJson } from '../read-json.ts';

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

/** The lines of a widget: none where the answer says that there are no data. One that lists other errors is a PayloadFault. */
export function parseRedata(text: string, what: string): RedataLine[] {
  if (saysNoData({ text })) return [];
  const Answer = z.union([
    RedataReply,
    z.object({ errors: z.array(z.object({ detail: z.string().optional() })) }),
  ]);
  const reply = readJson(text, Answer, what);
  if ('errors' in reply) {
    const details = reply.errors.map(({ detail }) => detail ?? 'no reason').join(' ');
    throw new PayloadFault(`${what}: refused with ${excerpt(details)}`);
  }
  return reply.included.flatMap(({ type, attributes, content }): RedataLine[] => {
    if (content !== undefined) {
      return content.map((part) => ({
        type: `${type}/${part.type}`,
        values: readValues(part.attributes, what),
      }));
    }
    const own = Values.safeParse(attributes);
    if (!own.success) throw new PayloadFault(`${what}: ${type} has no values.`);
    return [{ type, values: readValues(own.data, what) }];
  });
}

/** The values of whole days by the start of their day; the widget names a day by an instant within it. */
export function byDay(values: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...values].map(([instant, value]) => [dayStart(deliveryDayOf(instant)), value]));
}

function readValues({ values }: z.infer<typeof Values>, what: string): Map<number, number> {
  const known = new Map<number, number>();
  for (const { value, datetime } of values) {
    if (value === null) continue;
    const instant = Date.parse(datetime);
    if (known.has(instant) && known.get(instant) !== value) {
      throw new PayloadFault(`${what}: ${datetime} has two values.`);
    }
    known.set(instant, value);
  }
  return known;
}
