#!/usr/bin/env node
// Runs the command on the Node that the project ships, because the machine's own may be too old for TypeScript.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const nodePackage = path.dirname(createRequire(import.meta.url).resolve('node/package.json'));
const node = path.join(nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const child = spawn(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
