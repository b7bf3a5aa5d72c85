import { z } from 'zod';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault } from '../payload-fault.ts';
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
  expected: { indicator: number; geoId: number; key: string; what: Asked },
): TimedValues {
  const { indicator, geoId, key, what } = expected;
  const reply = readJson(text, EsiosReply, what).indicator;
  if (reply.id !== indicator) throw answerFault(what, reason('of_other_indicator', { indicator: reply.id }));
  const values = new Map<number, number>();
  for (const { value, datetime, geo_id: geo } of reply.values) {
    if (geo !== geoId || value === null) continue;
    const start = Date.parse(datetime);
    const before = values.get(start) ?? value;
    if (before !== value) {
      const twice = { zone: geoId, at: datetime, one: before, other: value };
      throw answerFault(what, reason('zone_has_two_values', twice));
    }
    values.set(start, value);
  }
  if (reply.values.length > 0 && values.size === 0) {
    throw answerFault(what, reason('none_of_zone', { zone: geoId }));
  }
  return { key, step: 'by day', values };
}
