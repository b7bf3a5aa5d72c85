import type { Incident } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice, choices, required } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { plain } from '../output/cell.ts';
import { type View, tableOf, timeColumn } from '../output/view.ts';

const STATES = [
  'investigating',
  'identified',
  'monitoring',
  'resolved',
] as const satisfies Incident['state'][];
const COMPONENTS = [
  'api',
  'forecast_da',
  'forecast_ida1',
  'forecast_ida2',
  'forecast_ida3',
  'sources',
  'webhooks',
  'mail',
] as const satisfies Incident['components'];

const createCommand = apiCommand({
  name: 'create',
  summary: 'Write an incident on the status page, for everybody to read.',
  inputs: {
    title: argument('title', 'what is wrong, in a line'),
    text: argument('text', 'what is known'),
    components: required(choices('names', 'what it affects', COMPONENTS)),
    state: choice('state', 'where the work on it stands (default: investigating)', STATES),
  },
  examples: [
    ['lonja incidents create "Mail is late" "The provider delays it." --components mail', 'a new incident'],
  ],
  async load({ client }, incident) {
    return incidentView(await client.platform.createIncident(incident));
  },
});

const updateCommand = apiCommand({
  name: 'update',
  summary: 'Add an update to an incident; what was written before stays.',
  inputs: {
    id: argument('id', 'identifier of the incident; "lonja incidents" lists them'),
    text: argument('text', 'what is known'),
    state: required(choice('state', 'where the work on it stands', STATES)),
  },
  examples: [['lonja incidents update 01a2... "The run is there." --state resolved', 'it is over']],
  async load({ client }, update) {
    return incidentView(await client.platform.updateIncident(update));
  },
});

export const incidentsCommand = apiCommand({
  name: 'incidents',
  summary: 'List the incidents of the status page.',
  inputs: listInputs,
  notes: 'For superadmins. The page is at /status of the service.',
  examples: [['lonja incidents', 'the newest first']],
  commands: [createCommand, updateCommand],
  async load({ client }, { limit }) {
    const incidents = await collect(client.platform.incidents, {}, limit);
    return {
      data: incidents,
      table: tableOf(incidents.items, {
        title: ({ title }) => plain(title),
        state: ({ state }) => plain(state),
        affects: ({ components }) => plain(components.join(', ')),
        started: timeColumn('started_at', ({ started_at }) => started_at),
        id: ({ id }) => plain(id),
      }),
      foot: moreThanShown(incidents),
    };
  },
});

function incidentView(incident: Incident): View {
  return {
    data: incident,
    head: [`${plain(incident.title).text} (${incident.state}), ${incident.id}`],
    table: tableOf(incident.updates, {
      at: timeColumn('at', ({ at }) => at),
      state: ({ state }) => plain(state),
      text: ({ text }) => plain(text),
    }),
  };
}
