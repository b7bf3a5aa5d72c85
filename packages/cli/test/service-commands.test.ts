import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { publishTestRun, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { TEST_PASSWORD, createTestApi } from '../../server/test/http/test-api.ts';
import { recordImportedDays } from '../../server/src/market/imports/store-series.ts';
import { type Surroundings, configFolder, runHere } from './run-in-process.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
const config = await configFolder();
const credentialsFile = path.join(config, 'lonja', 'credentials.json');
let server = '';
let key = '';
let forecastId = '';
before(async () => {
  server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  key = await api.createKey();
  forecastId = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:00:00Z',
    firstDay: '2026-03-30',
    days: 2,
    withQuarters: true,
  });
  await storeTestPrices(api.db, { day: '2025-10-26', availableAt: '2025-10-25T12:00:00Z', level: -3 });
});
after(async () => {
  await api.close();
  await rm(config, { recursive: true });
});

/** With the key, and with credentials in the folder of this file. */
async function run(args: string[], { variables = {}, ...surroundings }: Surroundings = {}) {
  return runHere(args, {
    ...surroundings,
    variables: { LONJA_SERVER: server, LONJA_API_KEY: key, ...variables },
  });
}

async function runOk(args: string[], surroundings?: Surroundings): Promise<string> {
  const { code, stdout, stderr } = await run(args, surroundings);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return stdout;
}

test('a forecast is a table in Madrid time, one day of it when asked', async () => {
  const lines = (await runOk(['forecast', '--date', '2026-03-31'])).trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^es-da, issued 2026-03-30 12:00 CEST by \S+, EUR\/MWh$/);
  assert.equal(lines[2], 'start                  price    p10     p90');
  assert.equal(lines[3], '2026-03-31 00:00 CEST  74.00  64.00   84.00');
  assert.equal(lines.length, 3 + 24);
});

test('JSON is the answer of the service, CSV the table with times in UTC and in Madrid', async () => {
  const json = JSON.parse(await runOk(['forecast', '--json']));
  assert.deepEqual([json.forecast_id, json.points.length], [forecastId, 48]);
  const csv = (await runOk(['forecast', '--quarter-hours', '--csv'])).split('\n');
  assert.deepEqual(csv.slice(0, 3), [
    'time (UTC),start (Europe/Madrid),value (EUR/MWh),p10 (EUR/MWh),p90 (EUR/MWh),beyond_cleared,model_version,simulated',
    `2026-03-29T22:00:00Z,2026-03-30T00:00:00+02:00,50,40,60,,${json.model_version},${json.simulated}`,
    `2026-03-29T22:15:00Z,2026-03-30T00:15:00+02:00,50.25,40.25,60.25,,${json.model_version},${json.simulated}`,
  ]);
});

test('both hours 2 of the longest day are there and can be distinguished', async () => {
  const lines = (await runOk(['prices', '--date', '2025-10-26'])).split('\n');
  const nights = lines.filter((line) => line.startsWith('2025-10-26 02:00'));
  assert.deepEqual(nights, ['2025-10-26 02:00 CEST  -1.00', '2025-10-26 02:00 CET    0.00']);
  assert.equal(lines.filter((line) => line.startsWith('2025-10-26')).length, 25);
});

test('days whose auction was published without prices are listed below the table', async () => {
  const [day, expectedAt] = ['2025-04-29', Date.parse('2025-04-28T13:30:00Z')];
  const line = { source: 'omie', name: 'price.ida1', day, expectedAt, nextAttemptAt: undefined };
  await recordImportedDays(api.db, [{ ...line, state: 'no_result' }], expectedAt);
  const command = ['prices', '--market', 'intraday-1', '--from', day, '--to', day];
  assert.match(await runOk(command), /\nPublished without prices: 2025-04-29\.\n$/);
  assert.deepEqual(JSON.parse(await runOk([...command, '--json'])).days_without_result, [day]);
});

