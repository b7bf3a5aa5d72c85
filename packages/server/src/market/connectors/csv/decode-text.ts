import { FileFault } from '../payload-fault.ts';

/** What is often taken for a CSV file, by its first bytes, and what to do about it. */
const OTHER_FILES: readonly { bytes: readonly number[]; what: string; advice: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: 'a workbook (.xlsx, .ods) or another zip archive',
    advice: 'save the sheet as CSV, or unpack the archive',
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'a workbook (.xls)', advice: 'save the sheet as CSV' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF', advice: 'get the table as CSV' },
  { bytes: [0x1f, 0x8b], what: 'gzip within gzip', advice: 'unpack it once' },
  { bytes: [0x42, 0x5a, 0x68, 0x39], what: 'a bzip2 archive', advice: 'unpack it or pack it with gzip' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'an xz archive', advice: 'unpack it or pack it with gzip' },
  {
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    what: 'a Zstandard archive',
    advice: 'unpack it or pack it with gzip',
  },
  {
    bytes: [0x37, 0x7a, 0xbc, 0xaf],
    what: 'a 7-Zip archive',
    advice: 'unpack it or pack it with gzip',
  },
];
const OTHER_TEXTS: readonly { begin: RegExp; what: string; advice: string }[] = [
  {
    begin: /^\s*<(?:!doctype|html|head|body|table)/i,
    what: 'a web page',
    advice: 'download the file itself, or save the table as CSV',
  },
  { begin: /^\s*<\?xml/i, what: 'an XML document', advice: 'save it as CSV' },
  { begin: /^\s*(?:\{\s*"|\[\s*[[{])/, what: 'a JSON document', advice: 'convert it to CSV' },
];
const BYTE_ORDER_MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * The text of a CSV file, without its byte-order mark: in the encoding that the mark names, without one in UTF-8 or, where the
 * bytes are not that, in Windows-1252, which holds Latin-1. A FileFault names what else the file is.
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const begins = (prefix: readonly number[]) => prefix.every((byte, i) => bytes[i] === byte);
  const refuse = ({ what, advice }: { what: string; advice: string }) =>
    new FileFault(file, 1, `expected the text of a CSV file, found ${what}; ${advice}`);
  const other = OTHER_FILES.find((known) => begins(known.bytes));
  if (other !== undefined) throw refuse(other);
  const marked = BYTE_ORDER_MARKS.find((mark) => begins(mark.bytes))?.encoding;
  if (marked === undefined && bytes.includes(0)) {
    throw refuse({ what: 'zero bytes', advice: 'save it as CSV in UTF-8' });
  }
  const text =
    decode(bytes, marked ?? 'utf-8') ?? (marked === undefined ? decode(bytes, 'windows-1252') : undefined);
  if (text === undefined) {
    throw refuse({ what: `bytes that are no ${marked ?? 'text'}`, advice: 'save it as CSV in UTF-8' });
  }
  const otherText = OTHER_TEXTS.find(({ begin }) => begin.test(text));
  if (otherText !== undefined) throw refuse(otherText);
  return text;
}

/** Undefined where the bytes are not in the encoding. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (fault) {
    if (fault instanceof TypeError) return undefined;
    throw fault;
  }
}
