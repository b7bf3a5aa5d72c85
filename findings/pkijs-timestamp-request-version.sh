#!/usr/bin/env bash
# Expected: a request for a time stamp (RFC 3161) that is made without a version has the only one there is, 1.
# Happens:  it has version 0, without an error, and OpenSSL rejects it: "Bad request version".
# Matters:  the hash of a list of price forecasts is stamped by a third party before the auction; a refused request leaves no proof of the time.
# Seen in:  pkijs 4.0.0, asn1js 4.0.0, with OpenSSL 3.0.
set -euo pipefail
command -v openssl >/dev/null || { echo "openssl is not here."; exit 2; }
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-audit --no-fund --silent pkijs@4.0.0 asn1js@4.0.0 || { echo "npm could not install the packages."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';

const hash = createHash('sha256').update('a list of forecasts').digest();
const messageImprint = new MessageImprint({
  hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
  hashedMessage: new asn1js.OctetString({ valueHex: hash.buffer.slice(hash.byteOffset, hash.byteOffset + hash.length) }),
});
for (const [name, given] of [['without', {}], ['with', { version: 1 }]]) {
  const request = new TimeStampReq({ ...given, messageImprint, certReq: true });
  writeFileSync(`${import.meta.dirname}/${name}.tsq`, Buffer.from(request.toSchema().toBER()));
}
JS
(cd "$folder" && node see.mjs)
cd "$folder"
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=Clock -addext extendedKeyUsage=critical,timeStamping 2>/dev/null
printf '01\n' >serial
printf '[tsa]\ndefault_tsa=one\n[one]\nserial=serial\nsigner_cert=cert.pem\nsigner_key=key.pem\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\n' >tsa.cnf
seen=""
for name in without with; do
  version="$(openssl ts -query -in "$name.tsq" -text 2>/dev/null | sed -n 's/^Version: //p')"
  openssl ts -reply -config tsa.cnf -queryfile "$name.tsq" -out "$name.tsr" >/dev/null 2>&1 || true
  status="$(openssl ts -reply -in "$name.tsr" -text 2>/dev/null | sed -n 's/^Status: \([A-Za-z]*\).*/\1/p')"
  seen="$seen$name $version $status; "
done
echo "version and status: $seen"
[ "$seen" = "without 0 Rejected; with 1 Granted; " ] || { echo "Changed: without 0 Rejected; with 1 Granted was seen before."; exit 1; }
