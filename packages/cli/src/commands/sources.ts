import { operatorCommand } from '../command/operator-command.ts';
import { statusView } from '../data-status/status-view.ts';
import { quarantineCommand } from './quarantine.ts';
import { statusInputs } from './status.ts';

export const sourcesCommand = operatorCommand({
  name: 'sources',
  summary: 'Show the state of the data sources as "lonja status" does, without a running service.',
  inputs: statusInputs,
  examples: [
    ['lonja sources', 'a row for each source, failures and what is missing'],
    ['lonja sources omie', 'what OMIE publishes, and each day that is missing'],
    ['lonja sources --details', 'every publication, imported series and missing day'],
  ],
  commands: [quarantineCommand],
  async load({ source, details = false }) {
    const { describeSources, withContext } = await import('@lonja/server/operations');
    return statusView(await withContext(describeSources), { source, details });
  },
});
