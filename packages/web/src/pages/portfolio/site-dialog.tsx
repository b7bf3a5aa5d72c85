import type { Site } from '@lonja/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RecordDialog } from '../../ui/record-dialog.tsx';
import { BatteryFields, type StorageTechnology } from './battery-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PORTFOLIO_KEY } from './query.ts';
import { SITE_LIMITS } from './site-facts.ts';

const KINDS = ['solar', 'wind', 'battery', 'load', 'hybrid'] as const;
const TECHNOLOGIES = ['solar', 'wind'] as const;
const USUAL_FLOOR = 0;

/** Adds a site, or changes one. Which fields there are follows from its kind. */
export function SiteDialog({ site, onClose }: { site: Site | undefined; onClose: () => void }) {
  const t = useMessages('portfolio.page');
  const [kind, setKind] = useState(site?.kind ?? 'battery');
  const [storage, setStorage] = useState(site?.storage_technology ?? 'lithium_ion');
  const [technology, setTechnology] = useState(site?.technology ?? 'solar');
  // A plant without a floor pays to produce where prices are negative: a new one has a floor unless its owner says otherwise.
  const [offering, setOffering] = useState<'floor' | 'always'>(
    site !== undefined && isPlantKind(site.kind) && site.offer_floor === null ? 'always' : 'floor',
  );
  // Fields come and go with the kind; what was typed into them stays.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const shown = (name: keyof Site, stored: number | null | undefined) => typed[name] ?? stored;
  const save = (fields: FormData) => {
    const wanted = readSite(fields, kind, { technology, storage });
    return site === undefined
      ? client.portfolio.createSite(wanted)
      : client.portfolio.changeSite({ id: site.id, ...wanted });
  };
  const isStoring = kind === 'battery' || kind === 'hybrid';
  const isPlant = isPlantKind(kind);
  return (
    <RecordDialog
      title={site === undefined ? t('add') : t('edit')}
      nameLabel={t('name')}
      name={site?.name}
      save={save}
      queryKey={PORTFOLIO_KEY}
      onClose={onClose}
      limitText={t('limit')}
    >
      {(faults) => (
        <>
          <SelectField
            label={t('kind')}
            value={kind}
            choices={KINDS.map((value) => ({ value, label: t(value) }))}
            onChange={setKind}
            error={faults['kind']}
          />
          {kind === 'hybrid' && (
            <SelectField
              label={t('technology')}
              value={technology}
              choices={TECHNOLOGIES.map((value) => ({ value, label: t(value) }))}
              onChange={setTechnology}
              error={faults['technology']}
            />
          )}
          <div
            className="grid gap-4 sm:grid-cols-2"
            onInput={({ target }) => {
              if (target instanceof HTMLInputElement)
                setTyped((before) => ({ ...before, [target.name]: target.value }));
            }}
          >
            <NumberField<keyof Site>
              name="capacity_mw"
              label={t('capacity')}
              hint={kind === 'hybrid' ? t('capacityHint') : undefined}
              value={shown('capacity_mw', site?.capacity_mw)}
              faults={faults}
            />
            {kind === 'hybrid' && (
              <NumberField<keyof Site>
                name="storage_mw"
                label={t('storagePower')}
                value={shown('storage_mw', site?.storage_mw)}
                faults={faults}
              />
            )}
            {isStoring && (
              <BatteryFields
                site={site}
                shown={shown}
                faults={faults}
                storage={storage}
                onStorage={setStorage}
              />
            )}
            {kind === 'load' && (
              <NumberField<keyof Site>
                name="energy_mwh"
                label={t('loadEnergy')}
                hint={t('loadEnergyHint')}
                value={shown('energy_mwh', site?.energy_mwh)}
                faults={faults}
                isOptional
              />
            )}
            {isPlant && (
              <SelectField
                className="sm:col-span-2"
                label={t('offering')}
                value={offering}
                choices={[
                  { value: 'floor', label: t('offeringFloor') },
                  { value: 'always', label: t('offeringAlways') },
                ]}
                onChange={setOffering}
              />
            )}
            {isPlant && offering === 'floor' && (
              <NumberField<keyof Site>
                name="offer_floor"
                label={t('offerFloor')}
                hint={t('offerFloorHint')}
                value={shown('offer_floor', site?.offer_floor ?? USUAL_FLOOR)}
                faults={faults}
              />
            )}
            <PlaceFields
              latitude={shown('latitude', site?.latitude)}
              longitude={shown('longitude', site?.longitude)}
              onPlace={([longitude, latitude]) =>
                setTyped((before) => ({
                  ...before,
                  latitude: String(latitude),
                  longitude: String(longitude),
                }))
              }
              isRequired={kind === 'solar'}
              faults={faults}
            />
          </div>
          <TextArea
            label={t('notes')}
            name="notes"
            rows={2}
            maxLength={SITE_LIMITS.notesLength}
            defaultValue={site?.notes ?? ''}
            error={faults['notes']}
          />
        </>
      )}
    </RecordDialog>
  );
}

function isPlantKind(kind: Site['kind']): boolean {
  return kind === 'solar' || kind === 'wind' || kind === 'hybrid';
}

/** What the form says; null where a kind has no such field or it was left empty. */
function readSite(
  fields: FormData,
  kind: Site['kind'],
  { technology, storage }: { technology: 'solar' | 'wind'; storage: StorageTechnology },
) {
  const number = (name: string) => {
    const text = textOf(fields, name);
    return text === '' ? null : Number(text);
  };
  const efficiency = number('efficiency');
  const notes = textOf(fields, 'notes');
  return {
    name: textOf(fields, 'name'),
    kind,
    technology: kind === 'hybrid' ? technology : null,
    capacity_mw: number('capacity_mw') ?? 0,
    storage_mw: number('storage_mw'),
    storage_technology: kind === 'battery' || kind === 'hybrid' ? storage : null,
    energy_mwh: number('energy_mwh'),
    efficiency: efficiency === null ? null : Number((efficiency / 100).toFixed(6)),
    start_soc: number('start_soc'),
    end_soc: number('end_soc'),
    max_cycles: number('max_cycles'),
    wear_cost: number('wear_cost'),
    offer_floor: number('offer_floor'),
    // The form does not show it; a battery cannot keep that of the plant or load that it was.
    ...(kind === 'battery' && { profile: null }),
    latitude: number('latitude'),
    longitude: number('longitude'),
    notes: notes === '' ? null : notes,
  };
}
