import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { TestApi } from '../http/test-api.ts';
import { CLOCK_CHANGES, startApiAroundClockChanges } from './clock-changes.ts';
import { WITHOUT_PANDAS, runPandas } from './run-pandas.ts';

/** CSV of the API as pandas reads it, on both clock changes. */
let api: TestApi;
let key = '';
before(async () => ({ api, key } = await startApiAroundClockChanges()));
after(() => api.close());

const Table = z.object({
  rows: z.int(),
  unique: z.boolean(),
  steps: z.array(z.string()),
  days: z.array(z.string()),
  rise: z.number(),
  sameInstant: z.boolean().nullable(),
});

/** The index is the instant; the local column says the same instant with its offset (`locale=es` leaves the offset out). */
const READ_CSV = `
import io, json, sys
import pandas as pd
def read(given):
    frame = pd.read_csv(io.StringIO(given["text"]), **given["options"])
    time = pd.to_datetime(frame["time (UTC)"], utc=True)
    local = frame["start (Europe/Madrid)"]
    same = None if given["options"] else bool((pd.to_datetime(local, utc=True) == time).all())
    frame = frame.set_index(time)
    value = frame[given["column"]]
    return {
        "rows": len(frame),
        "unique": bool(frame.index.is_unique and frame.index.is_monotonic_increasing),
        "steps": sorted({str(step) for step in frame.index.to_series().diff().dropna()}),
        "days": sorted({str(day) for day in frame.index.tz_convert("Europe/Madrid").date}),
        "rise": float(value.iloc[-1] - value.iloc[0]),
        "sameInstant": same,
    }
json.dump([read(given) for given in json.load(sys.stdin)], sys.stdout)
`;

const OPTIONS = { en: {}, es: { sep: ';', decimal: ',' } };

test('pandas reads 100 quarters and 92, each once, in both locales', { skip: WITHOUT_PANDAS }, async () => {
  const files = [];
  for (const { day, hours, now } of CLOCK_CHANGES) {
    api.clock.set(now);
    const prices = `/market/prices?date_from=${day}&date_to=${day}&page_size=1000`;
    const forecasts = `/forecasts?market_id=es&product=da&date=${day}`;
    // In the fixture prices rise by 1 from quarter to quarter, forecasts by 0.25.
    for (const [path, column, rise] of [
      [prices, 'price (EUR/MWh)', 4 * hours - 1],
      [forecasts, 'value (EUR/MWh)', hours - 0.25],
    ] as const) {
      for (const locale of ['en', 'es'] as const) {
        const answer = await api.get(`${path}&resolution=PT15M&format=csv&locale=${locale}`, key);
        assert.equal(answer.status, 200, answer.text);
        const text = answer.text.replace(/^\uFEFF/, '');
        files.push({ day, hours, locale, rise, text, column, options: OPTIONS[locale] });
      }
    }
  }
  const tables = z.array(Table).parse(runPandas(READ_CSV, files));
  assert.deepEqual(
    tables,
    files.map(({ day, hours, locale, rise }) => ({
      rows: 4 * hours,
      unique: true,
      steps: ['0 days 00:15:00'],
      days: [day],
      rise,
      sameInstant: locale === 'en' ? true : null,
    })),
  );
});
