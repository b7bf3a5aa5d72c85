#!/usr/bin/env bash
# Expected: a table of times and prices (a Sparkplug B data set with a DateTime column) that a library encodes can be decoded by it.
# Happens:  decoding throws for columns of DateTime, UInt64, Int8 to Int32, UInt8 and UInt16, and a negative Int64 comes back as
#           18446744073709551611. Of numbers, UInt32, Float, Double and Int64 from 0 up pass. As metrics of their own all types pass, -5 too.
# Matters:  the natural form of a day's prices over Sparkplug is sent without an error, and no reader with the same library sees anything of
#           the message.
# Seen in:  sparkplug-payload 1.0.3.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent sparkplug-payload@1.0.3 || { echo "npm could not install the package."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import sparkplug from 'sparkplug-payload';

const codec = sparkplug.get('spBv1.0');
const timestamp = Date.UTC(2026, 9, 25);
const read = (metric) => {
  const bytes = codec.encodePayload({ timestamp, seq: 0, metrics: [{ name: 'prices', timestamp, ...metric }] });
  try {
    const { value } = codec.decodePayload(bytes).metrics[0];
    return String(value.rows ? value.rows[0][0] : value);
  } catch {
    return 'throws';
  }
};
const samples = { DateTime: timestamp, UInt64: 5, UInt32: 5, UInt16: 5, UInt8: 5, Int64: -5, Int32: -5, Int16: -5, Int8: -5, Float: -5, Double: -5 };
for (const [type, value] of Object.entries(samples)) {
  const inTable = read({ type: 'DataSet', value: { numOfColumns: 1, columns: ['column'], types: [type], rows: [[value]] } });
  console.log(`${type} ${value}: ${read({ type, value })} ${inTable}`);
}
JS
seen="$(node "$folder/see.mjs")"
printf 'type and value: as a metric, in a table:\n%s\n' "$seen"
was='DateTime 1792886400000: 1792886400000 throws
UInt64 5: 5 throws
UInt32 5: 5 5
UInt16 5: 5 throws
UInt8 5: 5 throws
Int64 -5: -5 18446744073709551611
Int32 -5: -5 throws
Int16 -5: -5 throws
Int8 -5: -5 throws
Float -5: -5 -5
Double -5: -5 -5'
[ "$seen" = "$was" ] || { printf 'Changed: this was seen before:\n%s\n' "$was"; exit 1; }
