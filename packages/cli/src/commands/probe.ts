import { InvalidArgumentError } from 'commander';
import { productOf } from '@lonja/forecasting/market';
import { CONNECTION_INPUTS, JSON_INPUT } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { option, parseNumber, withDefault } from '../command/inputs.ts';
import { auctionInputs } from '../command/market-inputs.ts';
import { checkLines } from '../doctor/check-lines.ts';
import { printable, printableJson } from '../output/printable.ts';
import { probe, verdictOfSteps } from '../probe/probe.ts';
import { openApi } from '../session/open-api.ts';

const EXIT_CODES = {
  ok: EXIT_CODE.done,
  warning: EXIT_CODE.attention,
  fault: EXIT_CODE.unwell,
};
const LONGEST_S = 60;

export const probeCommand = command({
  name: 'probe',
  summary:
    'Ask a service as a customer does, and say which step fails: connection, key, limit, database, forecast.',
  inputs: {
    ...auctionInputs,
    timeout: withDefault(
      option('seconds', `for each request, at most ${LONGEST_S}`, secondsUpTo(LONGEST_S)),
      10,
    ),
    slow: withDefault(
      option('seconds', 'a request that takes longer is a warning', secondsUpTo(LONGEST_S)),
      2,
    ),
    ...JSON_INPUT,
    ...CONNECTION_INPUTS,
  },
  notes:
    'For cron and monitoring, from outside: sends four requests, none of them twice, and changes nothing. Give it an API key of its own. ' +
    'Exits with 0 where all is well, 7 with a warning (slow, a late run, a limit that is nearly used up), 8 with a fault.',
  examples: [
    ['lonja probe --server https://lonja.example.com', 'a line for each step, with its time'],
    ['lonja probe --product ida1 --timeout 5 --json', 'for a program, which may also go by the exit code'],
    ['lonja probe > probe.txt || mail -s Lonja ops@example.com < probe.txt', 'in a cron job'],
  ],
  async run(environment, { marketId, product, timeout, slow, json = false, ...connection }) {
    const api = await openApi(environment, connection);
    const startedAt = Date.now();
    const steps = await probe(api, { marketId, product, timeoutMs: timeout * 1000, slowMs: slow * 1000 });
    const verdict = verdictOfSteps(steps);
    const { stdout } = environment;
    const report = {
      verdict,
      server: api.connection.baseUrl,
      product: productOf(marketId, product),
      started_at: new Date(startedAt).toISOString(),
      duration_ms: steps.reduce((sum, { duration_ms }) => sum + duration_ms, 0),
      steps: steps.map((step) => ({ ...step, remedy: step.remedy ?? null })),
    };
    const lines = steps.map((step) => ({ ...step, text: printable(`${step.duration_ms} ms: ${step.text}`) }));
    stdout.write(
      json ? `${printableJson(report)}\n` : `${checkLines(lines, stdout.columns || Infinity).join('\n')}\n`,
    );
    if (verdict !== 'ok') process.exitCode = EXIT_CODES[verdict];
  },
});

function secondsUpTo(most: number): (text: string) => number {
  return (text) => {
    const seconds = parseNumber(text);
    if (seconds <= 0 || seconds > most) {
      throw new InvalidArgumentError(`It is a number of seconds above 0 and at most ${most}.`);
    }
    return seconds;
  };
}