test('a long span of prices is fetched page by page', async () => {
  for (const day of ['2025-11-01', '2025-11-02'])
    await storeTestPrices(api.db, { day, availableAt: `${day}T00:00:00Z`, resolution: 'PT15M' });
  const { items, total } = JSON.parse(
    await runOk(['prices', '--from', '2025-10-01', '--to', '2025-12-30', '--quarter-hours', '--json']),
  );
  assert.equal(items.length, total);
  assert.ok(total >= 192);
});

test('runs, their points and one hour over them are shown', async () => {
  assert.match(await runOk(['runs', '--date', '2026-03-31']), new RegExp(forecastId));
  assert.match(await runOk(['runs', 'show', forecastId]), /2026-03-31 23:00 CEST/);
  const evolution = await runOk(['runs', 'evolution', '2026-03-31T10:00:00Z']);
  assert.match(evolution, /delivery from 2026-03-31 12:00 CEST; price: not published yet/);
});

test('reads without data say so instead of printing an empty table', async () => {
  assert.match(await runOk(['prices', '--date', '2020-01-01']), /None\.\n$/);
  assert.match(await runOk(['events', '--event', 'prices.published']), /None\.\n$/);
  assert.match(await runOk(['markets']), /^id .*\nes .*Europe\/Madrid/);
  assert.match(await runOk(['markets', 'products']), /ida3 .*D 10:00/);
  assert.match(await runOk(['status']), /^No source has been asked yet, 2026-03-30 12:05 CEST\.\n/);
});

test('login keeps a session that only its owner can read, and logout ends it at the service', async () => {
  const { email, token: otherToken } = await api.createSession();
  const variables = { XDG_CONFIG_HOME: config, LONJA_API_KEY: '', LONJA_SERVER: '' };
  const login = ['login', '--server', server, '--email', email, '--password-stdin'];
  const signedIn = await run(login, { variables, input: `${TEST_PASSWORD}\n` });
  assert.equal(signedIn.code, 0, signedIn.stderr);
  assert.match(
    signedIn.stdout,
    new RegExp(`^Signed in to ${server} as ${email}, admin of Test, until .* CES?T\\.\n$`),
  );
  assert.equal((await stat(credentialsFile)).mode & 0o777, 0o600);
  assert.equal((await stat(path.dirname(credentialsFile))).mode & 0o777, 0o700);
  const { services } = JSON.parse(await readFile(credentialsFile, 'utf8'));
  const token: string = services[server].credential;

  assert.match(await runOk(['whoami'], { variables }), new RegExp(`e-mail +${email}\nname .*\nrole +admin`));
  assert.match((await run(['logout'], { variables })).stdout, /^Signed out of /);
  assert.equal((await api.get('/auth/me', token)).status, 401);
  assert.equal((await api.get('/auth/me', otherToken)).status, 200);
  assert.doesNotMatch(await readFile(credentialsFile, 'utf8'), new RegExp(token));
  const { code, stderr } = await run(['keys'], { variables: { ...variables, LONJA_SERVER: server } });
  assert.deepEqual([code, /run "lonja login"/.test(stderr)], [3, true]);
});

test('login takes a key in place of a session, and only one that the service accepts', async () => {
  const variables = { XDG_CONFIG_HOME: await configFolder(), LONJA_API_KEY: '' };
  assert.equal((await run(['login', '--key', key], { variables })).code, 0);
  const whoami = await runOk(['whoami'], { variables });
  assert.match(whoami, new RegExp(`${key.slice(0, 8)}…`));
  assert.doesNotMatch(whoami, new RegExp(key));
  const { code, stderr } = await run(['login', '--key', `${key.slice(0, -1)}!`], { variables });
  assert.deepEqual([code, /not valid/.test(stderr)], [3, true]);
});

test('a stored credential is sent to no other service', async () => {
  const folder = await configFolder();
  const variables = { XDG_CONFIG_HOME: folder, LONJA_API_KEY: '' };
  assert.equal((await run(['login', '--key', key], { variables })).code, 0);
  const other = server.replace('127.0.0.1', 'localhost');
  const { code, stderr } = await run(['markets', '--server', other], { variables });
  assert.deepEqual([code, /not signed in/.test(stderr)], [3, true]);
});

