import { setPriority } from 'node:os';
import { type Arms, FLOODS } from './floods.ts';

/**
 * A process that sends one flood (the first argument is its number) with what the attacker has (the second, as JSON) until its input ends,
 * and prints what became of it. It stands for other machines, so it takes no processor time that somebody else here wants.
 */
setPriority(19);
const [number = '', arms = ''] = process.argv.slice(2);
const end = new AbortController();
process.stdin.resume().once('end', () => end.abort());
const given: Arms = JSON.parse(arms);
const counts = await FLOODS[Number(number)].run(given, end.signal);
process.stdout.write(JSON.stringify(counts));
process.exit();
