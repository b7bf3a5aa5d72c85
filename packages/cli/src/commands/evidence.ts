import { InvalidArgumentError } from 'commander';
import { CONNECTION_INPUTS, JSON_INPUT } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { option } from '../command/inputs.ts';
import { UsageError } from '../errors.ts';
import { readTextFile } from '../files.ts';
import { printable, printableJson } from '../output/printable.ts';
import { openApi } from '../session/open-api.ts';

function parseHead(text: string): { seq: number; hash: string } {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  if (match === null) throw new InvalidArgumentError('It is the number of an entry, a colon and its hash.');
  return { seq: Number(match[1]), hash: match[2] };
}

async function readAuthority(file: string): Promise<string> {
  const { readCertificates } = await import('@lonja/server/timestamp-token');
  const pem = await readTextFile(file);
  try {
    readCertificates(pem);
  } catch (cause) {
    throw new UsageError(`${file} has no certificate in PEM.`, { cause });
  }
  return pem;
}

const verifyCommand = command({
  name: 'verify',
  summary: 'Recompute the hashes and the chain of the published runs, and their accuracy from OMIE files.',
  inputs: {
    folder: option('folder', 'check what --save wrote, without a service'),
    save: option('folder', 'also write the list and the files there'),
    prices: option('folder', "OMIE's day-ahead files (marginalpdbc_*), for MAE and coverage"),
    from: option('day', 'first delivery day of the accuracy, YYYY-MM-DD'),
    to: option('day', 'last delivery day of the accuracy'),
    head: option('seq:hash', 'a head that was noted before, which the list must still hold', parseHead),
    tsaCa: option('file', 'certificates (PEM) of the authority that you trust for time stamps'),
    ...JSON_INPUT,
    ...CONNECTION_INPUTS,
  },
  notes:
    'Needs no API key. Files open after the first day that they forecast. Accuracy is that of cutoff=gate. Exits with 0 where all agrees, 8 where something does not. See docs/guides/check-our-history.md.',
  examples: [
    ['lonja evidence verify --server https://lonja.example.com', 'hashes and chain'],
    ['lonja evidence verify --save history --prices omie', 'with accuracy, and a copy to keep'],
    ['lonja evidence verify --folder history --prices omie --json', 'the copy, offline'],
  ],
  async run(environment, { folder, save, prices, from, to, head, tsaCa, json = false, ...connection }) {
    if (folder !== undefined && save !== undefined) {
      throw new UsageError('Give --folder or --save, not both.');
    }
    const { savedEvidence, serviceEvidence } = await import('../evidence/evidence-source.ts');
    const { verifyEvidence } = await import('../evidence/verify-evidence.ts');
    const { readOmiePrices } = await import('../evidence/omie-prices.ts');
    const { stdout, stderr } = environment;
    let source;
    let now = Date.now();
    if (folder === undefined) {
      const api = await openApi(environment, connection);
      now = await api.clock();
      source = serviceEvidence(api.connection.baseUrl, save);
    } else source = savedEvidence(folder);
    const report = await verifyEvidence(source, {
      now,
      head,
      from,
      to,
      prices: prices === undefined ? undefined : await readOmiePrices(prices),
      trusted: tsaCa === undefined ? undefined : await readAuthority(tsaCa),
      onProgress: (done, total) => {
        if (stderr.isTTY === true) stderr.write(`\r${done}/${total} entries${done === total ? '\n' : ''}`);
      },
    });
    if (!report.ok) process.exitCode = EXIT_CODE.unwell;
    if (json) {
      stdout.write(`${printableJson(report)}\n`);
      return;
    }
    const { accuracy, files, timestamps } = report;
    const trust = timestamps.trusted
      ? 'vouched for by your certificates'
      : 'their signatures are right; --tsa-ca names whom you trust';
    const lines = [
      report.ok ? 'The list and its files agree.' : 'The list or its files were changed:',
      ...report.faults.map((fault) => `  ${fault}`),
      `entries: ${report.entries}, of them simulated: ${report.simulated}, listed after their gate: ${report.listed_late}`,
      `files: ${files.right} right, ${files.not_open} not open yet, ${files.absent} absent`,
      ...(timestamps.right === 0
        ? []
        : [`time stamps: ${timestamps.right} of ${timestamps.authorities.join(', ')}, ${trust}`]),
      ...(report.head === null ? [] : [`head: ${report.head.seq}:${report.head.hash}`]),
      ...(accuracy === null
        ? []
        : [
            `accuracy before the gate: MAE ${accuracy.mae.toFixed(2)} EUR/MWh, coverage ${accuracy.coverage.toFixed(2)} %, ${accuracy.hours} hours of ${accuracy.days} days`,
            `days whose time before the gate is not proven: ${accuracy.days_not_proven}; stamped before the gate: ${accuracy.days_stamped}; without prices: ${accuracy.days_without_prices}`,
          ]),
    ];
    stdout.write(`${lines.map(printable).join('\n')}\n`);
  },
});

export const evidenceCommand = command({
  name: 'evidence',
  summary: 'Check the history of published forecasts without trust in the service.',
  examples: [['lonja evidence verify', 'hashes and chain of the service that you use']],
  commands: [verifyCommand],
});
