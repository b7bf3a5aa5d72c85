import { readFile, writeFile } from 'node:fs/promises';
import { createEnergyChartsSource } from '../src/market/connectors/energy-charts/source.ts';
import { createEntsoeSource } from '../src/market/connectors/entsoe/source.ts';
import { createEsiosSource } from '../src/market/connectors/esios/source.ts';
import { createOmieSource } from '../src/market/connectors/omie/source.ts';
import { createOpenMeteoSource, OPEN_METEO_URLS } from '../src/market/connectors/open-meteo/source.ts';
import { createRedataSource } from '../src/market/connectors/redata/source.ts';
import { createSimulatorSource } from '../src/market/connectors/simulator/source.ts';
import { createTransport } from '../src/market/connectors/transport/transport.ts';
import { describeVariables } from '../src/operate/config/variables.ts';
import { describeSeries } from './describe-series.ts';

/** Writes the generated tables of the documents; with `--check` it changes nothing and fails where one is not current. */
const TABLES = [
  { document: 'data-dictionary.md', name: 'series', text: seriesTable() },
  { document: 'configuration.md', name: 'variables', text: variableTable() },
];

for (const { document, name, text } of TABLES) {
  const file = new URL(`../../../docs/${document}`, import.meta.url);
  const before = await readFile(file, 'utf8');
  const after = before.replace(
    new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`),
    (_all, start: string, end: string) => `${start}\n${text}\n${end}`,
  );
  if (!after.includes(text)) throw new Error(`docs/${document} has no place for the table "${name}".`);
  if (before === after) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`docs/${document} is not current; run "npm run generate".\n`);
    process.exitCode = 1;
  } else await writeFile(file, after);
}

function variableTable(): string {
  const rows = describeVariables().map(
    ({ name, byDefault, rule }) => `| \`${name}\` | ${byDefault ? `\`${byDefault}\`` : 'none'} | ${rule} |\n`,
  );
  return `| variable | default | rule |\n|---|---|---|\n${rows.join('')}`;
}

function seriesTable(): string {
  const options = {
    transport: createTransport(
      'omie',
      { requestsPerMinute: 1, parallel: 1, timeoutMs: 1, attempts: 1 },
      {
        fetch: () => Promise.reject(new Error('Nothing is fetched here.')),
        now: () => 0,
        sleep: () => Promise.resolve(),
        random: () => 0,
        version: '',
      },
    ),
    baseUrl: 'http://localhost',
    token: '-',
    now: () => 0,
  };
  const sources = [
    createOmieSource({ ...options, curves: options.transport }),
    createRedataSource(options),
    createOpenMeteoSource({ ...options, urls: OPEN_METEO_URLS }),
    createEsiosSource(options),
    createEntsoeSource(options),
    createEnergyChartsSource(options),
    createSimulatorSource(),
  ];
  const rows = describeSeries(sources).map(
    ({ key, unit, source, resolution, known, firstDay, terms }) =>
      `| \`${key}\` | ${unit} | ${source} | ${resolution} | ${known} | \`${firstDay}\` | ${terms} |\n`,
  );
  return `| series | unit | source | resolution | known from | first day | terms |\n|---|---|---|---|---|---|---|\n${rows.join('')}`;
}
