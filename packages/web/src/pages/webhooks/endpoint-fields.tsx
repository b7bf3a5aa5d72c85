import type { Webhook } from '@lonja/client';
import { useState } from 'react';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';
import { WEBHOOK_EVENTS, type WebhookEvent } from './events.ts';

const TEXTS = {
  'forecast.published': 'published',
  'forecast.changed': 'changed',
  'prices.published': 'prices',
  'alert.fired': 'alert',
} as const satisfies Record<WebhookEvent, string>;

export interface EndpointInput {
  name: string;
  url: string;
  events: WebhookEvent[];
  resolution: Webhook['resolution'];
}

interface EndpointFieldsProps {
  initial?: EndpointInput;
  /** Why the last try was refused. */
  error: unknown;
}

/** What an administrator says of an endpoint. */
export function EndpointFields({ initial, error }: EndpointFieldsProps) {
  const t = useMessages('webhooks.page');
  const faults = useFieldFaults(error);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(initial?.events ?? WEBHOOK_EVENTS);
  const [resolution, setResolution] = useState<Webhook['resolution']>(initial?.resolution ?? 'PT1H');
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        defaultValue={initial?.name}
        required
        maxLength={200}
        autoComplete="off"
        error={faults['name']}
      />
      <TextField
        label={t('url')}
        hint={t('urlHint')}
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://"
        defaultValue={initial?.url}
        required
        maxLength={2048}
        autoComplete="off"
        error={faults['url'] === undefined ? undefined : t('urlFault')}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium text-soft">{t('events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckboxField
            key={event}
            name={event}
            label={event}
            hint={t(TEXTS[event])}
            checked={events.includes(event)}
            onChange={({ target }) =>
              setEvents(target.checked ? [...events, event] : events.filter((one) => one !== event))
            }
          />
        ))}
        {events.length === 0 && <p className="text-sm text-danger">{t('oneEvent')}</p>}
      </fieldset>
      <SelectField
        label={t('resolution')}
        hint={t('resolutionHint')}
        name="resolution"
        value={resolution}
        choices={[
          { value: 'PT1H', label: t('hours') },
          { value: 'PT15M', label: t('quarterHours') },
        ]}
        onChange={setResolution}
      />
    </>
  );
}

export function endpointOf(fields: FormData): EndpointInput {
  return {
    name: textOf(fields, 'name'),
    url: textOf(fields, 'url'),
    events: WEBHOOK_EVENTS.filter((event) => fields.has(event)),
    resolution: textOf(fields, 'resolution') === 'PT15M' ? 'PT15M' : 'PT1H',
  };
}
