import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

/** Compiles `assembly/` to `src/kernel/wasm-module.ts`. With `--check` it writes nothing and fails where they differ. */
const ENTRY = new URL('../assembly/kernel.ts', import.meta.url);
const MODULE = new URL('../src/kernel/wasm-module.ts', import.meta.url);
const OUTPUT = 'kernel.wasm';
const OPTIONS =
  '-O3 --converge --noAssert --runtime stub --enable simd,bulk-memory --importMemory --noExportMemory';

const source = moduleSource(await compile());
if (!process.argv.includes('--check')) writeFileSync(MODULE, source);
else if (readFileSync(MODULE, 'utf8') !== source) {
  console.error('src/kernel/wasm-module.ts is not what assembly/ compiles to; run tools/build-kernel.ts.');
  process.exitCode = 1;
}

async function compile(): Promise<Uint8Array> {
  let binary: Uint8Array | undefined;
  const { error } = await asc.main(['kernel.ts', '--outFile', OUTPUT, ...OPTIONS.split(' ')], {
    stderr: process.stderr,
    readFile: readSource,
    writeFile(name: string, contents: string | Uint8Array) {
      if (name === OUTPUT && typeof contents !== 'string') binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined) throw new Error('assembly/ does not compile.');
  return binary;
}

/** The compiler also asks for files that are its own: null for those. */
function readSource(name: string): string | null {
  try {
    return readFileSync(new URL(name, ENTRY), 'utf8');
  } catch {
    return null;
  }
}

function moduleSource(binary: Uint8Array): string {
  const text = Buffer.from(binary).toString('base64');
  return `/** The compiled form of \`assembly/\`, written by \`tools/build-kernel.ts\`. */\nexport const KERNEL_BASE64 =\n  '${text}';\n`;
}
