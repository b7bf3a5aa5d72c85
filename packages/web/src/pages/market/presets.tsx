import { useMessages } from '../../i18n/locale.ts';
import type { DayRange } from '../../market/day-range.ts';
import { PRESETS, type Preset, presetOf, presetRange } from '../../market/range-presets.ts';
import { useToday } from '../../time/service-clock.ts';
import { ToggleSet } from '../../ui/toggle-set.tsx';

const NAMES = {
  week: 'presetWeek',
  days30: 'presetDays30',
  month: 'presetMonth',
  year: 'presetYear',
  lastYear: 'presetLastYear',
} as const satisfies Record<Preset, string>;

/** Ranges by a single press. */
export function Presets({ range, onChange }: { range: DayRange; onChange: (range: DayRange) => void }) {
  const t = useMessages('market.page');
  const today = useToday();
  const shown = presetOf(range, today);
  return (
    <ToggleSet
      label={t('presets')}
      values={shown === undefined ? [] : [shown]}
      choices={PRESETS.map((value) => ({ value, label: t(NAMES[value]) }))}
      onChange={(chosen) => {
        const next = chosen.find((preset) => preset !== shown);
        if (next !== undefined) onChange(presetRange(next, today));
      }}
    />
  );
}
