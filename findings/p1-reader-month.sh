#!/usr/bin/env bash
# Expected: a reader of a smart meter's telegrams gives the dates that the telegram states, whatever the day on which it is read.
# Happens:  read on the 31st, dates of months without a 31st come out a month late: the peaks of 10 April and 6 June are dated 10 May and
#           6 July, and rightly on the 28th. A date is made from today's, by setting the month before the day.
# Matters:  Belgian meters state the highest quarter hour of each of the last 13 months, by which capacity is charged: on seven days of
#           the year five of those months are filed under the wrong one.
# Seen in:  p1-reader 2.0.6.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent p1-reader@2.0.6 || { echo "npm could not install the package."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import { createRequire } from 'node:module';

const parsePacket = createRequire(import.meta.url)('p1-reader/lib/parsePacket.js');
// The register of monthly peaks: for each month its end, when the peak was and how high.
const peaks = [['250401000000S', '250310183000W'], ['250501000000S', '250410180000S'], ['250701000000S', '250606184500S']];
const register = `0-0:98.1.0(${peaks.length})(1-0:1.6.0)(1-0:1.6.0)${peaks.map(([end, at]) => `(${end})(${at})(05.380*kW)`).join('')}`;
const telegram = ['/FLU5\\1_A', '', '0-0:96.1.4(50217)', '0-0:1.0.0(251031180000W)', register].join('\r\n');

const RealDate = Date;
for (const day of ['2025-10-28', '2025-10-31']) {
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [`${day}T18:00:00Z`] : given));
    }
  };
  const { months } = parsePacket(telegram).electricity.demand.maximumDemandLastMonths;
  console.log(`on ${day}: ${months.map(({ timestamp }) => timestamp.slice(0, 10)).join(' ')}`);
}
JS
seen="$(node "$folder/see.mjs")"
printf 'peaks of 2025-03-10 2025-04-10 2025-06-06, as read\n%s\n' "$seen"
was='on 2025-10-28: 2025-03-10 2025-04-10 2025-06-06
on 2025-10-31: 2025-03-10 2025-05-10 2025-07-06'
[ "$seen" = "$was" ] || { printf 'Changed: this was seen before:\n%s\n' "$was"; exit 1; }