test('a wrong password and a damaged file of credentials are reported in one line', async () => {
  const { email } = await api.createSession();
  const folder = await configFolder();
  const variables = { XDG_CONFIG_HOME: folder, LONJA_API_KEY: '' };
  const login = ['login', '--email', email, '--password-stdin'];
  const refused = await run(login, { variables, input: 'wrong password\n' });
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /^lonja: The e-mail address or the password is wrong[^\n]*\n$/);
  const noTerminal = await run(['login', '--email', email], { variables });
  assert.deepEqual([noTerminal.code, /--password-stdin/.test(noTerminal.stderr)], [2, true]);
  assert.equal((await run(['login', '--key', key], { variables })).code, 0);
  await writeFile(path.join(folder, 'lonja', 'credentials.json'), '{"services": 7');
  const damaged = await run(['markets'], { variables });
  assert.deepEqual([damaged.code, /damaged; remove it/.test(damaged.stderr)], [2, true]);
});

test('an admin manages keys, users, invitations, webhooks and settings', async () => {
  const { token, userId } = await api.createSession();
  const { userId: colleague } = await api.createSession({
    role: 'viewer',
    tenantId: (
      await api.db
        .selectFrom('app_user')
        .select('tenant_id')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).tenant_id,
  });
  const admin = (args: string[]) => runOk([...args, '--key', token]);
  const created = JSON.parse(await admin(['keys', 'create', 'desk', '--scopes', 'market:read', '--json']));
  assert.match(created.key, /^svc_/);
  assert.match(await admin(['keys']), /desk +svc_\S+ +admin +market:read +anywhere +active/);
  const rerolled = JSON.parse(await admin(['keys', 'reroll', created.id, '--json']));
  assert.match(await admin(['keys', 'revoke', rerolled.id, '--yes']), /is revoked/);

  assert.match(await admin(['users']), new RegExp(colleague));
  assert.match(
    await admin(['users', 'change', colleague, '--role', 'trader', '--deactivate', '--yes']),
    /trader, deactivated/,
  );
  assert.match(await admin(['invitations', 'create', 'new@example.com', '--role', 'viewer']), /goes by mail/);
  const { items } = JSON.parse(await admin(['invitations', '--json']));
  await admin(['invitations', 'revoke', items[0].id, '--yes']);
  assert.match(await admin(['invitations']), /new@example\.com +viewer +revoked/);

  const url = 'https://93.184.215.14/hook';
  const events = 'forecast.published,prices.published';
  const hook = await admin(['webhooks', 'create', url, '--name', 'Desk', '--events', events]);
  assert.match(hook, /Secret: whsec_\S+\nKeep the secret now/);
  const [endpoint] = JSON.parse(await admin(['webhooks', '--json'])).items;
  assert.match(await admin(['webhooks', 'test', endpoint.id]), /The ping is delivery/);
  assert.match(await admin(['webhooks', 'deliveries', endpoint.id]), /ping +pending/);
  const change = (...options: string[]) => admin(['webhooks', 'change', endpoint.id, ...options]);
  assert.match(await change('--quantiles', '5,25,95'), /quantiles +5, 25, 95\n/);
  assert.match(await change('--quantiles', 'none'), /quantiles *\n/);
  assert.match(await change('--resolution', 'PT15M'), /resolution +PT15M\n/);
  assert.match(await change('--state', 'disabled'), /state +disabled/);
  assert.match(await admin(['webhooks', 'rotate-secret', endpoint.id]), /secret +whsec_/);
  assert.match(await admin(['webhooks', 'delete', endpoint.id, '--yes']), /is deleted/);

  assert.match(await admin(['settings', 'set', '--threshold', '7.5']), /change threshold, EUR\/MWh +7\.50/);
  assert.match(await admin(['audit', '--limit', '3']), /3 of \d+; --limit shows more\.\n$/);
});

