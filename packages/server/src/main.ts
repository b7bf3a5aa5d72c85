import './ground/config/install-markets.ts';
import { runService } from './start/run-service.ts';

await runService(process.env);
