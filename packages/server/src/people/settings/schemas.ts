import { z } from 'zod';
import { LocaleField, ShownTenantName, changesOf, idField, lineField } from '../access/account-fields.ts';
import { instantField } from '../../ground/http/fields.ts';

const MAX_THRESHOLD_EUR_PER_MWH = 10_000;

const changeable = {
  name: lineField('Name of the organisation', 'Energía del Sur'),
  locale: LocaleField,
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Send a zone of the tz database, such as Europe/Madrid.')
    .meta({
      description: 'Zone that times are shown in; delivery days stay those of the market',
      examples: ['Europe/Madrid'],
    }),
  forecast_change_threshold: z
    .number()
    .min(0)
    .max(MAX_THRESHOLD_EUR_PER_MWH)
    .meta({
      description: 'Change of a forecast from which `forecast.changed` is sent, EUR/MWh',
      examples: [5],
    }),
  require_second_factor: z.boolean().meta({
    description: 'Whether users without a second factor may do no more than set one up; API keys work on',
    examples: [false],
  }),
};

export const Settings = z
  .object({
    id: idField('Identifier of the tenant'),
    ...changeable,
    name: ShownTenantName,
    products: z.array(z.string()).meta({ description: 'Subscribed market products', examples: [['es-da']] }),
    requests_per_minute: z
      .int()
      .meta({ description: 'Requests a minute of each credential', examples: [60] }),
    created_at: instantField('When the tenant was created'),
  })
  .meta({ id: 'Settings' });

export const SettingsChange = changesOf(changeable);

/** Whether a zone of the tz database has this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
