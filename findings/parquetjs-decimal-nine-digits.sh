#!/usr/bin/env bash
# Expected: a library reads back the DECIMAL column that it has written, whatever the precision.
# Happens:  up to nine digits the values are written right and read wrong: of four prices the reader gives the first, a zero,
#           the second, a zero. With ten digits the same prices come back as they were. No error, no warning.
# Matters:  nine digits hold every price of every market, so DECIMAL(9, 2) is what one chooses; and a zero is a price like any other.
# Seen in:  @dsnp/parquetjs 1.8.8; hyparquet 1.33.0 reads both files right.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-audit --no-fund --silent @dsnp/parquetjs@1.8.8 hyparquet@1.33.0 || { echo "npm could not install the packages."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import { readFileSync } from 'node:fs';
import parquet from '@dsnp/parquetjs';
import { parquetReadObjects } from 'hyparquet';

const prices = [31.5, 127.25, 4.75, 60.5];
for (const precision of [9, 10]) {
  const file = `${import.meta.dirname}/prices-${precision}.parquet`;
  const schema = new parquet.ParquetSchema({ price: { type: 'DECIMAL', precision, scale: 2 } });
  const writer = await parquet.ParquetWriter.openFile(schema, file);
  for (const price of prices) await writer.appendRow({ price });
  await writer.close();

  const reader = await parquet.ParquetReader.openFile(file);
  const cursor = reader.getCursor();
  const own = [];
  for (let row = await cursor.next(); row !== null; row = await cursor.next()) own.push(row.price);
  await reader.close();
  const bytes = readFileSync(file);
  const other = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
  console.log(`${precision} digits: own reader ${own.join(' ')}, hyparquet ${other.map(({ price }) => price).join(' ')}`);
}
JS
seen="$(node "$folder/see.mjs")"
echo "$seen"
was='9 digits: own reader 31.5 0 127.25 0, hyparquet 31.5 127.25 4.75 60.5
10 digits: own reader 31.5 127.25 4.75 60.5, hyparquet 31.5 127.25 4.75 60.5'
[ "$seen" = "$was" ] || { printf 'Changed: this was seen before:\n%s\n' "$was"; exit 1; }