test('sites are kept, valued and planned, by id or by name', async () => {
  const { token } = await api.createSession({ role: 'manager' });
  const manager = (args: string[]) => runOk([...args, '--key', token]);
  const battery = ['--kind', 'battery', '--capacity-mw', '10', '--energy-mwh', '20', '--efficiency', '0.9'];
  const { id } = JSON.parse(await manager(['sites', 'create', 'Brunete', ...battery, '--json']));
  assert.match(await manager(['sites']), /Brunete +battery +10\.0 +20\.0/);
  assert.match(
    await manager(['sites', '--csv-locale', 'es']),
    /^\ufeffid;name;.*\n.*;Brunete;battery;10;20;\n/,
  );
  assert.match(await manager(['sites', 'change', 'Brunete', '--efficiency', '0.8']), /efficiency +0\.8/);
  const placed = await manager(['sites', 'change', 'Brunete', '--place', 'brunete']);
  assert.match(placed, /latitude +40\.398[^]*longitude +-3\.995/);
  assert.match(await manager(['sites', 'change', 'Brunete', '--place', 'Lagoa, Faro']), /latitude +37\.1/);
  const limits = ['--start-soc', '75', '--end-soc', '50', '--wear-cost', '1.5'];
  const limited = await manager(['sites', 'change', 'Brunete', ...limits]);
  assert.match(limited, /initial charge, % +75\nfinal charge, % +50\n.*\nwear, EUR\/MWh +1\.5\n/);
  const plan = await manager(['schedule', 'Brunete', '--date', '2026-03-31', '--max-cycles', '1']);
  assert.match(plan, /^Brunete, 2026-03-31, expected plan: [\d.]+ EUR expected/);
  assert.match(plan, /cycles, from 15\.0 MWh at the start; wear [\d.]+ EUR\n/);
  assert.equal(
    plan
      .trimEnd()
      .split('\n')
      .filter((line) => / CEST /.test(line) && line.startsWith('2026-03-31')).length,
    24,
  );
  const offers = ['offers', 'Brunete', '--date', '2026-03-31'];
  const [workbook, omie] = [path.join(config, 'offer.xlsx'), path.join(config, 'offer.csv')];
  const units = ['--sale-unit', 'BRUN1', '--purchase-unit', 'BRUN2'];
  const offer = await manager([...offers, '--workbook', workbook, '--omie', omie, ...units]);
  assert.match(offer, /^Brunete, 2026-03-31: [\d.-]+ EUR expected/);
  assert.match(offer, /\n +96 .* sale +[\d.]+ +10\.0/);
  assert.match(offer, /Note: The gate of this auction closed at 2026-03-30T10:00:00/);
  assert.equal((await readFile(workbook)).subarray(0, 2).toString(), 'PK');
  assert.match(await readFile(omie, 'utf8'), /^IdUnidad,.*\r\nBRUN2,MD,2026-03-31,C,\d+,1,10,/);
  const unnamed = await run([...offers, '--omie', omie, '--key', token]);
  assert.match(unnamed.stderr, /--sale-unit|--purchase-unit/);
  const replan = await manager(['replan', 'Brunete', '--soc', '40', '--end-soc', '40']);
  assert.match(replan, /^Brunete, 2026-03-30 from 40\.0 % at .*, by the forecast: [\d.-]+ EUR expected/);
  assert.equal(replan.split('\n').filter((line) => line.startsWith('2026-03-30')).length, 11);
  const charges = path.join(config, 'charge.csv');
  await writeFile(charges, 'time,soc\n2026-03-30T09:00:00Z,60\n2026-03-30T10:00:00Z,40\n');
  assert.match(await manager(['replan', 'Brunete', '--file', charges]), /0\.20 used/);
  assert.match(
    (await run(['replan', 'Brunete', '--key', token])).stderr,
    /None|No state of charge of 2026-03-30 is stored/,
  );
  const both = ['replan', 'Brunete', '--soc', '1', '--file', charges, '--key', token];
  assert.match((await run(both)).stderr, /not both/);
  assert.match(
    await manager(['sites', 'charge', 'upload', 'Brunete', '--file', charges]),
    /^Stored of Brunete: 2\. The newest: 40\.0 % at /,
  );
  assert.match(await manager(['replan', 'Brunete']), /^Brunete, 2026-03-30 from 40\.0 % at /);
  assert.match(await manager(['sites', 'charge', 'Brunete']), / 60\.0 /);
  await manager(['sites', 'create', 'Works', '--kind', 'load', '--capacity-mw', '5']);
  const powers = path.join(config, 'powers.csv');
  const upload = ['sites', 'profile', 'upload', 'Works', powers];
  const numbered = Array.from({ length: 24 }, (_, hour) => `2026-03-31,${hour + 1},${hour < 8 ? 3 : 1}`);
  await writeFile(powers, ['date,period,mw', ...numbered.slice(1)].join('\n'));
  const holed = await run([...upload, '--key', token]);
  assert.match(holed.stderr, /Line 2: 2026-03-31 lacks period 1, /);
  await writeFile(powers, ['date,period,mw', ...numbered].join('\n'));
  assert.match(await manager([...upload, '--dry-run']), /^Would be stored of Works: 1 day\. Nothing is\.\n/);
  assert.match(
    await manager(upload),
    /^Stored of Works: 1 day\.\n[^]*2026-03-31 +PT1H +40\.00 +1\.00 +3\.00 +no/,
  );
  assert.match(await manager(['sites', 'valuation', 'Works']), /volume from uploaded_profile/);
  assert.match(await manager(['sites', 'profile', 'Works']), /2026-03-31 +PT1H +40\.00/);
  await manager(['sites', 'profile', 'delete', 'Works', '2026-03-31', '--yes']);
  assert.match(await manager(['sites', 'valuation', 'Works']), /volume from flat/);
  await manager(['sites', 'delete', 'Works', '--yes']);
  const kept = await manager(['kept-plans', 'keep', 'Brunete', '--date', '2026-03-31', '--kind', 'offer']);
  const [, keptId = ''] = /^The offer of Brunete for 2026-03-31 is kept as (\S+)\.\n/.exec(kept) ?? [];
  assert.match(await manager(['kept-plans']), new RegExp(`${keptId} +2026-03-31 +Brunete +offer .* user `));
  const shown = await manager(['kept-plans', 'show', keptId]);
  assert.match(shown, /^offer for 2026-03-31, kept .*\nNot settled: .*\n/);
  assert.match(shown, /\n2026-03-31 23:45 CEST +10\.00 +sale +10 at /);
  assert.match(await manager(['kept-plans', 'settlements', '--by', 'site']), /None\.\n$/);
  assert.match(await manager(['sites', 'change', 'Brunete', '--keeps-at-gate', 'plan']), /at the gate +plan/);
  assert.match(await manager(['sites', 'change', 'Brunete', '--keeps-at-gate', 'none']), /at the gate *\n/);
  assert.match(await manager(['sites', 'valuation', id, '--date', '2026-03-31']), /EUR expected/);
  assert.match(await manager(['sites', 'summary', '--date', '2026-03-31']), /^1 site on 2026-03-31/);
  const profile = Array.from({ length: 24 }, () => 1).join();
  const plant = ['--kind', 'wind', '--capacity-mw', '5', '--profile', profile, '--offer-floor', '-3'];
  await manager(['sites', 'create', 'Sierra', ...plant]);
  const value = ['sites', 'valuation', 'Sierra', '--date', '2026-03-31'];
  assert.match(await manager(value), /with an offer floor of -3 EUR\/MWh [\d.]+ EUR and 0\.0 MWh curtailed/);
  assert.equal(JSON.parse(await manager([...value, '--without-floor', '--json'])).offer_floor, null);
  await manager(['sites', 'delete', 'Sierra', '--yes']);
  assert.equal((await run(['sites', 'show', 'Nowhere', '--key', token])).code, 4);
  await manager(['sites', 'delete', 'Brunete', '--yes']);
  assert.match(await manager(['sites']), /None\.\n$/);
});

