import { InvalidArgumentError } from 'commander';
import { deliveryDay } from '../output/madrid-time.ts';
import type { ServiceClock } from '../session/service-clock.ts';
import { type Input, argument, option } from './inputs.ts';

const RELATIVE_DAYS = ['yesterday', 'today', 'tomorrow'];

/** A delivery day; also `yesterday`, `today` and `tomorrow` in Spain. */
export function dayInput(description: string): Input<string | undefined> {
  const wholeDescription = `${description}: YYYY-MM-DD, yesterday, today or tomorrow`;
  return { ...option('day', wholeDescription, parseDay), resolve: resolveDay };
}

/** A day in UTC; what `today` is the service says. */
export function utcDayInput(description: string): Input<string | undefined> {
  return option('day', `${description}, in UTC: YYYY-MM-DD, yesterday, today or tomorrow`, parseDay);
}

/** An instant with its offset, or `now`. */
export function instantInput(description: string): Input<string | undefined> {
  return { ...option('instant', description, parseInstant), resolve: resolveInstant };
}

export function instantArgument(placeholder: string, description: string): Input<string> {
  return { ...argument(placeholder, description, parseInstant), resolve: resolveInstant };
}

function parseDay(text: string): string {
  if (!RELATIVE_DAYS.includes(text) && !/^\d{4}-\d{2}-\d{2}$/.test(text))
    throw new InvalidArgumentError('It is not a day: YYYY-MM-DD, yesterday, today or tomorrow.');
  return text;
}

function parseInstant(text: string): string {
  if (text === 'now') return text;
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError(
      'It is not an instant such as 2026-03-30T10:00:00Z or 2026-03-30T12:00+02:00.',
    );
  return text;
}

/** A day, or the word for one, by the clock of the service. */
export async function resolveDay(text: string, clock: ServiceClock): Promise<string> {
  const offset = RELATIVE_DAYS.indexOf(text);
  return offset === -1 ? text : deliveryDay(await clock(), offset - 1);
}

async function resolveInstant(text: string, clock: ServiceClock): Promise<string> {
  return text === 'now' ? new Date(await clock()).toISOString() : text;
}
