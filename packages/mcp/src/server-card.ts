import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';

/** What a client may know of the server before it connects, as SEP-2127 has it: who it is, where, and what it asks for. */
export function createServerCard({
  name,
  url,
  version,
}: {
  name: string;
  url: string;
  version: string;
}): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    name,
    version,
    title: 'Lonja',
    description:
      'Electricity prices of Spain and Portugal: forecasts with intervals, cleared prices, accuracy, plans',
    websiteUrl: `${url}/docs/recipes/assistants`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${url}/mcp`,
        headers: [
          {
            name: 'Authorization',
            description:
              'Bearer, a blank and an API key (svc_...) that an admin makes under Account, API keys',
            isRequired: true,
            isSecret: true,
          },
        ],
        supportedProtocolVersions: SUPPORTED_PROTOCOL_VERSIONS,
      },
    ],
  };
}