test('rules, notifications and tickets are kept', async () => {
  const { token } = await api.createSession({ role: 'trader' });
  const trader = (args: string[]) => runOk([...args, '--key', token]);
  const rule = [
    '--kind',
    'price_above',
    '--product',
    'da',
    '--threshold',
    '150',
    '--channels',
    'in_app,email',
  ];
  const { id } = JSON.parse(await trader(['notifications', 'rules', 'create', 'Dear', ...rule, '--json']));
  assert.match(
    await trader(['notifications', 'rules']),
    /Dear +price_above +es +da +150\.00 +in_app, email +yes/,
  );
  assert.match(await trader(['notifications', 'rules', 'change', id, '--disable']), /on +no/);
  await trader(['notifications', 'rules', 'delete', id, '--yes']);
  const likely = ['--kind', 'probability_below', '--product', 'da', '--threshold', '0', '--hours', '4'];
  assert.match(
    await trader(['notifications', 'rules', 'create', 'Surplus', ...likely, '--probability', '50']),
    /probability +50 % of 4 hours\n/,
  );
  assert.match(await trader(['notifications', '--unread']), /None\.\n$/);
  assert.match(await trader(['notifications', 'read', '--all']), /All notifications are read/);

  const ticket = JSON.parse(await trader(['tickets', 'create', 'Hour 3', 'It differs.', '--json']));
  assert.match(await trader(['tickets', 'reply', ticket.id, 'Still does.']), /It differs\.[^]*Still does\./);
  assert.match(await trader(['tickets', '--state', 'open']), /Hour 3 +open/);
  assert.match(await trader(['tickets', 'close', ticket.id]), /Hour 3 \(closed\)/);
});

