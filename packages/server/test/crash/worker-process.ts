import { openDatabase } from '../../src/ground/database/database.ts';
import { workOff } from './work.ts';

/** A worker in a process of its own, to be killed: `node worker-process.ts <database>`. */
const db = openDatabase(process.argv[2], { maxConnections: 4 });
process.stdout.write('started\n');
await workOff(db);
await db.destroy();
