import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { PROJECT } from './dockerfile.ts';
import { readYaml } from './manifests.ts';

const PARTS = ['Means', 'Look at', 'Do'];
const LEAST_WORDS = 8;

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.looseObject({
          alert: z.string().optional(),
          labels: z.record(z.string(), z.string()).optional(),
          annotations: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});
const [document] = await readYaml('prometheus/alerts.yml');
const rules = Rules.parse(document).groups.flatMap((group) => group.rules);
const alerts = rules.filter((rule) => rule.alert !== undefined);
const names = [...new Set(alerts.map(({ alert }) => alert ?? ''))];
const runbooks = readRunbooks(await readFile(path.join(PROJECT, 'docs/runbooks.md'), 'utf8'));

/** The parts of each section, by the name of its alert. */
function readRunbooks(page: string): Map<string, string[]> {
  const [, ...sections] = page.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [name = '', ...rest] = section.split('\n');
      return [name, rest.join('\n').trim().split('\n\n')];
    }),
  );
}

/** What a section lacks; empty where it has its three parts, in order, and says something in each. */
function faultsOf(parts: readonly string[]): string[] {
  return PARTS.flatMap((part, i) => {
    const text = parts[i] ?? '';
    if (!text.startsWith(`**${part}.** `)) return [`no part "${part}"`];
    return text.split(/\s+/).length < LEAST_WORDS ? [`"${part}" says too little`] : [];
  });
}

test('every alert has a runbook, in the order of the rules, and no runbook is left over', () => {
  assert.ok(names.length > 20);
  assert.deepEqual([...runbooks.keys()], names);
});

test('every runbook says what the alert means, what to look at and what to do', () => {
  const faults = [...runbooks].flatMap(([name, parts]) =>
    faultsOf(parts).map((fault) => `${name}: ${fault}`),
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(faultsOf(['**Means.** It is so, as seen by one who watches it.', '**Do.** Nothing.']), [
    'no part "Look at"',
    'no part "Do"',
  ]);
});

test('every alert has its severity, what it reports, what to do, and the address of its runbook', () => {
  for (const { alert = '', labels, annotations } of alerts) {
    assert.match(labels?.['severity'] ?? '', /^(critical|warning|info)$/, alert);
    assert.ok((annotations?.['summary'] ?? '') !== '' && (annotations?.['action'] ?? '') !== '', alert);
    assert.equal(
      annotations?.['runbook_url'],
      `{{ $externalLabels.service_url }}/docs/runbooks#${alert.toLowerCase()}`,
    );
  }
});
