import type { BeyondCleared, ForecastRun } from '@lonja/client';
import { type Translate } from '../i18n/texts.ts';
import type { Format } from '../i18n/format.ts';
import { madridDay } from '../time/madrid-time.ts';

/** What had cleared when the run of a forecast was issued; null where hardly anything had, or that was not kept. */
export type ClearedExtremes = ForecastRun['cleared_extremes'];
/** The marks of a point, as the service gives them. */
export type Marks = BeyondCleared | undefined;
export type Side = NonNullable<BeyondCleared['value']>;

export const SIDES = ['below', 'above'] as const;
/** Beside a price, with the words for it: colour alone would not be seen by everybody. */
export const SIGNS: Record<Side, string> = { below: '▼', above: '▲' };

interface Words {
  t: Translate<'parts.beyondCleared'>;
  format: Pick<Format, 'price' | 'numericDay'>;
}

/** `below anything cleared: lowest was −15.00 on 01/05/2025` */
export function sideText({ t, format }: Words, side: Side, extremes: ClearedExtremes): string {
  if (extremes === null) return t(side);
  const { time, value } = side === 'below' ? extremes.lowest : extremes.highest;
  const was = {
    price: format.price(value),
    day: format.numericDay(madridDay(Date.parse(time))),
  };
  return `${t(side)}: ${side === 'below' ? t('lowestWas', was) : t('highestWas', was)}`;
}

/**
 * For each side on which a point or a bound lies what that means, and of how many periods the point does, and of how many a bound alone.
 */
export function beyondSentences(
  words: Words,
  ofPoints: readonly Marks[],
  extremes: ClearedExtremes,
): { side: Side; text: string }[] {
  return SIDES.flatMap((side) => {
    const marked = ofPoints.flatMap((marks) =>
      marks !== undefined && Object.values(marks).includes(side) ? [marks] : [],
    );
    const pointCount = marked.filter(({ value }) => value === side).length;
    const boundCount = marked.length - pointCount;
    const { t } = words;
    const counts = [
      ...(pointCount > 0 ? [t.count('points', pointCount)] : []),
      ...(boundCount > 0 ? [t.count('bounds', boundCount)] : []),
    ];
    if (counts.length === 0) return [];
    return [{ side, text: `${sideText(words, side, extremes)} (${counts.join(', ')}).` }];
  });
}

/** The marks of a point in a file, such as `10th percentile below anything cleared`. */
export function beyondCell(marks: Marks, t: Words['t']): string {
  const names = ['value', 'p10', 'p90'] as const;
  return names
    .flatMap((name) => (marks?.[name] === undefined ? [] : [`${t(name)} ${t(marks[name])}`]))
    .join('; ');
}
