import { MINUTE_MS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { PayloadFault, excerpt } from '../payload-fault.ts';
import { readJson } from '../read-json.ts';

/** What the answers hold: one map of values for each series, by the id that version 2 gives it. */
export interface EnergyChartsAnswer {
  /** Start of the period in epoch ms to value; a series that is named and has no value yet is empty. */
  series: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

export interface ExpectedAnswer {
  /** What is asked for, as errors name it. */
  what: string;
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
    throw new PayloadFault(`${what}: steps of ${excerpt(resolution)} are none that is known.`);
  }
  const found = new Map(series.map(({ id }) => [idOf(id), new Map<number, number>()]));
  for (const { timestamp, values } of data) {
    for (const [id, value] of Object.entries(values)) {
      const column = found.get(idOf(id));
      if (column === undefined) throw new PayloadFault(`${what}: ${excerpt(id)} is not among the series.`);
      add(column, { start: Date.parse(timestamp), value, what: `${what}: ${id}` });
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
      throw new PayloadFault(
        `${what}: ${excerpt(name)} has ${data.length} values for ${answer.unix_seconds.length} instants.`,
      );
    }
    const column = new Map<number, number>();
    found.set(idOf(name), column);
    for (const [i, value] of data.entries()) {
      add(column, { start: 1000 * answer.unix_seconds[i], value, what: `${what}: ${name}` });
    }
  }
  return { series: found };
}

function add(
  column: Map<number, number>,
  { start, value, what }: { start: number; value: number | null; what: string },
): void {
  if (value === null) return;
  if (start % GRID_MS !== 0) {
    throw new PayloadFault(`${what} has a value at ${new Date(start).toISOString()}, not on a quarter hour.`);
  }
  const before = column.get(start) ?? value;
  if (before !== value) {
    const at = new Date(start).toISOString();
    throw new PayloadFault(`${what} has two values at ${at}, ${before} and ${value}.`);
  }
  column.set(start, value);
}

function checkLicence(licence: string, what: string): void {
  if (LICENCE.test(licence)) return;
  throw new PayloadFault(
    `${what}: the licence is now ${excerpt(licence)} instead of ${ENERGY_CHARTS_LICENCE}, so nothing of it is stored: read its terms, ` +
      'and take energy-charts out of SOURCES or see whether a newer version of Lonja is out.',
  );
}

function checkUnit(unit: string, { what, unit: wanted }: ExpectedAnswer): void {
  if (unit.replaceAll(/\s/g, '') === wanted) return;
  throw new PayloadFault(`${what}: the values are in ${excerpt(unit)}, expected ${wanted}.`);
}
