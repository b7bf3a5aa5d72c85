import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const ROUTES = /[\\/]client[\\/]src[\\/]generated[\\/]routes\.ts$/;
const SOURCES = path.join(import.meta.dirname, '../src');

/** Leaves the routes out of the client that no source of the application calls as `client.group.operation`: each is a part of the first load. */
export function calledRoutes(): Plugin {
  return {
    name: 'called-routes',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      return ROUTES.test(id) ? keepCalled(code, await findCalls()) : undefined;
    },
  };
}

/** The file of the routes without those that are not called. Throws where a call has no route. */
export function keepCalled(routes: string, calls: ReadonlySet<string>): string {
  const missing = new Set(calls);
  let group = '';
  const lines = routes.split('\n').filter((line) => {
    group = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? group;
    const operation = /^ {4}(\w+): '/.exec(line)?.[1];
    return operation === undefined || missing.delete(`${group}.${operation}`);
  });
  if (missing.size > 0) throw new Error(`The client has no ${[...missing].join(', ')}.`);
  return lines.join('\n');
}

/** The calls of a source. Throws where the client is used in another way, which would hide a call. */
export function callsIn(source: string, file: string): string[] {
  if (/[=(,]\s*client\s*[;,)[]|(?<!\bclient = )\bcreateClient\(/.test(source))
    throw new Error(`${file}: write client.group.operation.`);
  return [...source.matchAll(/\bclient\s*\.\s*(\w+)\s*\.\s*(\w+)/g)].map(
    ([, group, name]) => `${group}.${name}`,
  );
}

async function findCalls(): Promise<Set<string>> {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const calls = await Promise.all(
    files.map(async (file) => callsIn(await readFile(path.join(SOURCES, file), 'utf8'), file)),
  );
  return new Set(calls.flat());
}
