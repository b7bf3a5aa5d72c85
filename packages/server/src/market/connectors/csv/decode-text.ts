import { type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import { FileFault } from '../payload-fault.ts';

/** What is often taken for a CSV file, by its first bytes, and what to do about it. */
const OTHER_FILES: readonly { bytes: readonly number[]; fault: Reasons }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], fault: [reason('found_zip'), reason('save_sheet_or_unpack')] },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], fault: [reason('found_xls'), reason('save_sheet')] },
  { bytes: [0x25, 0x50, 0x44, 0x46], fault: [reason('found_pdf'), reason('get_table')] },
  { bytes: [0x1f, 0x8b], fault: [reason('found_gzip_twice'), reason('unpack_once')] },
  { bytes: [0x42, 0x5a, 0x68, 0x39], fault: archiveOf('bzip2') },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], fault: archiveOf('xz') },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], fault: archiveOf('Zstandard') },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], fault: archiveOf('7-Zip') },
];
const OTHER_TEXTS: readonly { begin: RegExp; fault: Reasons }[] = [
  {
    begin: /^\s*<(?:!doctype|html|head|body|table)/i,
    fault: [reason('found_web_page'), reason('download_or_save')],
  },
  { begin: /^\s*<\?xml/i, fault: [reason('found_xml'), reason('save_as_csv')] },
  { begin: /^\s*(?:\{\s*"|\[\s*[[{])/, fault: [reason('found_json'), reason('convert_to_csv')] },
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
  const refuse = (fault: Reasons) => new FileFault(file, 1, fault);
  const other = OTHER_FILES.find((known) => begins(known.bytes));
  if (other !== undefined) throw refuse(other.fault);
  const marked = BYTE_ORDER_MARKS.find((mark) => begins(mark.bytes))?.encoding;
  if (marked === undefined && bytes.includes(0)) {
    throw refuse([reason('found_zero_bytes'), reason('save_in_utf8')]);
  }
  const text =
    decode(bytes, marked ?? 'utf-8') ?? (marked === undefined ? decode(bytes, 'windows-1252') : undefined);
  if (text === undefined) {
    throw refuse([reason('found_other_bytes', { encoding: marked ?? 'utf-8' }), reason('save_in_utf8')]);
  }
  const otherText = OTHER_TEXTS.find(({ begin }) => begin.test(text));
  if (otherText !== undefined) throw refuse(otherText.fault);
  return text;
}

function archiveOf(program: string): Reasons {
  return [reason('found_archive', { program }), reason('unpack_or_gzip')];
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
