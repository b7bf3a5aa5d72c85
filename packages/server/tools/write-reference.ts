import { readFile, writeFile } from 'node:fs/promises';
import { FIELDS_OF_KINDS, type FieldOfKinds } from '../src/desk/portfolio/site-fields.ts';
import { NewSite } from '../src/desk/portfolio/site-record.ts';
import { SITE_KINDS, type SiteKind } from '../src/ground/database/site-schema.ts';
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
  { document: 'portfolio.md', name: 'fields', text: siteFieldTable() },
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

/** Which kind of site has which field; fields of the same kinds stand in one row. */
function siteFieldTable(): string {
  const ofKinds: Readonly<Record<string, FieldOfKinds>> = FIELDS_OF_KINDS;
  const rows = new Map<string, string[]>();
  for (const [name, field] of Object.entries(NewSite.shape)) {
    if (name === 'kind') continue;
    const mayLack = field.safeParse(undefined).success;
    const cells = SITE_KINDS.map((kind) => usageBy(kind, ofKinds[name]) ?? (mayLack ? 'optional' : 'needed'));
    const row = cells.join(' | ');
    rows.set(row, [...(rows.get(row) ?? []), `\`${name}\``]);
  }
  const lines = [...rows].map(([cells, names]) => `| ${names.join(', ')} | ${cells} |\n`);
  return `| field | ${SITE_KINDS.join(' | ')} |\n|---|${'---|'.repeat(SITE_KINDS.length)}\n${lines.join('')}`;
}

function usageBy(kind: SiteKind, field: FieldOfKinds | undefined): string | undefined {
  if (field === undefined) return undefined;
  if (field.required.includes(kind)) return 'needed';
  return field.optional.includes(kind) ? 'optional' : 'no';
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
