import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Puts a program and everything that it imports into one file, which is removed after the test, and gives its path. A process that is
 * started often and killed soon would spend most of its life loading hundreds of modules.
 */
export async function bundleProgram(t: TestContext, program: URL): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-program-'));
  t.after(() => rm(folder, { recursive: true }));
  const bundle = await rolldown({ input: fileURLToPath(program), platform: 'node', logLevel: 'silent' });
  const file = path.join(folder, 'program.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return file;
}
