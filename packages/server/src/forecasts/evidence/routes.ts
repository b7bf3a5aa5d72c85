import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import { findHead, listEntries, readEvidenceFile, readTimestampReply } from './store.ts';

const PAGE = 1000;
const RUN_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;

const STAMP_FILE = /^(\d{1,15})\.tsr$/;

/** The list of published runs and their files, for everybody. Entries are sent as they were hashed. */
export async function evidenceRoutes(
  app: FastifyInstance,
  { context: { db, clock } }: { context: { db: Db; clock: Clock } },
): Promise<void> {
  const route = { schema: { hide: true } } as const;

  app.get('/evidence', route, async (request, reply) => {
    const after = new URL(request.url, 'http://localhost').searchParams.get('after') ?? '0';
    if (!/^\d{1,15}$/.test(after)) {
      throw new AppError(
        'invalid_parameters',
        'after is the number of an entry, such as 1000; leave it out to begin.',
      );
    }
    const head = await findHead(db);
    const entries = await listEntries(db, { after: Number(after), limit: PAGE });
    const last = entries.at(-1);
    const isWhole = entries.length === PAGE;
    void reply.header('Cache-Control', 'public, max-age=60').type('application/json; charset=utf-8');
    return JSON.stringify({
      format: 'lonja-evidence/1',
      head: head ?? null,
      entries: entries.map(({ entry, hash, isStamped }) => ({ entry, hash, stamped: isStamped })),
      next: isWhole && last !== undefined ? `/evidence?after=${last.seq}` : null,
    });
  });

  app.get<{ Params: { file: string } }>('/evidence/:file', route, async (request, reply) => {
    const seq = STAMP_FILE.exec(request.params.file)?.[1];
    if (seq !== undefined) {
      const stamp = await readTimestampReply(db, Number(seq));
      void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
      void reply.type('application/timestamp-reply');
      return stamp;
    }
    const runId = RUN_FILE.exec(request.params.file)?.[1];
    if (runId === undefined) {
      throw new AppError(
        'not_found',
        'A file is named by its run, /evidence/{run_id}.json, a time stamp by its entry, /evidence/{seq}.tsr.',
      );
    }
    const file = await readEvidenceFile(db, runId, clock.now());
    void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    void reply.type('application/json; charset=utf-8');
    return file;
  });
}
