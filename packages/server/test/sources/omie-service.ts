import assert from 'node:assert/strict';
import { addDays, dayStart } from '@lonja/forecasting/market';
import { pino } from 'pino';
import type { LiveSources } from '../../src/market/connectors/create-sources.ts';
import { followSources } from '../../src/market/ingest/follow-sources.ts';
import { ingestDays } from '../../src/market/ingest/ingest-days.ts';
import { readSeries } from '../../src/market/observations/observations.ts';
import { findPublications } from '../../src/market/publications/publications.ts';
import { createTestDatabase } from '../database.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestContext, testSources } from '../test-context.ts';
import { omieAnswer } from './answers.ts';

/** What OMIE shows of a file: a text, an answer, or undefined where it is not there. `usual` is what it would show. */
export type ShowFile = (name: string, usual: string | undefined) => string | Response | undefined;

/** A service that follows OMIE, or one publication of it, on a database and a clock of its own. */
export async function createOmieService(startsAt: string, publication?: string) {
  const { db, drop } = await createTestDatabase();
  const clock = createTestClock(startsAt);
  const state = {
    show: ((_, usual) => usual) satisfies ShowFile as ShowFile,
    /** Names of the files asked for. */
    asked: [] as string[],
    /** Level and message of what was logged. */
    logged: [] as { level: number; msg: string; reason?: string }[],
  };
  const fetch = async (request: string | URL | Request) => {
    const url = new URL(request instanceof Request ? request.url : request);
    const name = url.searchParams.get('filename') ?? '';
    state.asked.push(name);
    const shown = state.show(name, omieAnswer(url));
    if (shown === undefined) return new Response('not found', { status: 404 });
    return shown instanceof Response ? shown : new Response(shown);
  };
  const logger = pino({ level: 'info' }, { write: (line) => void state.logged.push(JSON.parse(line)) });
  /** Sources as they are after a start: nothing is remembered of failures but what the ledger says. */
  const restart = () => ({
    ...createTestContext(db, startsAt),
    clock,
    logger,
    sources: ['omie' as const],
    liveSources: only(publication, testSources(fetch, { now: () => clock.now() })),
  });
  let context = restart();
  return {
    db,
    clock,
    state,
    drop,
    get context() {
      return context;
    },
    restart() {
      context = restart();
    },
    follow: () => followSources(context),
    /** Asks for one day, as follow does when it is due. */
    async ask(day: string) {
      const omie = context.liveSources.get('omie');
      assert.ok(omie);
      return ingestDays(context, omie, omie.publications[0], { from: day, to: day });
    },
    async lineOf(name: string, day: string) {
      return (await findPublications(db, { source: 'omie', name, from: day, to: day })).get(day);
    },
    async pricesOf(key: string, day: string, asOf = Number.POSITIVE_INFINITY) {
      const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf };
      const series = await readSeries(db, { keys: [key], dataOrigin: 'market', ...window });
      return series.get(key)?.[0]?.value;
    },
  };
}

function only(publication: string | undefined, sources: LiveSources): LiveSources {
  if (publication === undefined) return sources;
  const kept = [...sources].map(([name, source]) => {
    const publications = source.publications.filter((one) => one.name === publication);
    return [name, { ...source, publications }] as const;
  });
  return new Map(kept);
}
