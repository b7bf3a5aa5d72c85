#!/usr/bin/env node
// Runs the command in this process, or on the Node that the project ships where the machine's own is too old for TypeScript.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;

const main = new URL('../src/main.ts', import.meta.url);
if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  await import(main);
} else {
  const nodePackage = path.dirname(createRequire(import.meta.url).resolve('node/package.json'));
  const node = path.join(nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}