test('a superadmin writes incidents, which the status page shows, and nobody else does', async () => {
  const { token } = await api.createSession({ isSuperadmin: true });
  const operator = (args: string[]) => runOk(['incidents', ...args, '--key', token]);
  assert.match(await operator([]), /None\.\n$/);
  const words = ['Mail is late', 'The provider delays it.', '--components', 'mail,webhooks'];
  const { id, state } = JSON.parse(await operator(['create', ...words, '--json']));
  assert.equal(state, 'investigating');
  const updated = await operator(['update', id, 'It goes again.', '--state', 'resolved']);
  assert.match(updated, new RegExp(`^Mail is late \\(resolved\\), ${id}\n`));
  assert.match(updated, /resolved +It goes again\.\n.*investigating +The provider delays it\.\n/);
  assert.match(
    await operator([]),
    /Mail is late +resolved +webhooks, mail +2026-03-30 \d\d:\d\d CEST +\S+\n/,
  );
  const { code, stderr } = await run(['incidents', 'create', ...words]);
  assert.deepEqual([code, /An API key cannot do this/.test(stderr)], [3, true], stderr);
  const wrong = await run(['incidents', 'create', 'Late', 'It is.', '--components', 'moon', '--key', token]);
  assert.deepEqual([wrong.code, /--components/.test(wrong.stderr)], [2, true], wrong.stderr);
});

test('a superadmin sees and changes the providers of tenants, and nobody else does', async () => {
  const { token } = await api.createSession({ isSuperadmin: true });
  const operator = (args: string[]) => runOk(['providers', ...args, '--key', token]);
  assert.match(await operator([]), /None\.\n$/);
  const { id } = await api.db.selectFrom('tenant').select('id').executeTakeFirstOrThrow();
  const at = new Date('2026-03-30T10:05:00Z');
  await api.db
    .insertInto('identity_provider')
    .values({
      id: randomUUID(),
      tenant_id: id,
      name: 'a-tenant',
      issuer: 'https://login.example.com',
      client_id: 'lonja',
      client_secret: null,
      scopes: ['openid', 'email'],
      role_claim: null,
      roles: '{}',
      default_role: null,
      proven_at: null,
      creates_users: false,
      is_required: true,
      created_at: at,
      updated_at: at,
    })
    .execute();
  assert.match(await operator([]), new RegExp(`https://login\\.example\\.com +yes +no .*${id}\n`));
  assert.match(
    await operator(['change', id, '--domains', 'example.com, example.es']),
    /yes +no +example\.com, example\.es/,
  );
  assert.match(await operator(['change', id, '--allow-passwords']), /com +no +no +example\.com, example\.es/);
  const { domains } = JSON.parse(await operator(['change', id, '--domains', '', '--json']));
  assert.deepEqual(domains, []);
  for (const [args, code, message] of [
    [['change', id, '--key', token], 2, /--domains or --allow-passwords/],
    [['change', id, '--domains', 'not a domain', '--key', token], 2, /--domains/],
    [['change', randomUUID(), '--allow-passwords', '--key', token], 4, /not_found|no /i],
    [[], 3, /An API key cannot do this/],
  ] as const) {
    const refused = await run(['providers', ...args]);
    assert.deepEqual([refused.code, message.test(refused.stderr)], [code, true], refused.stderr);
  }
});

