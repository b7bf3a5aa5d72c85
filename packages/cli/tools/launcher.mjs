#!/usr/bin/env node
// Runs the command in this process, or on the Node that is installed with it where the computer's own is too old.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;

const main = new URL('../main.js', import.meta.url);
if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  await import(main);
} else {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(installedNode(), args, { stdio: 'inherit' });
  // Ctrl-C at a terminal reaches the child by itself, and a second one would cut its work short.
  const signals = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  if (process.stdin.isTTY) process.on('SIGINT', () => {});
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function installedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    process.stderr.write(
      `lonja: this is Node ${process.versions.node}, and ${name} is not installed. Use Node ${OLDEST_NODE} or later, or install lonja with its optional dependencies.\n`,
    );
    process.exit(1);
  }
}
