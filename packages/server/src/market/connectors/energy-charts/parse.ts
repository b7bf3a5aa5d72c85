import { MINUTE_MS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, excerpt, PayloadFault, readJson } from '../payload-fault.ts';

/** What the answers hold: one map of values for each series, by the id that version 2 gives it. */
export interface EnergyChartsAnswer {
  /** Start of the period in epoch ms to value; a series that is named and has no value yet is empty. */
  series: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

export interface ExpectedAnswer {
  /** What is asked for, as errors name it. */
  what: Asked;
  unit: string;
  /** The series of an answer of version 1 that does not name it. */
  id?: string;
}

/** Terms under which the values may be stored and shown. */
export const ENERGY_CHARTS_LICENCE = 'CC BY 4.0';
const LICENCE = /\bCC[ -]BY[ -]4\.0\b/i;
const STEPS = new Set(['PT15M', 'PT30M', 'PT60M', 'PT1H']);
const GRID_MS = 15 * MINUTE_MS;

const Value = z.number().nullable();
const VersionTwo = z.object({
  resolution: z.string(),
  unit: z.string(),
  license: z.string(),
  series: z.array(z.object({ id: z.string() })),
  data: z.array(
    z.object({ timestamp: z.iso.datetime({ offset: true }), values: z.record(z.string(), Value) }),
  ),
});
/** Version 1 gives columns beside the instants: a forecast, prices, or one column for each type of production. */
const VersionOne = z.object({
  unix_seconds: z.array(z.number()),
  license_info: z.string().optional(),
  unit: z.string().optional(),
  production_type: z.string().optional(),
  forecast_values: z.array(Value).optional(),
  price: z.array(Value).optional(),
  production_types: z.array(z.object({ name: z.string(), data: z.array(Value) })).optional(),
});

/**
 * The series of an answer, of version 2 or 1. A PayloadFault where its licence is another one than that under which the values are stored, where
 * its unit, its steps or its instants are not what was asked for, and where a period has two values.
 */
export function parseEnergyCharts(text: string, expected: ExpectedAnswer): EnergyChartsAnswer {
  const { what } = expected;
  const body = readJson(text, z.record(z.string(), z.unknown()), what);
  return 'unix_seconds' in body
    ? readVersionOne(readJson(text, VersionOne, what), expected)
    : readVersionTwo(readJson(text, VersionTwo, what), expected);
}

/** The id of a name as version 1 writes it: `Wind onshore` is `wind_onshore`. */
function idOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
}

function readVersionTwo(
  { resolution, unit, license, series, data }: z.infer<typeof VersionTwo>,
  expected: ExpectedAnswer,
): EnergyChartsAnswer {
  const { what } = expected;
  checkLicence(license, what);
  checkUnit(unit, expected);
  if (!STEPS.has(resolution)) {
    throw answerFault(what, reason('unknown_steps', { found: excerpt(resolution) }));
  }
  const found = new Map(series.map(({ id }) => [idOf(id), new Map<number, number>()]));
  for (const { timestamp, values } of data) {
    for (const [id, value] of Object.entries(values)) {
      const column = found.get(idOf(id));
      if (column === undefined) {
        throw answerFault(what, reason('not_among_series', { part: excerpt(id) }));
      }
      add(column, { start: Date.parse(timestamp), value, what, part: id });
    }
  }
  return { series: found };
}

function readVersionOne(answer: z.infer<typeof VersionOne>, expected: ExpectedAnswer): EnergyChartsAnswer {
  const { what, id = 'price' } = expected;
  if (answer.license_info !== undefined) checkLicence(answer.license_info, what);
  if (answer.unit !== undefined) checkUnit(answer.unit, expected);
  const single = answer.forecast_values ?? answer.price;
  const columns = [
    ...(single === undefined ? [] : [{ name: answer.production_type ?? id, data: single }]),
    ...(answer.production_types ?? []),
  ];
  const found = new Map<string, Map<number, number>>();
  for (const { name, data } of columns) {
    if (data.length !== answer.unix_seconds.length) {
      const counts = { part: excerpt(name), values: data.length, times: answer.unix_seconds.length };
      throw answerFault(what, reason('values_for_times', counts));
    }
    const column = new Map<number, number>();
    found.set(idOf(name), column);
    for (const [i, value] of data.entries()) {
      add(column, { start: 1000 * answer.unix_seconds[i], value, what, part: name });
    }
  }
  return { series: found };
}

function add(
  column: Map<number, number>,
  { start, value, what, part }: { start: number; value: number | null; what: Asked; part: string },
): void {
  if (value === null) return;
  if (start % GRID_MS !== 0) {
    throw answerFault(what, reason('off_quarter_hour', { part, at: new Date(start).toISOString() }));
  }
  const before = column.get(start) ?? value;
  if (before !== value) {
    const at = new Date(start).toISOString();
    throw answerFault(what, reason('part_has_two_values', { part, at, one: before, other: value }));
  }
  column.set(start, value);
}

function checkLicence(licence: string, what: Asked): void {
  if (LICENCE.test(licence)) return;
  throw new PayloadFault([
    reason('of_answer', { what }),
    reason('other_licence', { found: excerpt(licence), expected: ENERGY_CHARTS_LICENCE }),
    reason('read_terms', { source: 'energy-charts' }),
  ]);
}

function checkUnit(unit: string, { what, unit: wanted }: ExpectedAnswer): void {
  if (unit.replaceAll(/\s/g, '') === wanted) return;
  throw answerFault(what, reason('values_in_other_unit', { found: excerpt(unit), expected: wanted }));
}
