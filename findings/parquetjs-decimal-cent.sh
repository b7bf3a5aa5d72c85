#!/usr/bin/env bash
# Expected: a price of 0.29 in a DECIMAL(18, 2) column of a Parquet file is stored as 29 hundredths.
# Happens:  the writer multiplies by 100 and cuts off: 0.29 becomes 0.28, 19.99 becomes 19.98. Of the 30,001 prices from -100.00 to 200.00
#           in steps of a cent 1,718 are stored a cent too low, none too high. No error, no warning.
# Matters:  DECIMAL is chosen for prices because it is exact; a day of quarter hours loses a cent about five times.
# Seen in:  @dsnp/parquetjs 1.8.8, read back by hyparquet 1.33.0.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-audit --no-fund --silent @dsnp/parquetjs@1.8.8 hyparquet@1.33.0 || { echo "npm could not install the packages."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import { readFileSync } from 'node:fs';
import parquet from '@dsnp/parquetjs';
import { parquetReadObjects } from 'hyparquet';

const file = `${import.meta.dirname}/prices.parquet`;
const cents = Array.from({ length: 30_001 }, (_, i) => i - 10_000);
const schema = new parquet.ParquetSchema({ price: { type: 'DECIMAL', precision: 18, scale: 2 } });
const writer = await parquet.ParquetWriter.openFile(schema, file);
for (const cent of cents) await writer.appendRow({ price: cent / 100 });
await writer.close();

const bytes = readFileSync(file);
const rows = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
const off = rows.map(({ price }, i) => Math.round(price * 100) - cents[i]);
const low = off.filter((cent) => cent === -1).length;
console.log(rows.length, low, off.filter((cent) => cent !== 0 && cent !== -1).length, rows[10_029].price, rows[11_999].price);
JS
seen="$(node "$folder/see.mjs")"
echo "rows, a cent too low, wrong otherwise, what 0.29 became, what 19.99 became: $seen"
[ "$seen" = "30001 1718 0 0.28 19.98" ] || { echo "Changed: 30001 1718 0 0.28 19.98 was seen before."; exit 1; }
