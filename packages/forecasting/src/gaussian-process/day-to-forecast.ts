import { blockName, isBlockKnown } from '../features/lear-features.ts';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';
import type { Panel } from '../series/panel.ts';
import { type DayEncoding, type DayGroups, dayGroups } from './day-groups.ts';
import { type LocalScale, type LocalScaleOptions, localScale } from './local-scale.ts';

/** Row `target` as a fitted process sees it; throws InsufficientHistoryError where it needs what is not known. */
export function dayToForecast(
  panel: Panel,
  target: number,
  fitted: { encoding: DayEncoding; scale: LocalScaleOptions },
): { scale: LocalScale; groups: DayGroups } {
  const unknown = fitted.encoding.blocks.find((block) => !isBlockKnown(panel, block, target));
  const scale = localScale(panel, target, fitted.scale);
  if (unknown !== undefined || scale === undefined) {
    const missing = unknown === undefined ? 'recent prices' : blockName(unknown);
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${missing}, which is not known; fit a model for that day.`,
    );
  }
  return { scale, groups: dayGroups(panel, target, scale, fitted.encoding) };
}
