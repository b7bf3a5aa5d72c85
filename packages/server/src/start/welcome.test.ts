import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { logWelcome, welcomeText } from './welcome.ts';

const SECRETS = ['admin-secret', 'superadmin-secret', 'svc_secret'];
const service = {
  baseUrl: 'http://127.0.0.1:8080',
  firstRun: {
    base_url: 'http://127.0.0.1:8080',
    admin_email: 'admin@lonja.local',
    admin_password: 'admin-secret',
    superadmin_email: 'superadmin@lonja.local',
    superadmin_password: 'superadmin-secret',
    api_key: 'svc_secret',
  },
};
const surroundings = { dataOrigin: 'simulator' as const, dataDir: '/srv/data' };

test('at a terminal a first start shows where it answers, its secrets and a request that is ready to send', () => {
  const text = welcomeText(service, surroundings, { isTerminal: true });
  assert.match(text, /^Lonja answers on http:\/\/127\.0\.0\.1:8080 /m);
  assert.match(text, /SIMULATED/);
  assert.match(text, /^ {2}curl -H 'Authorization: Bearer svc_secret' 'http:/m);
  for (const secret of SECRETS) assert.ok(text.includes(secret), secret);
  const later = welcomeText({ ...service, firstRun: undefined }, surroundings, { isTerminal: true });
  for (const secret of SECRETS) assert.ok(!later.includes(secret), secret);
});

test('a first start in the usual folder names the command that asks for a forecast', () => {
  const usual = { ...surroundings, dataDir: path.resolve('data') };
  assert.match(welcomeText(service, usual, { isTerminal: true }), /^ {2}npx lonja forecast /m);
  for (const [started, place] of [
    [{ ...service, firstRun: undefined }, usual],
    [service, surroundings],
  ] as const)
    assert.doesNotMatch(welcomeText(started, place, { isTerminal: true }), /npx lonja/);
});

test('text that a file or pipe keeps names the file of the secrets and none of them', () => {
  const text = welcomeText(service, surroundings, { isTerminal: false });
  assert.match(text, /\/srv\/data\/first-run\.json/);
  for (const secret of SECRETS) assert.ok(!text.includes(secret), secret);
});

test('a log names the file of the secrets and none of them', () => {
  let log = '';
  logWelcome(pino({ level: 'info' }, { write: (line) => void (log += line) }), service, surroundings);
  assert.match(log, /"msg":"Lonja answers on http:\/\/127\.0\.0\.1:8080"/);
  assert.match(log, /\/srv\/data\/first-run\.json/);
  for (const secret of SECRETS) assert.ok(!log.includes(secret), secret);
});
