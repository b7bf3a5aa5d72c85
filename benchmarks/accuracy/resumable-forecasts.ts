import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type MemberForecasts, type Panel, type Recipe, createModel } from '@lonja/forecasting';
import { createThreads, forecastHorizonsInWorkers } from '@lonja/forecasting/workers';

const DAYS_AT_ONCE = 32;

interface DaysToForecast {
  panel: Panel;
  targets: number[];
  recipe: Recipe;
  /** By default as many threads as there are cores. */
  threadCount?: number;
}

/**
 * Forecasts of many days, kept in `file` as they are made, so that an interrupted run goes on where it stopped:
 * for each target the combined forecast and then the members', float64. The file belongs to one version of the library and one
 * list of targets.
 */
export async function resumableForecasts(file: string, input: DaysToForecast): Promise<MemberForecasts> {
  const [first] = await resumableHorizons(file, { ...input, horizonDays: 1 });
  return first;
}

/** The same of several days from each target on, one below the other in the file: one element for each day ahead. */
export async function resumableHorizons(
  file: string,
  {
    panel,
    targets,
    recipe,
    threadCount,
    horizonDays,
    unknownInputs,
  }: DaysToForecast & {
    horizonDays: number;
    /** Inputs that are taken as unknown, by name, for each day ahead. */
    unknownInputs?: readonly string[][];
  },
): Promise<MemberForecasts[]> {
  const { slotsPerDay } = panel;
  const { memberCount } = createModel(recipe);
  const width = (1 + memberCount) * slotsPerDay;
  await mkdir(path.dirname(file), { recursive: true });
  const done = Math.floor((await readNumbers(file)).length / (horizonDays * width));
  // The same threads for all days: what they have learnt of one serves the next.
  const threads = createThreads(threadCount);
  for (let from = done; from < targets.length; from += DAYS_AT_ONCE) {
    const chunk = targets.slice(from, from + DAYS_AT_ONCE);
    const tasks = chunk.map((target) => ({ panel, target, horizonDays, unknownInputs }));
    const forecasts = await forecastHorizonsInWorkers(tasks, { recipe, threads });
    const numbers = forecasts.flatMap((forecast, i) => {
      if (forecast === undefined || forecast.fallbackReason !== undefined)
        throw new Error(`${panel.days[chunk[i]]}: ${forecast?.fallbackReason ?? 'no week of prices'}`);
      return forecast.days.flatMap((combined, lead) => [
        ...combined,
        ...forecast.members[lead].flatMap((values) => [...values]),
      ]);
    });
    await appendFile(file, new Uint8Array(Float64Array.from(numbers).buffer));
    console.error(`${path.basename(file)}: ${from + chunk.length} of ${targets.length} days`);
  }
  await threads.close();
  const numbers = await readNumbers(file);
  const part = (lead: number, k: number) =>
    Float64Array.from(
      targets.flatMap((_, i) => {
        const start = (i * horizonDays + lead) * width + k * slotsPerDay;
        return [...numbers.subarray(start, start + slotsPerDay)];
      }),
    );
  return Array.from({ length: horizonDays }, (_, lead) => ({
    combined: part(lead, 0),
    members: Array.from({ length: memberCount }, (_unused, k) => part(lead, 1 + k)),
  }));
}

async function readNumbers(file: string): Promise<Float64Array> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return new Uint8Array();
    throw error;
  });
  const whole = bytes.slice(0, bytes.length - (bytes.length % Float64Array.BYTES_PER_ELEMENT));
  return new Float64Array(new Uint8Array(whole).buffer);
}
