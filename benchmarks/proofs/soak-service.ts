import { runService } from '../../packages/server/src/start/run-service.ts';
import { withSmallModels } from '../../packages/server/test/small-models.ts';

const SPEED = Number(process.env['CLOCK_SPEED'] ?? '1');
const startedAt = Date.now();

/** The service with small models and a clock that runs CLOCK_SPEED times as fast as the machine's, so that an hour is several days. */
await runService(process.env, (context) => {
  const startsAt = context.clock.now();
  const clock = { now: () => startsAt + (Date.now() - startedAt) * SPEED };
  return withSmallModels({ ...context, clock });
});
