import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createSecurityLog } from './security-log.ts';

const { db, drop } = await createTestDatabase();
after(drop);

async function entries() {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['action', 'address', 'details'])
    .orderBy('id')
    .execute();
  await db.deleteFrom('audit_entry').execute();
  return rows.map(({ address, details }) => [address, details['count'] ?? 1]);
}

test('many refusals of a source in a minute are one line and a count, of many sources a bounded number of lines', async () => {
  const lines: string[] = [];
  const clock = createTestClock('2026-03-30T10:05:00Z');
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const log = createSecurityLog({ db, clock, logger });
  const refuse = (address: string) =>
    log.keepCounted({ action: 'credential.refused', tenantId: undefined, address });
  for (let i = 0; i < 500; i++) refuse('203.0.113.7');
  for (let i = 0; i < 30; i++) refuse(`2001:db8:1:2::${i}`);
  clock.advance(60_000);
  refuse('203.0.113.7');
  await log.stop();
  const counted = (await entries()).map(String).sort();
  assert.deepEqual(counted, [
    '2001:db8:1:2::0,1',
    '2001:db8:1:2::0,29',
    '203.0.113.7,1',
    '203.0.113.7,1',
    '203.0.113.7,499',
  ]);
  assert.equal(lines.length, 5);

  const flood = createSecurityLog({ db, clock, logger });
  for (let i = 0; i < 1000; i++) {
    flood.keepCounted({
      action: 'credential.refused',
      tenantId: undefined,
      address: `10.0.${i >> 8}.${i & 255}`,
    });
  }
  await flood.stop();
  const flooded = await entries();
  assert.equal(flooded.length, 201);
  assert.deepEqual(
    flooded.filter(([address]) => address === 'many addresses'),
    [['many addresses', 800]],
  );
});