test('the exit code states the kind of failure', async () => {
  const limited = await api.createKey({ requestsPerMinute: 1 });
  await run(['markets', '--key', limited]);
  const viewer = await api.createSession({ role: 'viewer' });
  const cases: [args: string[], code: number, message: RegExp][] = [
    [['forecast', '--date', 'someday'], 2, /It is not a day/],
    [['prices', '--from', '2026-01-01', '--to', '2026-12-31'], 2, /^lonja: --to: .*send at most 90/],
    [['statistics', 'prices', '--from', '2026-03-02', '--to', '2016-03-01'], 2, /--(from|to) /],
    [['sites', 'delete', 'Brunete'], 2, /add --yes/],
    [['api', 'GET', 'https://example.com/'], 2, /whole address/],
    [['api', 'GET', '/nonsense'], 4, /./],
    [['help', 'nonsense'], 2, /There is no command "nonsense"/],
    [['forecast', '--plot', '--json'], 2, /Choose one of --plot, --json and --csv/],
    [
      ['accuracy', '--from', '2027-01-01', '--to', '2027-01-31'],
      4,
      /no day from 2027-01-01 .*--from and --to/,
    ],
    [['markets', '--key', limited], 5, /./],
    [
      ['prices', '--date', 'today', '--from', '2026-03-29'],
      2,
      /--from 2026-03-29 and --date today contradict each other; name one of them/,
    ],
    [
      ['accuracy', '--product', 'da', '--market', 'intraday-1'],
      2,
      /--product da and --market ida1 contradict/,
    ],
    [['forecast', '--market', 'es'], 2, /Allowed choices are day-ahead, intraday-1/],
    [['spreads', '--market', 'day-ahead'], 2, /Allowed choices are intraday-1, intraday-2, intraday-3/],
    [['forecast', '--market-id', 'Fr'], 2, /It is not the id of a market/],
    [['forecast', '--json', '--csv'], 2, /Choose one of --json and --csv/],
    [['nonsense'], 2, /unknown command/],
    [['keys', 'nonsense'], 2, /There is no command "keys nonsense"/],
    [['markets', '--server', 'ftp://example.com'], 2, /not the address of a service/],
    [['markets', '--key', 'svc_wrong'], 3, /The key given with --key is not valid/],
    [['keys'], 3, /This was asked with an API key/],
    [['users', '--key', viewer.token], 3, /./],
    [['runs', 'show', randomUUID()], 4, /./],
    [['forecast', '--product', 'ida3'], 4, /./],
    [
      ['markets', '--server', 'http://127.0.0.1:1'],
      6,
      /could not be reached\. Start it, or name another one/,
    ],
  ];
  for (const [args, code, message] of cases) {
    const outcome = await run(args);
    assert.deepEqual([outcome.code, outcome.stdout], [code, ''], `${args.join(' ')}: ${outcome.stderr}`);
    assert.match(outcome.stderr, message);
    assert.match(outcome.stderr, /^lonja: [^\n]+\n$/, 'one line');
  }
});

test('a day is drawn in the width of the terminal, in plain characters where there is none', async () => {
  for (const columns of [80, 100]) {
    const lines = (await runOk(['forecast', '--plot', '--date', '2026-03-31'], { columns }))
      .trimEnd()
      .split('\n');
    assert.ok(
      lines.every((line) => line.length <= columns && /^[ -~]*$/.test(line)),
      lines.join('\n'),
    );
    assert.equal(lines.filter((line) => /^\d\d:00 +-?\d+\.\d\d +-*o-*$/.test(line)).length, 24);
  }
});

