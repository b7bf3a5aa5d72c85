import { enableCompileCache } from 'node:module';
import { EXIT_CODE } from './command/exit-codes.ts';
import { runProgram } from './command/run-program.ts';
import { lonja } from './commands/table.ts';
import { readEnvironment } from './session/environment.ts';
import manifest from '../package.json' with { type: 'json' };

// Commands import what they run when they run it, so this saves most of the time that the first import took.
enableCompileCache();

// A reader that has seen enough, such as head, closes the pipe; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

const { stdin, stdout, stderr } = process;
const environment = readEnvironment(process.env, { stdin, stdout, stderr });
const args = process.argv.slice(2);
const code = await runProgram(lonja, { args, version: manifest.version, environment });
if (code !== EXIT_CODE.done) process.exitCode = code;
