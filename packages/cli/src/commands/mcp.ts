import { CONNECTION_INPUTS } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { marketIdInput } from '../command/market-inputs.ts';
import { openApi } from '../session/open-api.ts';
import manifest from '../../package.json' with { type: 'json' };

export const mcpCommand = command({
  name: 'mcp',
  summary:
    'Serve an assistant: ten tools that read, by the Model Context Protocol over standard input and output.',
  inputs: { marketId: marketIdInput, ...CONNECTION_INPUTS },
  notes:
    'An assistant starts this command by itself; docs/recipes/assistants.md has its configuration. A service answers the same tools under /mcp.',
  examples: [
    [
      'LONJA_API_KEY=svc_... lonja mcp --server https://lonja.example.com',
      'as the configuration of an assistant runs it',
    ],
    ['lonja mcp --market-id pt', 'of Portugal where a question names no market'],
  ],
  async run(environment, { marketId, ...connection }) {
    const { client } = await openApi(environment, connection);
    const { marketNamed, serveStdio } = await import('@lonja/mcp');
    await serveStdio(client, { version: manifest.version, market: marketNamed(marketId) ?? 'es' });
  },
});
