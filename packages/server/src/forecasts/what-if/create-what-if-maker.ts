import { createFitCache } from '@lonja/forecasting';
import type { Db } from '../../ground/database/database.ts';
import { createRecentResults } from '../../ground/timing/recent-results.ts';
import { findNewestRun } from '../runs/forecast-queries.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import { supposeInputs } from './suppose-inputs.ts';
import type { WhatIf, WhatIfRequest } from './what-if.ts';

/** Of each market the newest run; each takes some 30 MB. */
const RUNS_KEPT = 2;

/** Makes what-ifs in place. */
export interface WhatIfMaker {
  make: (request: WhatIfRequest) => Promise<WhatIf>;
  /** Prepares the newest run at an instant of the market that was asked last; nothing where none was. */
  renew: (now: number) => Promise<void>;
}

/** Keeps the models of the runs that were asked last. What fits of four weeks share is fitted once. */
export function createWhatIfMaker(db: Db): WhatIfMaker {
  const cache = createFitCache();
  const kept = createRecentResults<PreparedRun>(RUNS_KEPT);
  let last: Pick<PreparedRun, 'dataOrigin'> | undefined;
  return {
    async make({ runId, resolution, shifts }) {
      let fittedMs = 0;
      const run = await kept.get(runId, async () => {
        const made = await prepareRun(db, runId, cache);
        ({ fittedMs } = made);
        return made;
      });
      last = run;
      const { panel, inputs } = supposeInputs(run, shifts);
      return { points: run.forecast(panel)[resolution], inputs, fittedMs };
    },
    async renew(now) {
      if (last === undefined) return;
      const { dataOrigin } = last;
      const newest = await findNewestRun(db, { product: 'da', dataOrigin, asOf: now });
      if (newest !== undefined) await kept.get(newest.id, () => prepareRun(db, newest.id, cache));
    },
  };
}
