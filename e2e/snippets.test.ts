import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { liftLimit } from './browser/lift-limit.ts';
import { signIn } from './browser/open-browser.ts';
import { type RunningService, readFirstRun, removeData, startSmallService } from './running-service.ts';
import { findMissingLine } from './snippets/compare-output.ts';
import { type Snippet, readSnippets } from './snippets/read-snippets.ts';
import { findProgram, runSnippet } from './snippets/run-snippet.ts';

const PROJECT = path.resolve(import.meta.dirname, '..');
/** Spanish pages have the blocks of the English ones, to which a test of the service holds them. */
const PAGES = globSync(['README.md', 'packages/*/README.md', 'docs/**/*.md'], { cwd: PROJECT })
  .filter((page) => !page.startsWith('docs/es/'))
  .sort();
/** Pages that say of each of their blocks whether it has been run. */
const STRICT = /^docs\/(guides|concepts|recipes)\//;
const PAGES_AT_ONCE = 3;
/** A Monday, the day after the clocks went forward, five minutes after the day-ahead auction closed: the pages use its dates. */
const CLOCK_START = '2026-03-30T10:05:00Z';
/** The address that configurations on the pages have in place of the reader's service. */
const EXAMPLE_ADDRESS = /https:\/\/lonja\.example\.com[^\s"'`<>)]*/g;

const pages = PAGES.map((page) => ({
  page,
  snippets: readSnippets(readFileSync(path.join(PROJECT, page), 'utf8')),
}));

test('every block of a guide, a concept or a recipe is run, or the page says that it was not', () => {
  const untold = pages
    .filter(({ page }) => STRICT.test(page))
    .flatMap(({ page, snippets }) =>
      snippets
        .filter(({ use, lead }) => (use === '' || use === 'check') && !lead.includes('Not tried here'))
        .map(({ line }) => `${page}:${line}`),
    );
  assert.deepEqual(untold, []);
});

test('a printed text is compared line by line, whatever its numbers are', () => {
  const printed =
    'hour  price\n0     -3.41\nid 0f9a1c2e-0000-4000-8000-1234567890ab\nsecret whsec_abc-1\ndone\n';
  assert.equal(findMissingLine('hour price\n0 67.59\n...\nsecret whsec_...\n', printed), undefined);
  assert.equal(findMissingLine('id 9fa2c506-4607-41e7-a886-a04146e4330f\ndo...', printed), undefined);
  assert.equal(findMissingLine('done\nhour price', printed), 'hour price', 'out of order');
  assert.equal(findMissingLine('hour cost', printed), 'hour cost');
});

describe('snippets of the documents', { concurrency: PAGES_AT_ONCE }, () => {
  let folder: string;
  let service: RunningService;
  let env: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lonja-snippets-'));
    const dataDir = path.join(folder, 'data');
    await writeFile(path.join(folder, '.curlrc'), 'retry = 5\n');
    await symlink(path.join(PROJECT, 'node_modules'), path.join(folder, 'node_modules'));
    service = await startSmallService({
      DATA_DIR: dataDir,
      SOURCES: 'simulator',
      CLOCK_START,
      ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    });
    const first = await readFirstRun(dataDir);
    const { superadmin_email = '', superadmin_password = '', api_key = '' } = first;
    const { admin_email = '', admin_password = '' } = first;
    const superadmin = await signIn(service.baseUrl, superadmin_email, superadmin_password);
    // Every page asks with the key of the first tenant.
    await liftLimit(service.baseUrl, superadmin, await signIn(service.baseUrl, admin_email, admin_password));
    // A busy machine may turn a request away; curl then waits as long as it is asked to.
    await writeFile(path.join(folder, '.curlrc'), 'retry = 8\n');
    const { NODE_COMPILE_CACHE } = process.env;
    env = {
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      TZ: 'UTC',
      PYTHONPATH: path.join(PROJECT, 'packages/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      LONJA_URL: service.baseUrl,
      LONJA_API_KEY: api_key,
    };
  });

  after(async () => {
    await service.stop('SIGTERM');
    await removeData(path.join(folder, 'data'));
    await rm(folder, { recursive: true, force: true });
  });

  for (const { page, snippets } of pages.filter((each) => each.snippets.some(isUsed))) {
    test(page, async (t) => {
      const own = path.join(folder, page.replaceAll(/\W/g, '-'));
      await mkdir(own);
      let printed: string | undefined;
      for (const snippet of snippets) {
        const place = `${page}:${snippet.line}`;
        const { use, text } = snippet;
        if (use === 'run') {
          printed = undefined;
          const program = findProgram(snippet);
          if (program === undefined) {
            await t.test(place, { skip: `needs ${[snippet.language, ...snippet.needs].join(', ')}` });
            continue;
          }
          const { code, output } = await runSnippet(snippet, { program, folder: own, env });
          assert.equal(code, 0, `${place} ended with ${code} and printed\n${output}`);
          printed = output;
        } else if (use === 'output' && printed !== undefined) {
          const missing = findMissingLine(text, printed);
          assert.equal(
            missing,
            undefined,
            `${place} shows\n${missing}\nbut the snippet before printed\n${printed}`,
          );
        } else if (use === 'check') await askForAddresses(place, text);
        else if (use.startsWith('file=')) await writeFile(path.join(own, use.slice('file='.length)), text);
      }
    });
  }

  /** A busy machine may turn a request away; whoever is asked to wait does so. */
  async function askPatiently(address: string): Promise<Response> {
    for (;;) {
      const reply = await fetch(address, { headers: { Authorization: `Bearer ${env['LONJA_API_KEY']}` } });
      if (reply.status !== 503) return reply;
      await setTimeout(1000 * Number(reply.headers.get('retry-after') ?? 1));
    }
  }

  /** Asks the service for every address that a configuration names. */
  async function askForAddresses(place: string, text: string): Promise<void> {
    const addresses = text.match(EXAMPLE_ADDRESS) ?? [];
    assert.ok(addresses.length > 0, `${place} names no address to check`);
    for (const address of addresses) {
      const { pathname, search } = new URL(address);
      const reply = await askPatiently(`${service.baseUrl}${pathname}${search}`);
      assert.equal(reply.status, 200, `${place}: ${address} answers ${await reply.text()}`);
    }
  }
});

function isUsed({ use }: Snippet): boolean {
  return use !== '' && use !== 'output';
}
