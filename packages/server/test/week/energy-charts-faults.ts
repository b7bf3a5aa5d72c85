import { z } from 'zod';
import type { AnswerFault } from '../sources/stand-in/faults.ts';

const Body = z.looseObject({
  license: z.string(),
  series: z.array(z.looseObject({ id: z.string() })),
  data: z.array(z.object({ timestamp: z.string(), values: z.record(z.string(), z.number().nullable()) })),
});

function edited(change: (body: z.infer<typeof Body>) => void): AnswerFault['answer'] {
  return {
    kind: 'edit',
    edit(text) {
      const body = Body.parse(JSON.parse(text));
      change(body);
      return JSON.stringify(body);
    },
  };
}

const MEASURED = 'public_power?';

/** What Energy-Charts does in the week: too many requests, another licence, a type of production that is missing, nulls at the end. */
export const ENERGY_CHARTS_FAULTS: readonly AnswerFault[] = [
  {
    source: 'energy-charts',
    from: '2026-03-23T18:00:00+01:00',
    to: '2026-03-23T18:10:00+01:00',
    answer: { kind: 'status', status: 429, headers: { 'retry-after': '600' } },
  },
  {
    source: 'energy-charts',
    from: '2026-03-25T17:30:00+01:00',
    to: '2026-03-25T19:00:00+01:00',
    answer: edited((body) => (body.license = 'All rights reserved')),
  },
  {
    source: 'energy-charts',
    from: '2026-03-26T02:00:00+01:00',
    to: '2026-03-26T04:00:00+01:00',
    asking: MEASURED,
    answer: edited((body) => {
      body.series = body.series.filter(({ id }) => id !== 'solar');
      for (const { values } of body.data) delete values['solar'];
    }),
  },
  {
    source: 'energy-charts',
    from: '2026-03-27T02:00:00+01:00',
    to: '2026-03-27T06:00:00+01:00',
    asking: MEASURED,
    answer: edited(({ data }) => {
      for (const { timestamp, values } of data) {
        if (timestamp < '2026-03-26T20:00') continue;
        for (const id of Object.keys(values)) values[id] = null;
      }
    }),
  },
];
