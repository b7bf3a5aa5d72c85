#!/usr/bin/env bash
# Expected: a client of ENTSO-E's transparency platform gives each hour its price. Curve type A03 leaves out positions that repeat the one
#           before, and the client fills them.
# Happens:  an hour at 0 EUR/MWh has no price, and the hours left out after it get the price from before it: four hours at 0 after one at
#           7.42 are read as one without a price and three at 7.42. Zero power (sun at night) is lost in the same way.
# Matters:  whole spring afternoons clear at exactly 0 in Iberia, and their hours look as dear as the morning. Nothing is reported.
# Seen in:  entsoe-api-client 1.0.3.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent entsoe-api-client@1.0.3 || { echo "npm could not install the package."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import { ParseDocument } from 'entsoe-api-client';

const document = (root, name, series) => `<?xml version="1.0" encoding="UTF-8"?>
<${root}><mRID>1</mRID><revisionNumber>1</revisionNumber><type>${name === 'quantity' ? 'A75' : 'A44'}</type>
<createdDateTime>2026-04-01T11:00:00Z</createdDateTime>
<TimeSeries><mRID>1</mRID><curveType>A03</curveType><Period>
<timeInterval><start>2026-04-02T10:00Z</start><end>2026-04-02T17:00Z</end></timeInterval><resolution>PT60M</resolution>
${series.map(([position, value]) => `<Point><position>${position}</position><${name}>${value}</${name}></Point>`).join('\n')}
</Period></TimeSeries></${root}>`;
const read = (root, name, series) =>
  ParseDocument(document(root, name, series)).timeseries[0].periods[0].points.map((point) => point.price ?? point.quantity);

// Hours 1 to 7: 7.42, four at 0, of which the document states the first, -1.5 and 3.
const prices = read('Publication_MarketDocument', 'price.amount', [[1, '7.42'], [2, '0.00'], [6, '-1.50'], [7, '3.00']]);
const power = read('GL_MarketDocument', 'quantity', [[1, '310'], [2, '0'], [7, '5']]);
console.log(`7.42 0 0 0 0 -1.5 3 EUR/MWh: ${prices.map(String).join(' ')}`);
console.log(`310 0 0 0 0 0 5 MW: ${power.map(String).join(' ')}`);
JS
seen="$(node "$folder/see.mjs")"
printf 'published, and as read:\n%s\n' "$seen"
was='7.42 0 0 0 0 -1.5 3 EUR/MWh: 7.42 undefined 7.42 7.42 7.42 -1.5 3
310 0 0 0 0 0 5 MW: 310 undefined 310 310 310 310 5'
[ "$seen" = "$was" ] || { printf 'Changed: this was seen before:\n%s\n' "$was"; exit 1; }
