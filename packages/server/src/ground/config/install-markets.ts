import { installMarketsOf } from './markets-file.ts';

/**
 * Imported before everything else by each program of the service and each of its threads: what is worked out while modules are loaded, such
 * as the schemas of requests, is of the markets of this installation.
 */
const file = process.env['MARKETS_FILE'];
if (file !== undefined && file !== '') installMarketsOf(file);
