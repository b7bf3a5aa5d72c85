import '../../ground/config/install-markets.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { createWhatIfMaker } from '../../forecasts/what-if/what-if-maker.ts';
import type { WhatIf, WhatIfRequest } from '../../forecasts/what-if/record.ts';
import { databaseOn, openPool } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import { API_LIMITS } from '../reading/api-pools.ts';

/** What a thread answers; an AppError cannot be handed over, and any other error ends the thread. */
export type WhatIfAnswer =
  | { whatIf: WhatIf }
  | { isRenewed: true }
  | { refusal: Pick<AppError, 'code' | 'message' | 'faults'> };

/** What a thread is told: to make a what-if, or to prepare the run that is the newest at an instant, epoch ms. */
export type WhatIfMessage = { request: WhatIfRequest } | { renewAt: number };

export interface WhatIfThreadSettings {
  databaseUrl: string;
}

const CONNECTIONS = 2;

/** The program of the thread that makes what-ifs, one after the other, from what it reads of the database. */
const { databaseUrl }: WhatIfThreadSettings = workerData;
const options = { ...API_LIMITS, maxConnections: CONNECTIONS, isReadOnly: true };
const maker = createWhatIfMaker(databaseOn(openPool(databaseUrl, options), API_LIMITS));
parentPort?.on('message', (message: WhatIfMessage) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  void answerOf(message).then((answer) => parentPort?.postMessage(answer));
});

async function answerOf(message: WhatIfMessage): Promise<WhatIfAnswer> {
  try {
    if ('request' in message) return { whatIf: await maker.make(message.request) };
    await maker.renew(message.renewAt);
    return { isRenewed: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, faults } = error;
    return { refusal: { code, message, faults } };
  }
}
