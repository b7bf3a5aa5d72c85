import { wrapText } from '../output/wrap-text.ts';

/** One check of an installation. */
interface Check {
  name: string;
  verdict: 'ok' | 'warning' | 'fault';
  text: string;
  remedy: string | undefined;
}

const GAP = '  ';
const VERDICT_WIDTH = 'warning'.length;
const NARROWEST_TEXT = 30;

/** A line for each check, continued below itself where the terminal is narrower, and how many there are of each kind. */
export function checkLines(checks: readonly Check[], width: number): string[] {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  const indent = VERDICT_WIDTH + nameWidth + 2 * GAP.length;
  const lines = checks.flatMap(({ name, verdict, text, remedy }) => {
    const whole = remedy === undefined ? text : `${text}; ${remedy}`;
    const [first = '', ...rest] = wrapText(whole, Math.max(NARROWEST_TEXT, width - indent));
    const head = [verdict.padEnd(VERDICT_WIDTH), name.padEnd(nameWidth), first].join(GAP);
    return [head, ...rest.map((line) => ' '.repeat(indent) + line)];
  });
  return [...lines, '', summaryOf(checks)];
}

function summaryOf(checks: readonly Check[]): string {
  const count = (verdict: Check['verdict']) => checks.filter((check) => check.verdict === verdict).length;
  const counted = [
    [count('warning'), 'warning'],
    [count('fault'), 'fault'],
  ].flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`]));
  return `${checks.length} checks: ${counted.length === 0 ? 'all is well' : counted.join(', ')}.`;
}
