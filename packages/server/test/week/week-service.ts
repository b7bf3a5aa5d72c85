import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addDays } from '@lonja/forecasting/market';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import type { LiveSourceName } from '../../src/market/connectors/source.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { createTestApi, type TestApi } from '../http/test-api.ts';
import { createMadeUpMarket } from '../sources/stand-in/made-up-market.ts';
import type { Market } from '../sources/stand-in/market.ts';
import { createPublicationTimes } from '../sources/stand-in/publication-times.ts';
import { createRecordedMarket } from '../sources/stand-in/recorded-market.ts';
import { createSourceWorld, type SourceWorld } from '../sources/stand-in/source-world.ts';
import { type StandIn, startStandIn } from '../sources/stand-in/start-stand-in.ts';
import { createTestContext, testSources } from '../test-context.ts';
import { liveThrough } from './live-through.ts';
import { WEEK, WEEK_FAULTS } from './week-faults.ts';
import { LEAR } from '@lonja/forecasting';

const FOLDER = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
/** Enough for the models below; the service asks for the rest itself. */
const HISTORY_DAYS = 42;
/** The point is the operation: a model that is fitted at once. */
const CHAMPION = {
  ...DAY_AHEAD,
  point: { ...LEAR, windows: [28] },
  historyDays: 35,
  calibrationDays: 7,
  olderCalibrationDays: 0,
  laterDays: { ...DAY_AHEAD.laterDays, baselineDays: 14 },
};

export interface WeekService {
  api: TestApi;
  standIn: StandIn;
  /** What each source shows at the end of the week. */
  worlds: Record<LiveSourceName, SourceWorld>;
  isRecorded: boolean;
  close(): Promise<void>;
}

/** The service on all sources, stood in for, before its week begins. */
export async function startWeek(): Promise<
  WeekService & { live: (afterEach: (now: number) => Promise<void>) => Promise<void> }
> {
  const api = await createTestApi(`${WEEK.from}T00:00:00+01:00`);
  const madeUp = createMadeUpMarket();
  const isRecorded = existsSync(FOLDER);
  const market: Market = isRecorded ? createRecordedMarket(FOLDER, madeUp) : madeUp;
  const standIn = await startStandIn({ market, now: () => api.clock.now(), faults: WEEK_FAULTS });
  const expectedAt = createPublicationTimes();
  const worldOf = (source: LiveSourceName) =>
    createSourceWorld(source, { market, now: () => api.clock.now(), faults: () => WEEK_FAULTS, expectedAt });
  const surroundings = createTestContext(api.db, `${WEEK.from}T00:00:00+01:00`, CHAMPION);
  const createContext = () => ({
    ...surroundings,
    clock: api.clock,
    liveSources: testSources(fetch, {
      tokens: { esios: 'token', entsoe: 'token' },
      urls: standIn.urls,
      now: () => api.clock.now(),
    }),
  });
  return {
    api,
    standIn,
    isRecorded,
    worlds: {
      omie: worldOf('omie'),
      redata: worldOf('redata'),
      'open-meteo': worldOf('open-meteo'),
      esios: worldOf('esios'),
      entsoe: worldOf('entsoe'),
      'energy-charts': worldOf('energy-charts'),
    },
    async live(afterEach) {
      const history = { from: addDays(WEEK.from, -HISTORY_DAYS), to: addDays(WEEK.from, -1) };
      await backfill(createContext(), { source: 'omie', publication: 'price.da', ...history });
      // The process ends in the middle of the week, and another one goes on.
      await liveThrough(createContext(), { from: WEEK.from, to: '2026-03-25' }, afterEach);
      await liveThrough(createContext(), { from: '2026-03-26', to: WEEK.to }, afterEach);
    },
    async close() {
      await standIn.close();
      await api.close();
    },
  };
}
