import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@lonja/client';
import { marketArgument, type MarketId } from './arguments.ts';
import { describeFailure } from './describe-failure.ts';
import type { Tool } from './tool.ts';
import { accuracyTool } from './tools/accuracy.ts';
import { cheapestHoursTool } from './tools/cheapest-hours.ts';
import { driversTool } from './tools/drivers.ts';
import { forecastTool } from './tools/forecast.ts';
import { homeTariffTool } from './tools/home-tariff.ts';
import { planTool } from './tools/plan.ts';
import { pricesTool } from './tools/prices.ts';
import { probabilitiesTool } from './tools/probabilities.ts';
import { spreadTool } from './tools/spread.ts';
import { statusTool } from './tools/status.ts';

/** Every tool: each of them reads, and none writes. */
const TOOLS: readonly Tool[] = [
  forecastTool,
  cheapestHoursTool,
  probabilitiesTool,
  spreadTool,
  driversTool,
  accuracyTool,
  pricesTool,
  planTool,
  homeTariffTool,
  statusTool,
];

const INSTRUCTIONS =
  'Electricity prices of Spain (market_id=es) and Portugal (market_id=pt), both of OMIE: forecasts with 10-90 % intervals, cleared prices and how good the forecasts were. ' +
  'Prices are EUR/MWh (10 EUR/MWh = 0.01 EUR/kWh); days and hours are those of Europe/Madrid, where a day has 23 or 25 hours when the clock changes. ' +
  'Forecasts are uncertain: give the interval with the price, and say so where `simulated` is true, since those are no real prices. ' +
  'In every answer `unit` is that of the prices, `run` the forecast that figures are of, `licence` what holds when values are passed on, and `notes` what to know of them. ' +
  'Begin with get_status where something seems to be missing.';

const DEFAULT_MARKET: Record<MarketId, string> = {
  es: 'Without market_id a question is about Spain.',
  pt: 'Without market_id a question is about Portugal.',
};

/** A server with every tool, which asks the service through one client and so with one credential. `market` is meant where a call names none. */
export function createMcpServer(
  client: Client,
  { version, market }: { version: string; market: MarketId },
): McpServer {
  const server = new McpServer(
    { name: 'lonja', title: 'Lonja: electricity price forecasts for Spain and Portugal', version },
    { instructions: `${INSTRUCTIONS} ${DEFAULT_MARKET[market]}`, maxToolInputElements: 100 },
  );
  for (const { name, title, description, input, output, run } of TOOLS) {
    const inputSchema =
      'market_id' in input.shape ? input.extend({ market_id: marketArgument(market) }) : input;
    const annotations = { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema: output, annotations },
      async (given: unknown) => {
        try {
          const answer = await run(client, given);
          return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] };
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: describeFailure(error) }] };
        }
      },
    );
  }
  return server;
}
