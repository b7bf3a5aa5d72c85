import type { Settings } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { meQuery } from '../../api/me.ts';
import { settingsQuery } from '../../api/settings.ts';
import { LANGUAGE_NAMES, LOCALES } from '../../i18n/texts.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, SelectField, TextField } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Spain's zones and UTC come before all others. */
const USUAL_ZONES = ['Europe/Madrid', 'Atlantic/Canary', 'UTC'];
const FACTORS = ['optional', 'required'] as const;
const MAX_THRESHOLD_EUR_PER_MWH = 10_000;

export function OrganisationForm({ settings }: { settings: Settings }) {
  const t = useMessages('settings.page');
  const common = useMessages('shell.common');
  const queryClient = useQueryClient();
  const [locale, setLocale] = useState(settings.locale);
  const [zone, setZone] = useState(settings.time_zone);
  const [factor, setFactor] = useState(factorOf(settings));
  const save = useMutation({
    mutationFn: (fields: FormData) =>
      client.settings.change({
        name: textOf(fields, 'name'),
        locale,
        time_zone: zone,
        forecast_change_threshold: Number(textOf(fields, 'forecast_change_threshold')),
        require_second_factor: factor === 'required',
      }),
    async onSuccess(changed) {
      queryClient.setQueryData(settingsQuery.queryKey, changed);
      showToast(common('saved'));
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  const faults = useFieldFaults(save.error);
  return (
    <Form onSubmit={save.mutate} error={save.error} errorTexts={{ conflict: t('ownFactorFirst') }}>
      <TextField
        label={t('name')}
        name="name"
        defaultValue={settings.name}
        required
        maxLength={200}
        autoComplete="organization"
        error={faults['name']}
      />
      <SelectField
        label={t('language')}
        value={locale}
        choices={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={setLocale}
      />
      <SelectField
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        value={zone}
        choices={zonesWith(settings.time_zone)}
        onChange={setZone}
        error={faults['time_zone']}
      />
      <NumberField
        name="forecast_change_threshold"
        label={`${t('threshold')}, ${common('unit')}`}
        hint={t('thresholdHint')}
        min={0}
        max={MAX_THRESHOLD_EUR_PER_MWH}
        value={settings.forecast_change_threshold}
        faults={faults}
      />
      <SelectField
        label={t('secondFactor')}
        hint={t('secondFactorHint')}
        value={factor}
        choices={FACTORS.map((value) => ({ value, label: t(value) }))}
        onChange={setFactor}
      />
      <Button type="submit" look="primary" isBusy={save.isPending} className="justify-self-start">
        {common('save')}
      </Button>
    </Form>
  );
}

function factorOf({ require_second_factor: isRequired }: Settings): (typeof FACTORS)[number] {
  return isRequired ? 'required' : 'optional';
}

/** The usual zones and the one that is set, then all others by part of the world. */
function zonesWith(current: string): Choice<string>[] {
  const first = [...new Set([...USUAL_ZONES, current])];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone));
  return [
    ...first.map((value) => ({ value, label: value })),
    ...others.map((value) => {
      const [group = '', ...place] = value.split('/');
      return { value, label: place.join(', ').replaceAll('_', ' ') || value, group };
    }),
  ];
}
