import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Series } from '@lonja/forecasting/data';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { FileFault } from '../connectors/file-fault.ts';
import { curveSeries } from '../connectors/omie/curve-series.ts';
import { parseCurvesFileName } from '../connectors/omie/file-name.ts';
import { parseOmieCurves } from '../connectors/omie/parse-curves.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import { reasonOf } from '../sources/read-failure.ts';
import type { Refusal } from './import-report.ts';
import { concatenate } from './concatenate.ts';

/** What files of aggregate curves hold. */
export interface CurveFiles {
  files: number;
  days: DeliveryDay[];
  series: Series[];
  refused: Refusal[];
  /** Lower revisions of a day that is read. */
  superseded: number;
}

const STEP = 'Reading curves of OMIE';
/** Twice what a day of quarters has. */
const LARGEST_FILE = 128 * 1024 * 1024;

/** Reads the files of aggregate curves among those below a folder, one at a time: of each day the highest readable revision. */
export async function readOmieCurves(
  folder: string,
  files: readonly string[],
  onProgress: Progress,
): Promise<CurveFiles> {
  const named = files.flatMap((file) => {
    const name = parseCurvesFileName(path.basename(file));
    return name === undefined ? [] : [{ ...name, file }];
  });
  const byDay = [...Map.groupBy(named, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  const read: CurveFiles = { files: 0, days: [], series: [], refused: [], superseded: 0 };
  for (const [i, [day, revisions]] of byDay.entries()) {
    onProgress(STEP, i, byDay.length);
    const ordered = revisions.toSorted((a, b) => b.revision - a.revision);
    for (const [rank, { file }] of ordered.entries()) {
      const found = await readDay(folder, file, day);
      if (found instanceof FileFault) {
        read.refused.push({ file, line: found.line, message: found.message });
        continue;
      }
      read.files++;
      read.days.push(day);
      read.series.push(...found);
      read.superseded += ordered.length - rank - 1;
      break;
    }
  }
  onProgress(STEP, byDay.length, byDay.length);
  return { ...read, series: joined(read.series) };
}

/** One series of each key and resolution, of days in their order. */
function joined(series: readonly Series[]): Series[] {
  const groups = Map.groupBy(series, ({ key, resolution }) => `${key} ${resolution}`);
  return [...groups.values()].map((parts) => ({
    ...parts[0],
    start: concatenate(parts.map(({ start }) => start)),
    value: concatenate(parts.map(({ value }) => value)),
    availableAt: concatenate(parts.map(({ availableAt }) => availableAt)),
  }));
}

async function readDay(folder: string, file: string, day: DeliveryDay): Promise<Series[] | FileFault> {
  const where = path.join(folder, file);
  try {
    const { size } = await stat(where);
    if (size > LARGEST_FILE)
      return new FileFault(file, 1, `expected a file of at most ${LARGEST_FILE} bytes, found ${size}`);
    return curveSeries(await parseOmieCurves(await readFile(where, 'latin1'), { file, day }));
  } catch (fault) {
    if (fault instanceof FileFault) return fault;
    return new FileFault(file, 1, `expected a file that can be read, but ${reasonOf(fault)}`);
  }
}
