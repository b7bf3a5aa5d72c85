#!/usr/bin/env bash
# Expected: the clock of a smart meter's telegram ends in S or W, so that the hour that comes twice in October is told apart. Its readers
#           make an instant of it.
# Happens:  two readers ignore the letter. dsmr-parser gives both 02:30 the same instant, by the clock of the machine; p1-reader takes the
#           meter's clock for UTC, so that it is two hours off in summer and one in winter, and gives both the same instant too.
# Matters:  readings of a quarter hour are set against its price: on the day of 25 hours four quarters overwrite four others, and a whole
#           summer is priced two hours late.
# Seen in:  dsmr-parser 2.1.1, p1-reader 2.0.6.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent dsmr-parser@2.1.1 p1-reader@2.0.6 || { echo "npm could not install the packages."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const dsmr = require('dsmr-parser');
const parsePacket = require('p1-reader/lib/parsePacket.js');
const { crc16 } = require('crc');

const clocks = ['251026023000S', '251026023000W'];
for (const [i, clock] of clocks.entries()) {
  const body = `/ISk5\\2MT382-1000\r\n\r\n1-3:0.2.8(50)\r\n0-0:1.0.0(${clock})\r\n1-0:1.8.1(000123.456*kWh)\r\n!`;
  const checksum = crc16(body).toString(16).padStart(4, '0').toUpperCase();
  const one = dsmr.parse(`${body}${checksum}\r\n`).objects.timestamp.toISOString();
  const other = parsePacket(body.slice(0, -3)).timestamp;
  console.log(`${clock}, ${['2025-10-26T00:30:00.000Z', '2025-10-26T01:30:00.000Z'][i]}: ${one} ${other}`);
}
JS
seen="$(TZ=Europe/Madrid node "$folder/see.mjs")"
printf 'clock of the meter, its instant: by dsmr-parser on a machine in Madrid, by p1-reader:\n%s\n' "$seen"
was='251026023000S, 2025-10-26T00:30:00.000Z: 2025-10-26T00:30:00.000Z 2025-10-26T02:30:00.000Z
251026023000W, 2025-10-26T01:30:00.000Z: 2025-10-26T00:30:00.000Z 2025-10-26T02:30:00.000Z'
[ "$seen" = "$was" ] || { printf 'Changed: this was seen before:\n%s\n' "$was"; exit 1; }
