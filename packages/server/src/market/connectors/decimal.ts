export type DecimalSign = '.' | ',';

const PLAIN: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i,
  ',': /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:e[+-]?\d+)?$/i,
};
/** Whole groups of three digits, all parted by one sign; a group that is not whole, or a first one that begins with 0, is a slip. */
const GROUPED: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^[+-]?[1-9]\d{0,2}(?:([,\u0020\u00A0\u2009\u202F])\d{3})(?:\1\d{3})*(?:\.\d*)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:([.\u0020\u00A0\u2009\u202F])\d{3})(?:\1\d{3})*(?:,\d*)?$/,
};
const GROUP_SIGNS: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /[,\u0020\u00A0\u2009\u202F]/g,
  ',': /[.\u0020\u00A0\u2009\u202F]/g,
};

/**
 * The one grammar of decimal numbers for every file and reply: `84`, `0.84`, `.84`, `-.07`, `84.`, `1e3`, with the decimal sign
 * given. Undefined for anything else. Signs between groups of three digits, the other sign or a blank, are read only where `grouped`
 * says that they may be there: `1.234` under a decimal comma could be meant either way, so it is never guessed.
 */
export function parseDecimal(
  text: string,
  { sign = '.', grouped = false }: { sign?: DecimalSign; grouped?: boolean } = {},
): number | undefined {
  const isGrouped = grouped && GROUPED[sign].test(text);
  if (!isGrouped && !PLAIN[sign].test(text)) return undefined;
  const ungrouped = isGrouped ? text.replaceAll(GROUP_SIGNS[sign], '') : text;
  const value = Number(sign === ',' ? ungrouped.replace(',', '.') : ungrouped);
  // "-.00" is no price below zero.
  return Number.isFinite(value) ? value + 0 : undefined;
}
