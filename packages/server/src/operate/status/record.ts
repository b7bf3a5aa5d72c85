import { z } from 'zod';
import { INCIDENT_STATES } from '../../ground/database/support-schema.ts';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { onWire } from '../../ground/http/wire.ts';
import { idField, lineField, shownField } from '../../people/access/account-fields.ts';
import { COMPONENTS } from './measure-components.ts';
import type { Incident } from './store.ts';

const LONGEST_TEXT = 2000;

const State = z.enum(INCIDENT_STATES).meta({
  description:
    '`investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a remedy is watched; `resolved`: it is over',
  examples: ['investigating'],
});

const Affected = z
  .enum(COMPONENTS)
  .meta({ description: 'A component of the status page', examples: ['forecast_da'] });

/** Text of several lines for the public. Control characters other than line breaks and tabs have no meaning in it. */
const Text = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_TEXT)
  .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), 'Send text without control characters.')
  .meta({
    description: 'What is known, for everybody to read',
    examples: ['The run of 11:40 is late; the one of 10:30 is served.'],
  });

export const IncidentQuery = z.strictObject(pageParameters);

export const NewIncident = z
  .strictObject(
    {
      title: lineField('What is wrong, in a line', 'The day-ahead forecast is late'),
      components: z.array(Affected).min(1).max(COMPONENTS.length).meta({ description: 'What it affects' }),
      state: State.default('investigating'),
      text: Text,
    },
    'Send title, components and text as JSON.',
  )
  .meta({ id: 'NewIncident' });

export const NewIncidentUpdate = z
  .strictObject({ state: State, text: Text }, 'Send state and text as JSON.')
  .meta({ id: 'NewIncidentUpdate' });

export const IncidentRecord = z
  .object({
    id: idField('Identifier of the incident'),
    title: shownField('What is wrong, in a line', 'The day-ahead forecast is late'),
    components: z.array(Affected).meta({ description: 'What it affects' }),
    state: State.meta({ description: 'That of the newest update' }),
    started_at: instantField('When it was opened'),
    resolved_at: instantField('When it was resolved; null while it is open').nullable(),
    updates: z
      .array(
        z.object({
          at: instantField('When it was written'),
          state: State,
          text: shownField('What was known', 'The run is there.'),
        }),
      )
      .meta({ description: 'The newest first; 100 at most' }),
  })
  .meta({ id: 'Incident' });
export type IncidentRecord = z.infer<typeof IncidentRecord>;

export const IncidentPage = pageOf(IncidentRecord).meta({ id: 'IncidentPage' });

/** An incident as it goes over the wire. */
export function toIncidentRecord(incident: Incident): IncidentRecord {
  const updates = incident.updates.map(({ body: text, ...update }) => ({ ...onWire(update), text }));
  const newest = updates.at(0);
  return {
    ...onWire(incident),
    components: COMPONENTS.filter((component) => incident.components.includes(component)),
    state: newest?.state ?? 'investigating',
    resolved_at: newest?.state === 'resolved' ? newest.at : null,
    updates,
  };
}
