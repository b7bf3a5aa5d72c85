export type DecimalSign = '.' | ',';

const PLAIN: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i,
  ',': /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:e[+-]?\d+)?$/i,
};
/** Whole groups of three digits; a group that is not whole is a slip. */
const GROUPED: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/,
  ',': /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/,
};

/**
 * The one grammar of decimal numbers for every file and reply: `84`, `0.84`, `.84`, `-.07`, `84.`, `1e3`, with the decimal sign
 * given. Undefined for anything else. Signs between groups of three digits are read only where `grouped` says that they may be
 * there: `1.234` under a decimal comma could be meant either way, so it is never guessed.
 */
export function parseDecimal(
  text: string,
  { sign = '.', grouped = false }: { sign?: DecimalSign; grouped?: boolean } = {},
): number | undefined {
  const isGrouped = grouped && GROUPED[sign].test(text);
  if (!isGrouped && !PLAIN[sign].test(text)) return undefined;
  const ungrouped = isGrouped ? text.replaceAll(sign === ',' ? '.' : ',', '') : text;
  const value = Number(sign === ',' ? ungrouped.replace(',', '.') : ungrouped);
  // "-.00" is no price below zero.
  return Number.isFinite(value) ? value + 0 : undefined;
}
