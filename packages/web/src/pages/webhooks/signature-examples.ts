/** Checks of a delivery's signature, as whole programs' parts that can be pasted. A test runs each of them. */
export const SIGNATURE_EXAMPLES = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto';

const OLDEST_S = 300;

/** body: the raw bytes of the request; header: Svc-Webhook-Signature; secret: whsec_... */
export function isFromLonja(body, header, secret) {
  const fields = header.split(',').map((field) => field.split('='));
  const t = fields.find(([name]) => name === 't')?.[1];
  if (!(Math.abs(Date.now() / 1000 - Number(t)) <= OLDEST_S)) return false;
  const expected = createHmac('sha256', secret).update(\`\${t}.\`).update(body).digest();
  return fields.some(([name, hex]) => {
    const sent = Buffer.from(hex ?? '', 'hex');
    return name === 'v1' && sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}`,
  python: `import hashlib
import hmac
import time

OLDEST_S = 300


def is_from_lonja(body: bytes, header: str, secret: str) -> bool:
    """body: the raw bytes of the request; header: Svc-Webhook-Signature; secret: whsec_..."""
    if not header.isascii():
        return False
    fields = [field.split("=", 1) for field in header.split(",") if "=" in field]
    t = next((value for name, value in fields if name == "t"), "")
    if not t.isdigit() or len(t) > 12 or abs(time.time() - int(t)) > OLDEST_S:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value, expected) for name, value in fields)`,
  shell: `# BODY: file with the raw body; HEADER: Svc-Webhook-Signature; SECRET: whsec_...
# The exit code is 0 when the delivery comes from Lonja.
t=$(printf %s "$HEADER" | tr , '\\n' | sed -n 's/^t=\\([1-9][0-9]\\{0,11\\}\\)$/\\1/p' | head -n 1)
[ -n "$t" ] || exit 1
age=$(( $(date +%s) - t ))
[ "$age" -le 300 ] && [ "$age" -ge -300 ] || exit 1
expected=$({ printf '%s.' "$t"; cat "$BODY"; } | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.*= //')
printf %s "$HEADER" | tr , '\\n' | grep -qx "v1=$expected"`,
} as const;

export type ExampleLanguage = keyof typeof SIGNATURE_EXAMPLES;
