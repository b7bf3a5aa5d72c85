import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after, before, test } from 'node:test';
import { type Host, connectByHttp, connectByOAuth, connectByStdio } from './connect.ts';
import { type Market, openMarket } from './market.ts';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});

let market: Market;
let host: Host;
before(async () => {
  market = await openMarket();
});
after(async () => {
  await host.client.close();
  await market.api.close();
});

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL('/mcp', market.address), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${market.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

test('a service loads the SDK with the first message, and not before', async () => {
  const isServer = (url: string) => url.endsWith('sdk/dist/esm/server/mcp.js');
  assert.equal(loaded.filter(isServer).length, 0);
  host = await connectByHttp(market.address, market.key);
  assert.equal(loaded.filter(isServer).length, 1);
});

test('there are at most ten tools, each reads, and their schemas are such as the client takes', async () => {
  const { tools } = await host.client.listTools();
  assert.ok(tools.length <= 10);
  for (const { name, annotations, inputSchema, outputSchema, description = '' } of tools) {
    assert.equal(annotations?.readOnlyHint, true, name);
    assert.equal(inputSchema['additionalProperties'], false, name);
    assert.doesNotMatch(JSON.stringify(outputSchema), /multipleOf|"default"|date-time|pattern/, name);
    assert.ok(description.length > 80 && description.length < 500, name);
  }
  assert.ok(JSON.stringify(tools).length < 36_000, 'the list of tools is read with every conversation');
});

test('a call that cannot be answered says how to correct it', async () => {
  const cases: [tool: string, input: Record<string, unknown>, message: RegExp][] = [
    [
      'get_forecast',
      { day: 'tomorrow' },
      /no argument day; it takes: date, market_id, product, market, resolution, max_rows/,
    ],
    ['get_forecast', { date: '3 May' }, /YYYY-MM-DD, or yesterday, today or tomorrow/],
    ['get_forecast', { date: '2026-02-30' }, /date: Send a calendar day/],
    ['get_forecast', { date: '2027-01-01' }, /not_found.*Ask for another day/],
    ['get_forecast', { product: 'ida9' }, /ida1/],
    ['get_probabilities', { thresholds: [] }, /thresholds/],
    ['get_prices', { date_from: '2026-03-02', date_to: '2026-03-01' }, /date_to/],
    [
      'get_plan',
      { site: 'Sierra' },
      /No site that can be planned is called Sierra. There are: Cell \(battery, /,
    ],
    ['get_home_tariff', { surcharge_p1: 0.12 }, /missing: surcharge_p2, surcharge_p3/],
    [
      'get_forecast',
      { product: 'da', market: 'intraday-1' },
      /market intraday-1 is the product ida1, not da/,
    ],
    [
      'get_prices',
      { date: 'today', date_to: 'tomorrow' },
      /date is one day, and date_from and date_to say another/,
    ],
    ['get_spread', { market_id: 'pt', product: 'ida1', reference: 'da' }, /without reference/],
    ['get_prices', { market_id: 'fr' }, /market_id/],
    ['get_plan', { market_id: 'pt' }, /get_plan has no argument market_id/],
    ['get_tomorrow', {}, /get_tomorrow/],
  ];
  for (const [tool, input, message] of cases) {
    const { isError, text } = await host.call(tool, input);
    assert.equal(isError, true, tool);
    assert.match(text, message);
    assert.doesNotMatch(text, /svc_[A-Za-z0-9]{8}|node_modules/);
  }
});

test('another tenant sees none of the sites', async () => {
  const other = await connectByHttp(market.address, market.otherKey);
  const { isError, text } = await other.call('get_plan', { site: 'Cell' });
  assert.equal(isError, true);
  assert.match(text, /add one in the application/);
  const { items } = await market.read<{ items: { id: string }[] }>('/portfolio/sites?kind=battery');
  const byId = await other.call('get_plan', { site: items[0].id });
  assert.match(byId.text, /add one in the application/);
  await other.client.close();
});

test('scopes, products and limits are those of the key', async () => {
  const narrow = await market.api.createKey({ scopes: ['market:read'], products: ['es-da'] });
  const asNarrow = await connectByHttp(market.address, narrow);
  assert.equal((await asNarrow.call('get_prices')).isError, false);
  assert.match((await asNarrow.call('get_forecast')).text, /insufficient_scope.*scopes/);
  assert.match((await asNarrow.call('get_prices', { market: 'intraday-1' })).text, /Use an API key/);
  await asNarrow.client.close();

  const slow = await market.api.createKey({ requestsPerMinute: 6 });
  const asSlow = await connectByHttp(market.address, slow);
  const answers = [await asSlow.call('get_prices'), await asSlow.call('get_forecast', { date: 'tomorrow' })];
  assert.equal(answers[0].isError, false);
  assert.match(answers[1].text, /rate_limited.*Wait \d+ seconds, then call again/);
  await assert.rejects(asSlow.call('get_forecast'), /429|More than 6 requests/);
  await asSlow.client.close();
});

test('without market_id a call is about the market of the connection, else of the key', async () => {
  const { address, key } = market;
  const ofPortugal = await market.api.createKey({ products: ['pt-da', 'pt-ida1'] });
  const hosts: [Host, string][] = [
    [await connectByHttp(address, key), 'es'],
    [await connectByHttp(address, key, '?market_id=pt'), 'pt'],
    [await connectByHttp(address, ofPortugal), 'pt'],
    [await connectByStdio(address, key, ['--market-id', 'pt']), 'pt'],
  ];
  for (const [asked, marketId] of hosts) {
    const { tools } = await asked.client.listTools();
    for (const { name, inputSchema } of tools) {
      const named = inputSchema.properties?.['market_id'];
      if (named === undefined) continue;
      assert.ok(JSON.stringify(named).includes(`"default":"${marketId}"`), name);
    }
    const { structured } = await asked.call('get_prices', { date: 'today' });
    assert.equal(structured['market'], `${marketId}-da`);
    const cheapest = await asked.call('find_cheapest_hours', { date: 'tomorrow', market_id: 'pt' });
    assert.equal(cheapest.structured['market'], 'pt-da');
    assert.match((await asked.call('get_forecast', { day: 'tomorrow' })).text, /has no argument day/);
    await asked.client.close();
  }
  await assert.rejects(connectByHttp(address, key, '?market_id=fr'), /404|no market/);
});

test('a client of OAuth finds by itself where its tokens come from, and has the scopes of its key', async () => {
  const narrow = await market.api.createKey({ scopes: ['market:read'] });
  const byOAuth = await connectByOAuth(market.address, narrow);
  assert.deepEqual((await byOAuth.call('get_prices')).structured, (await host.call('get_prices')).structured);
  assert.match((await byOAuth.call('get_forecast')).text, /insufficient_scope.*scopes/);
  await byOAuth.client.close();
  await assert.rejects(connectByOAuth(market.address, `${narrow.slice(0, -1)}_`), /client|secret|key/i);
});

test('without a valid key there is no message, and by other methods none', async () => {
  for (const headers of [{ Authorization: '' }, { Authorization: 'Bearer svc_nothing' }]) {
    const refused = await post(LIST, headers);
    assert.equal(refused.status, 401);
    assert.match(String(refused.headers.get('www-authenticate')), /^Bearer resource_metadata="http/);
  }
  for (const method of ['GET', 'DELETE']) {
    const refused = await fetch(new URL('/mcp', market.address), { method });
    assert.equal(refused.status, 405);
    assert.match(String(refused.headers.get('allow')), /\bPOST\b/);
  }
  const unreachable = await connectByStdio('http://127.0.0.1:9', market.key);
  assert.match((await unreachable.call('get_prices')).text, /could not be reached.*check its address/);
  await unreachable.client.close();
});

test('what is no message is refused in one form or the other, and nothing hangs', async () => {
  assert.equal((await post('{')).status, 400);
  assert.equal((await post([LIST, LIST])).status, 422);
  assert.equal((await post({ ...LIST, params: { text: 'x'.repeat(70_000) } })).status, 413);
  assert.equal((await post(LIST, { Accept: 'text/html' })).status, 406);
  assert.equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
  const many = { name: 'get_probabilities', arguments: { thresholds: Array.from({ length: 200 }, () => 1) } };
  const answer = await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: many });
  assert.match(await answer.text(), /maximum of 100 elements.*"isError":true/);
  const odd = await post({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'constructor' } });
  assert.match(await odd.text(), /"isError":true/);
});

test('there is no session to lose: each message is answered by itself', async () => {
  const answer = await post(LIST, { 'Mcp-Session-Id': 'of-another-process' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('mcp-session-id'), null);
});

test('every request of a tool is counted for the key', async () => {
  const key = await market.api.createKey({ requestsPerMinute: 1000 });
  const left = async () => {
    const { headers } = await market.api.get('/markets', key);
    return Number(headers['x-ratelimit-remaining']);
  };
  const before_ = await left();
  const call = { name: 'get_forecast', arguments: {} };
  const answer = await post(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    { Authorization: `Bearer ${key}` },
  );
  assert.equal(answer.status, 200);
  assert.equal(before_ - (await left()), 3, 'the message, the route that the tool read, and this question');
});
