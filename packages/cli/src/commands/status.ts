import { apiCommand } from '../command/api-command.ts';
import { argument, flag, optional } from '../command/inputs.ts';
import { statusView } from '../data-status/status-view.ts';

export const statusInputs = {
  source: optional(argument('source', 'one source in detail, such as omie')),
  details: flag('every publication, imported series and missing day'),
};

export const statusCommand = apiCommand({
  name: 'status',
  summary: 'Show the state of the data sources: newest day, age, what is late or missing and why.',
  inputs: statusInputs,
  examples: [
    ['lonja status', 'a row for each source'],
    ['lonja status omie', 'what OMIE publishes, and each day that is missing'],
    ['lonja status --watch 60', 'again every minute'],
  ],
  canWatch: true,
  async load({ client }, { source, details = false }) {
    return statusView(await client.support.dataStatus(), { source, details });
  },
});
