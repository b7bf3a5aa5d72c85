import type { Site } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/error-text.ts';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { messages } from './messages.ts';
import { PORTFOLIO_KEY } from './query.ts';

const KINDS = ['solar', 'wind', 'battery', 'load', 'hybrid'] as const;
const TECHNOLOGIES = ['solar', 'wind'] as const;
const USUAL_EFFICIENCY = 0.88;

/** Adds a site, or changes one. Which fields there are follows from its kind. */
export function SiteDialog({ site, onClose }: { site: Site | undefined; onClose: () => void }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const queryClient = useQueryClient();
  const [kind, setKind] = useState(site?.kind ?? 'battery');
  const [technology, setTechnology] = useState(site?.technology ?? 'solar');
  const save = useMutation({
    mutationFn: (fields: FormData) => {
      const wanted = readSite(fields, kind, technology);
      return site === undefined
        ? client.portfolio.createSite(wanted)
        : client.portfolio.changeSite({ id: site.id, ...wanted });
    },
    async onSuccess() {
      showToast(common('saved'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: PORTFOLIO_KEY });
    },
  });
  const faults = useFieldFaults(save.error);
  const isStoring = kind === 'battery' || kind === 'hybrid';
  const number = (
    name: keyof Site,
    label: string,
    more: { value: number | null; hint?: string; required?: boolean },
  ) => (
    <TextField
      label={label}
      {...(more.hint !== undefined && { hint: more.hint })}
      name={name}
      type="number"
      step="any"
      defaultValue={more.value ?? undefined}
      required={more.required ?? false}
      error={faults[name]}
    />
  );
  return (
    <Dialog title={site === undefined ? t('add') : t('edit')} onClose={onClose}>
      <Form onSubmit={save.mutate} error={save.error}>
        <TextField
          label={t('name')}
          name="name"
          defaultValue={site?.name}
          required
          maxLength={100}
          autoComplete="off"
          error={faults['name']}
        />
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
        <div className="grid gap-4 sm:grid-cols-2">
          {number('capacity_mw', t('capacity'), {
            value: site?.capacity_mw ?? null,
            required: true,
            ...(kind === 'hybrid' && { hint: t('capacityHint') }),
          })}
          {kind === 'hybrid' &&
            number('storage_mw', t('storagePower'), { value: site?.storage_mw ?? null, required: true })}
          {isStoring &&
            number('energy_mwh', t('storageEnergy'), { value: site?.energy_mwh ?? null, required: true })}
          {kind === 'load' &&
            number('energy_mwh', t('loadEnergy'), {
              value: site?.energy_mwh ?? null,
              hint: t('loadEnergyHint'),
            })}
          {isStoring &&
            number('efficiency', t('efficiency'), {
              value: percentOf(site?.efficiency ?? USUAL_EFFICIENCY),
              required: true,
            })}
          {number('latitude', t('latitude'), {
            value: site?.latitude ?? null,
            ...(kind === 'solar' && { hint: t('placeHint'), required: true }),
          })}
          {number('longitude', t('longitude'), {
            value: site?.longitude ?? null,
            ...(kind === 'solar' && { required: true }),
          })}
        </div>
        <TextArea
          label={t('notes')}
          name="notes"
          rows={2}
          maxLength={1000}
          defaultValue={site?.notes ?? ''}
          error={faults['notes']}
        />
        <Button type="submit" look="primary" isBusy={save.isPending} className="justify-self-end">
          {common('save')}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Without the noise of binary fractions. */
function percentOf(share: number): number {
  return Number((share * 100).toFixed(4));
}

/** What the form says; null where a kind has no such field or it was left empty. */
function readSite(fields: FormData, kind: Site['kind'], technology: 'solar' | 'wind') {
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
    energy_mwh: number('energy_mwh'),
    efficiency: efficiency === null ? null : Number((efficiency / 100).toFixed(6)),
    latitude: number('latitude'),
    longitude: number('longitude'),
    notes: notes === '' ? null : notes,
  };
}
