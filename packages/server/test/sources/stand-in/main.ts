import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createClock } from '../../../src/ground/timing/clock.ts';
import { type Fault, parseFaults } from './faults.ts';
import { createMadeUpMarket } from './made-up-market.ts';
import { createRecordedMarket } from './recorded-market.ts';
import { startStandIn } from './start-stand-in.ts';

/**
 * The sources of market data, to start by hand. Without --data the real files beside the project's folder are taken where they are; --data ''
 * takes none.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    clock: { type: 'string' },
    data: {
      type: 'string',
      default: fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url)),
    },
    faults: { type: 'string' },
  },
});
const startsAt = values.clock === undefined ? undefined : Date.parse(values.clock);
if (Number.isNaN(startsAt))
  throw new Error(`--clock ${values.clock} is not an instant such as 2026-03-25T10:00:00Z.`);
const faults: Fault[] = values.faults === undefined ? [] : parseFaults(readFileSync(values.faults, 'utf8'));
const isRecorded = values.data !== '' && existsSync(values.data);
const madeUp = createMadeUpMarket();
const clock = createClock(startsAt);
const standIn = await startStandIn({
  market: isRecorded ? createRecordedMarket(values.data, madeUp) : madeUp,
  now: () => clock.now(),
  faults,
  firstPort: Number(values.port),
});
process.stdout.write(
  `${isRecorded ? `The files of ${values.data}` : 'A made-up market'}, with the clock at ${values.clock ?? 'now'}.\n`,
);
const { omie, redata, 'open-meteo': openMeteo, esios, entsoe, 'energy-charts': energyCharts } = standIn.urls;
process.stdout.write(
  `OMIE_URL=${omie} REDATA_URL=${redata} OPEN_METEO_URL=${openMeteo} ESIOS_URL=${esios} ENTSOE_URL=${entsoe} ENERGY_CHARTS_URL=${energyCharts}\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close());
