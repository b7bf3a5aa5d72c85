import { InvalidArgumentError } from 'commander';
import { parseNumber } from './command/inputs.ts';

/** The shortest window LEAR learns from: a week of lags and three weeks of days. */
const SHORTEST_WINDOW_DAYS = 28;

/** Models of a back-test that have a name. */
export const MODELS = ['naive', 'lear', 'champion'] as const;

/** One of the named models, or the file of a recipe. */
export function parseModel(text: string): string {
  if (MODELS.some((name) => name === text) || text.endsWith('.json')) return text;
  throw new InvalidArgumentError(
    `Allowed are ${MODELS.join(', ')} and the file of a recipe, which ends in .json.`,
  );
}

/** A whole number, 0 or more. */
export function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
}

/** A whole number, 1 or more. */
export function parseAtLeastOne(text: string): number {
  const count = parseCount(text);
  if (count === 0) throw new InvalidArgumentError('It is at least 1.');
  return count;
}

/** Texts separated by commas. */
export function parseTexts(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** Whole numbers of days separated by commas; a window named twice counts once. */
export function parseWindows(text: string): number[] {
  const windows = text.split(',').map((days) => parseCount(days.trim()));
  if (windows.some((days) => days < SHORTEST_WINDOW_DAYS)) {
    throw new InvalidArgumentError(`A window has at least ${SHORTEST_WINDOW_DAYS} days.`);
  }
  return [...new Set(windows)];
}

const MOST_QUANTILES = 21;
const MOST_PATHS = 500;

/** Whole percents from 1 to 99, ascending; one named twice counts once. */
export function parseQuantiles(text: string): number[] {
  const percents = [...new Set(text.split(',').map((percent) => parseCount(percent.trim())))];
  if (percents.some((percent) => percent < 1 || percent > 99)) {
    throw new InvalidArgumentError('Quantiles are whole percents from 1 to 99.');
  }
  if (percents.length > MOST_QUANTILES) {
    throw new InvalidArgumentError(`At most ${MOST_QUANTILES} quantiles are printed at once.`);
  }
  return percents.sort((a, b) => a - b);
}

/** Percents, or `none` of them. */
export function parseQuantilesOrNone(text: string): number[] {
  return text === 'none' ? [] : parseQuantiles(text);
}

/** Prices separated by commas. */
export function parseThresholds(text: string): number[] {
  return text.split(',').map((price) => parseNumber(price.trim()));
}

export function parsePaths(text: string): number {
  const count = parseCount(text);
  if (count < 1 || count > MOST_PATHS)
    throw new InvalidArgumentError(`Allowed are 1 to ${MOST_PATHS} paths.`);
  return count;
}

/** Secrets of webhooks separated by commas. */
export function parseSecrets(text: string): string[] {
  const secrets = text.split(',').filter((secret) => secret !== '');
  if (secrets.length === 0) throw new InvalidArgumentError('It is empty.');
  return secrets;
}

export function parseAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new InvalidArgumentError('It is not an http or https URL.');
  }
  return text;
}
