import '../src/ground/config/install-markets.ts';
import { runService } from '../src/start/run-service.ts';
import { withSmallModels } from './small-models.ts';

/** The service as `npm start` runs it, with models that are fitted in a moment, for journeys that are not about the models. */
await runService(process.env, withSmallModels);
