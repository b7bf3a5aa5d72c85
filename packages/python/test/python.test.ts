import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { publishTestRun, storeTestPower, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { findPythons, type Python } from './find-pythons.ts';

const HERE = import.meta.dirname;
const SOURCE = path.join(HERE, '..', 'src');
const folder = mkdtempSync(path.join(tmpdir(), 'lonja-python-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** A service that does not answer must not keep a test waiting. */
const LONGEST_MS = 2 * 60_000;
const pythons = findPythons(path.join(folder, 'borrowed'));

async function run(python: Python, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const given = {
    PATH,
    HOME,
    PYTHONPATH: [SOURCE, ...python.path].join(':'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...env,
  };
  const { stdout, stderr } = await promisify(execFile)(
    python.program,
    ['-W', 'error::DeprecationWarning:lonja', ...args],
    {
      env: given,
      timeout: LONGEST_MS,
    },
  ).catch((error: { stdout: string; stderr: string }) =>
    assert.fail(`${python.name}\n${error.stdout}${error.stderr}`),
  );
  return stdout + stderr;
}

/** How many tests a file of them has passed and skipped. */
function countOf(output: string): { passed: number; skipped: number } {
  const ran = Number(/Ran (\d+) tests?/.exec(output)?.[1]);
  const skipped = Number(/skipped=(\d+)/.exec(output)?.[1] ?? 0);
  return { passed: ran - skipped, skipped };
}

test(
  'a Python with pydantic and httpx is here',
  {
    skip: pythons.length > 0 ? false : 'needs python3 with httpx and pydantic',
  },
  () => assert.ok(pythons.length > 0),
);

for (const python of pythons) {
  describe(python.name, () => {
    test('webhooks are verified by the rules and signatures of the TypeScript client', async () => {
      assert.ok(countOf(await run(python, [path.join(HERE, 'webhooks_test.py')])).passed >= 8);
    });

    test('requests are sent again, given up and read as they should be', async () => {
      assert.ok(countOf(await run(python, [path.join(HERE, 'transport_test.py')])).passed >= 25);
    });
  });
}

const withPandas = pythons.filter(({ modules }) => modules.includes('pandas'));
describe(
  'against a running service',
  { skip: withPandas.length > 0 ? false : 'needs python3 with pandas' },
  async () => {
    const api = await createTestApi('2026-10-26T10:05:00Z');
    let published = 0;
    const publish = () =>
      publishTestRun(api.db, {
        issuedAt: new Date(api.clock.now() - 3_600_000 + published++).toISOString(),
        firstDay: '2026-10-27',
        days: 1,
        withQuarters: true,
        withDistributions: true,
      });
    /** Publishes a run when it is asked to. */
    const control = createServer((_request, response) => {
      publish().then(
        (id) => {
          api.outbox.notify();
          return response.end(id);
        },
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    let env: Record<string, string> = {};
    before(async () => {
      await publish();
      for (const day of ['2026-03-29', '2026-10-25'])
        for (const resolution of ['PT1H', 'PT15M'] as const)
          await storeTestPrices(api.db, { day, resolution, availableAt: `${day}T00:00:00Z` });
      for (const series of ['wind.actual', 'load.actual'])
        await storeTestPower(api.db, {
          series,
          day: '2026-10-25',
          availableAt: '2026-10-26T01:00:00Z',
          megawatts: () => (series === 'load.actual' ? 25_000 : 1000),
        });
      const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
      await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
      const address = control.address();
      assert.ok(typeof address === 'object' && address !== null);
      env = {
        LONJA_URL: baseUrl,
        LONJA_API_KEY: await api.createKey(),
        LONJA_CONTROL: `http://127.0.0.1:${address.port}/`,
      };
    });
    after(async () => {
      control.close();
      await api.close();
    });

    for (const python of withPandas)
      test(python.name, async (t) => {
        const own = {
          ...env,
          LONJA_SESSION: (await api.createSession()).token,
          LONJA_OTHER_SESSION: (await api.createSession()).token,
          LONJA_FEW_KEY: await api.createKey({ requestsPerMinute: 5 }),
          LONJA_FEWER_KEY: await api.createKey({ requestsPerMinute: 1 }),
        };
        const output = await run(python, [path.join(HERE, 'service_test.py')], own);
        const { passed, skipped } = countOf(output);
        t.diagnostic(`${passed} passed, ${skipped} skipped (polars)`);
        assert.ok(passed >= 21);
      });
  },
);
