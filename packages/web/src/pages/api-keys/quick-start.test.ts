import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quickStart } from './quick-start.ts';

const urlOf = (scopes: string[] | null) =>
  /"(https:[^"]+)"/.exec(
    quickStart({ origin: 'https://lonja.example.com', key: 'svc_1', scopes, date: '2026-03-31' }),
  )?.[1];

test('a key without scopes begins with the latest forecast', () => {
  assert.equal(urlOf(null), 'https://lonja.example.com/api/v1/forecasts/latest?market_id=es&product=da');
});

test('a key with scopes begins with a route that they open', () => {
  assert.match(String(urlOf(['metrics:read', 'market:read'])), /\/market\/fundamentals\?date=2026-03-31$/);
  assert.match(String(urlOf(['portfolio:write'])), /\/portfolio\/sites$/);
});
