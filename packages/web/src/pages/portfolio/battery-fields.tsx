import type { Site } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { SelectField } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SITE_LIMITS, USUAL_BATTERY } from './site-facts.ts';

const USUAL_EFFICIENCY = 0.88;
const STORAGE_TECHNOLOGIES = ['lithium_ion', 'lead_acid', 'flow', 'pumped_hydro'] as const;
export type StorageTechnology = (typeof STORAGE_TECHNOLOGIES)[number];

export interface KindFieldsProps {
  site: Site | undefined;
  /** What a field shows: what was typed, else what is stored. */
  shown: (name: keyof Site, stored: number | null | undefined) => number | string | null | undefined;
  faults: Readonly<Record<string, string>>;
}

/** What a battery holds, and within which limits it is planned. */
export function BatteryFields({
  site,
  shown,
  faults,
  storage,
  onStorage,
}: KindFieldsProps & { storage: StorageTechnology; onStorage: (storage: StorageTechnology) => void }) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  const values = {
    energy: shown('energy_mwh', site?.energy_mwh),
    start: shown('start_soc', site?.start_soc ?? USUAL_BATTERY.startSoc),
    end: shown('end_soc', site?.end_soc),
  };
  const energyAt = (percent: typeof values.start) => {
    const share = numberOf(percent) / 100;
    const mwh = share >= 0 && share <= 1 ? numberOf(values.energy) * share : Number.NaN;
    return Number.isFinite(mwh) ? `: ${format.number(mwh, 1)} MWh` : '';
  };
  const isEndOpen = values.end === undefined || values.end === null || values.end === '';
  return (
    <>
      <SelectField
        className="sm:col-span-2"
        label={t('storageTechnology')}
        value={storage}
        choices={STORAGE_TECHNOLOGIES.map((value) => ({ value, label: t(value) }))}
        onChange={onStorage}
        error={faults['storage_technology']}
      />
      <NumberField<keyof Site>
        name="energy_mwh"
        label={t('storageEnergy')}
        value={values.energy}
        faults={faults}
      />
      <NumberField<keyof Site>
        name="efficiency"
        label={t('efficiency')}
        value={shown('efficiency', percentOf(site?.efficiency ?? USUAL_EFFICIENCY))}
        faults={faults}
      />
      <NumberField<keyof Site>
        name="max_cycles"
        label={t('maxCycles')}
        hint={t('maxCyclesHint', { usual: format.number(USUAL_BATTERY.maxCycles, 1) })}
        value={shown('max_cycles', site?.max_cycles)}
        faults={faults}
        {...SITE_LIMITS.cycles}
        isOptional
      />
      <NumberField<keyof Site>
        name="wear_cost"
        label={t('wearCost')}
        hint={t('wearCostHint', { usual: format.number(USUAL_BATTERY.wearCost[storage], 0) })}
        value={shown('wear_cost', site?.wear_cost)}
        faults={faults}
        {...SITE_LIMITS.wearCost}
        isOptional
      />
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
        <NumberField<keyof Site>
          name="start_soc"
          label={t('startSoc')}
          hint={t('socHint', { energy: energyAt(values.start) })}
          value={values.start}
          faults={faults}
          {...SITE_LIMITS.charge}
        />
        <NumberField<keyof Site>
          name="end_soc"
          label={t('endSoc')}
          hint={t('endSocHint', { energy: energyAt(isEndOpen ? values.start : values.end) })}
          value={values.end}
          faults={faults}
          {...SITE_LIMITS.charge}
          isOptional
        />
      </div>
    </>
  );
}

function numberOf(value: number | string | null | undefined): number {
  return value === undefined || value === null || value === '' ? Number.NaN : Number(value);
}

/** Without the noise of binary fractions. */
function percentOf(share: number): number {
  return Number((share * 100).toFixed(4));
}
