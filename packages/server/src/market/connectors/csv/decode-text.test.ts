import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileFault } from '../payload-fault.ts';
import { csvRows } from './csv-table.ts';
import { decodeText } from './decode-text.ts';

const TEXT = 'año;eólica\r\n2025;1\r\n';

/** UTF-16 with its byte-order mark. */
function utf16(text: string, order: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

test('every usual encoding gives the same text', () => {
  const files = {
    utf8: Buffer.from(TEXT),
    'utf8 with mark': Buffer.from(`\uFEFF${TEXT}`),
    latin1: Buffer.from(TEXT, 'latin1'),
    'utf16 le': utf16(TEXT, 'le'),
    'utf16 be': utf16(TEXT, 'be'),
  };
  for (const [name, bytes] of Object.entries(files)) assert.equal(decodeText(bytes, 'f.csv'), TEXT, name);
  assert.equal(decodeText(Uint8Array.of(0x70, 0x80, 0x3b), 'f.csv'), 'p€;');
});

test('what is no CSV file is refused by its name, with what to do', () => {
  const files: [Uint8Array, RegExp][] = [
    [
      Uint8Array.of(0x50, 0x4b, 3, 4, 20),
      /found a workbook \(\.xlsx, \.ods\) or another zip archive; save the sheet as CSV/,
    ],
    [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /found a workbook \(\.xls\); save the sheet as CSV/],
    [Buffer.from('%PDF-1.7'), /found a PDF/],
    [Buffer.from('\n<!DOCTYPE html><html>'), /found a web page; download the file itself/],
    [Buffer.from('<html><body>'), /found a web page/],
    [Buffer.from('<?xml version="1.0"?>'), /found an XML document/],
    [Buffer.from('{"indicator": 1}'), /found a JSON document/],
    [Buffer.from('[{"x": 1}]'), /found a JSON document/],
    [Uint8Array.of(0x1f, 0x8b, 8), /found gzip within gzip/],
    [Buffer.from('BZh91AY'), /found an archive \(bzip2\); unpack it or pack it with gzip/],
    [Buffer.from(TEXT, 'utf16le'), /found zero bytes; save it as CSV in UTF-8/],
    [Uint8Array.of(0xff, 0xfe, 0x61), /found bytes that are no utf-16le/],
  ];
  for (const [bytes, message] of files) {
    assert.throws(
      () => decodeText(bytes, 'f.csv'),
      (fault) =>
        fault instanceof FileFault &&
        fault.message.startsWith('f.csv, line 1: expected the text of a CSV file, ') &&
        message.test(fault.message),
      String(message),
    );
  }
});

test('a first line names the delimiter, which goes before the usual one', () => {
  for (const first of ['sep=;', '"sep=;"', 'SEP=;', '\uFEFFsep=;']) {
    const rows = [...csvRows(`${first}\r\na;b\r\n1;2\r\n`, ',', 'f.csv')];
    assert.deepEqual(
      rows.map(({ cells, line }) => [line, ...cells]),
      [
        [2, 'a', 'b'],
        [3, '1', '2'],
      ],
      first,
    );
  }
  assert.deepEqual([...csvRows('sep=\ta\n', ',', 'f.csv')].length, 1);
  assert.deepEqual([...csvRows('sep=\t\na\tb\n', ',', 'f.csv')][0].cells, ['a', 'b']);
});
