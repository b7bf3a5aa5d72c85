import { z } from 'zod';
import { PayloadFault } from '../payload-fault.ts';
import { readJson } from '../read-json.ts';
import type { TimedValues } from '../timed-values.ts';

const EsiosReply = z.object({
  indicator: z.object({
    id: z.number(),
    values: z.array(
      z.object({
        value: z.number().nullable(),
        datetime: z.iso.datetime({ offset: true }),
        geo_id: z.number(),
      }),
    ),
  }),
});

/**
 * The values of one zone of an indicator. Zones come interleaved. The local `datetime` with its offset distinguishes the two hours 2 of
 * an autumn day; replies are known whose `datetime_utc` is the same for both. A period that occurs twice with different values is a PayloadFault.
 */
export function parseEsiosIndicator(
  text: string,
  expected: { indicator: number; geoId: number; key: string },
): TimedValues {
  const { indicator, geoId, key } = expected;
  const what = `ESIOS indicator ${indicator}`;
  const reply = readJson(text, EsiosReply, what).indicator;
  if (reply.id !== indicator) throw new PayloadFault(`${what}: the answer is of indicator ${reply.id}.`);
  const values = new Map<number, number>();
  for (const { value, datetime, geo_id: geo } of reply.values) {
    if (geo !== geoId || value === null) continue;
    const start = Date.parse(datetime);
    const before = values.get(start) ?? value;
    if (before !== value) {
      throw new PayloadFault(`${what}: zone ${geoId} has two values at ${datetime}, ${before} and ${value}.`);
    }
    values.set(start, value);
  }
  if (reply.values.length > 0 && values.size === 0) {
    throw new PayloadFault(`${what}: there are values, but none of zone ${geoId}.`);
  }
  return { key, step: 'by day', values };
}
