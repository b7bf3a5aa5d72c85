import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlOf } from './api-request.ts';

test('a command has all parameters, with what an address may not hold encoded', () => {
  const query = { market_id: 'es', product: 'da', from: '2026-03-29T00:00:00+01:00', resolution: 'PT15M' };
  assert.equal(
    curlOf('https://lonja.example', { path: '/forecasts', query }),
    "curl -H 'Authorization: Bearer svc_...' \\\n" +
      "  'https://lonja.example/api/v1/forecasts?market_id=es&product=da&from=2026-03-29T00%3A00%3A00%2B01%3A00&resolution=PT15M'",
  );
});