test('any route is asked with the credential that is stored', async () => {
  assert.deepEqual(
    JSON.parse(await runOk(['api', 'get', '/api/v1/markets'])),
    JSON.parse(await runOk(['markets', '--json'])),
  );
  const { token } = await api.createSession({ role: 'manager' });
  const site = '{"name":"Elvas","kind":"load","capacity_mw":3}';
  const create = ['api', 'POST', '/portfolio/sites', '--key', token];
  const created = JSON.parse(await runOk([...create, '--data', '@-'], { input: site }));
  assert.equal(created.name, 'Elvas');
  const once = [...create, '--data', '@-', '--idempotency-key', 'elvas'];
  const first = await runOk(once, { input: site });
  assert.equal(await runOk(once, { input: site }), first);
  assert.equal((await run(once, { input: site.replace('3', '4') })).code, 2);
  assert.equal(await runOk(['api', 'DELETE', `/portfolio/sites/${created.id}`, '--key', token]), '');
  assert.match((await run([...create, '--data', '{'])).stderr, /--data is not JSON/);
});

test('errors of the service name the options that were typed', async () => {
  const { token } = await api.createSession({ role: 'manager' });
  const battery = ['sites', 'create', 'B', '--kind', 'battery', '--capacity-mw', '10', '--key', token];
  const { code, stderr } = await run(battery);
  assert.equal(code, 2);
  assert.match(stderr, /--energy-mwh: A battery site needs --energy-mwh/);
  assert.doesNotMatch(stderr, /body|energy_mwh/);
});

test('lists fit 80 columns with every field whole but text', async () => {
  const lines = (await runOk(['runs'], { columns: 80 })).split('\n');
  assert.ok(
    lines.every((line) => line.length <= 80),
    lines.join('\n'),
  );
  assert.ok(lines.some((line) => line.trim().endsWith(forecastId)));
});

test('events are listed and can be gone on with', async () => {
  const { items, total } = JSON.parse(await runOk(['events', '--json', '--limit', '1']));
  assert.equal(items.length, 1);
  const rest = JSON.parse(await runOk(['events', '--json', '--after', items[0].id]));
  assert.equal(rest.total, total - 1);
});

test('days, now and the state of keys go by the clock of the service, which is long before that of this machine', async () => {
  assert.match(await runOk(['prices']), /^day-ahead, 2026-03-30 to 2026-03-31, /);
  assert.match(await runOk(['prices', '--date', 'yesterday']), /^day-ahead, 2026-03-29 to 2026-03-29, /);
  assert.match(await runOk(['forecast', '--date', 'tomorrow']), /\n2026-03-31 00:00 CEST +74\.00 /);
  assert.match(await runOk(['forecast', '--as-of', 'now']), /^es-da, issued 2026-03-30 12:00 CEST by /);
  const periods = await runOk(['statistics', 'prices', '--to', 'today']);
  assert.match(periods, /^day-ahead, 2026-02-28 to 2026-03-30, /);

  const { tenantId, token } = await api.createSession();
  const admin = (args: string[], session = token) => runOk([...args, '--key', session]);
  await admin(['keys', 'create', 'brief', '--expires-at', '2026-03-31T00:00:00Z']);
  const { id } = JSON.parse(await admin(['keys', 'create', 'old', '--json']));
  await admin(['keys', 'reroll', id]);
  assert.deepEqual(statesIn(await admin(['keys'])), ['active', 'active', 'being replaced']);
  api.clock.advance(2 * 86_400_000);
  const later = await api.createSession({ tenantId });
  assert.deepEqual(statesIn(await admin(['keys'], later.token)), ['active', 'expired', 'expired']);
});

function statesIn(table: string): string[] {
  return (table.match(/(active|expired|being replaced|revoked)$/gm) ?? []).sort();
}
