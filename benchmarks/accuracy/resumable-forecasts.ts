import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type MemberForecasts, type Panel, type Recipe, createModel } from '@lonja/forecasting';
import { createThreads, forecastDaysInWorkers } from '@lonja/forecasting/workers';

const DAYS_AT_ONCE = 32;

/**
 * `forecastDaysInWorkers` whose days are kept in `file` as they are made, so that an interrupted run goes on where it stopped:
 * for each target the combined forecast and then the members', float64. The file belongs to one version of the library and one
 * list of targets. By default as many threads as there are cores.
 */
export async function resumableForecasts(
  file: string,
  {
    panel,
    targets,
    recipe,
    threadCount,
  }: { panel: Panel; targets: number[]; recipe: Recipe; threadCount?: number },
): Promise<MemberForecasts> {
  const { slotsPerDay } = panel;
  const { memberCount } = createModel(recipe);
  const width = (1 + memberCount) * slotsPerDay;
  await mkdir(path.dirname(file), { recursive: true });
  const done = Math.floor((await readNumbers(file)).length / width);
  // The same threads for all days: what they have learnt of one serves the next.
  const threads = createThreads(threadCount);
  for (let from = done; from < targets.length; from += DAYS_AT_ONCE) {
    const chunk = targets.slice(from, from + DAYS_AT_ONCE);
    const { combined, members } = await forecastDaysInWorkers({ panel, targets: chunk, recipe, threads });
    const days = chunk.flatMap((_, i) =>
      [combined, ...members].flatMap((values) => [
        ...values.subarray(i * slotsPerDay, (i + 1) * slotsPerDay),
      ]),
    );
    await appendFile(file, new Uint8Array(Float64Array.from(days).buffer));
    console.error(`${path.basename(file)}: ${from + chunk.length} of ${targets.length} days`);
  }
  await threads.close();
  const numbers = await readNumbers(file);
  const part = (k: number) =>
    Float64Array.from(
      targets.flatMap((_, i) => [
        ...numbers.subarray(i * width + k * slotsPerDay, i * width + (k + 1) * slotsPerDay),
      ]),
    );
  return { combined: part(0), members: Array.from({ length: memberCount }, (_, k) => part(1 + k)) };
}

async function readNumbers(file: string): Promise<Float64Array> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return new Uint8Array();
    throw error;
  });
  const whole = bytes.slice(0, bytes.length - (bytes.length % Float64Array.BYTES_PER_ELEMENT));
  return new Float64Array(new Uint8Array(whole).buffer);
}
