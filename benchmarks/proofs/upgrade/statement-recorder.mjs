// Loaded into a process of an earlier release (NODE_OPTIONS=--import): notes each statement that it sends, once.
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.STATEMENTS_FILE !== undefined) {
  const { Client } = createRequire(path.join(process.cwd(), 'packages/server/package.json'))('pg');
  const query = Client.prototype.query;
  const seen = new Set();
  Client.prototype.query = function record(what, ...rest) {
    const text = typeof what === 'string' ? what : (what?.text ?? what?.cursor?.text);
    if (typeof text === 'string' && !seen.has(text)) {
      seen.add(text);
      appendFileSync(process.env.STATEMENTS_FILE, `${JSON.stringify(text)}\n`);
    }
    return query.call(this, what, ...rest);
  };
}
