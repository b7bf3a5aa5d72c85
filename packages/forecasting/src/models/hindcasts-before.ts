import type { Panel } from '../series/panel.ts';
import type { DayForecasts, GaussianProcess } from './gaussian-process.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

/**
 * What the process would have forecast for each of the days that it learns from on behalf of row `target`, from the days before it alone;
 * nothing where it lacks days.
 */
export function hindcastsBefore(process: GaussianProcess, panel: Panel, target: number): DayForecasts {
  const { slotsPerDay } = panel;
  try {
    const { rows, values } = process.fitWithHindcasts(panel, target).hindcasts;
    return new Map(
      rows.map((row, i) => [row, values.subarray(i * slotsPerDay, (i + 1) * slotsPerDay)] as const),
    );
  } catch (error) {
    if (error instanceof InsufficientHistoryError) return new Map();
    throw error;
  }
}
