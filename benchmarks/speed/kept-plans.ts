/**
 * Measures how long the service takes to keep the plans of 1,000 sites at a gate and to settle them once the prices are public.
 * Run: node benchmarks/speed/kept-plans.ts > benchmarks/speed/kept-plans.md
 */
import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { deliveryPeriods } from '@lonja/forecasting/market';
import { priceKey } from '@lonja/forecasting/intraday';
import { sql } from 'kysely';
import { pino } from 'pino';
import { keepAtGate, settlePlans } from '../../packages/server/src/desk/kept-plans/tend-plans.ts';
import { createPortfolioContext } from '../../packages/server/src/desk/portfolio/portfolio-context.ts';
import { toSiteFields } from '../../packages/server/src/desk/portfolio/site-record.ts';
import { insertSite, type SiteFields } from '../../packages/server/src/desk/portfolio/site-store.ts';
import { createRunPoints } from '../../packages/server/src/forecasts/runs/run-points.ts';
import { withTenant } from '../../packages/server/src/ground/database/database.ts';
import { appendObservations } from '../../packages/server/src/market/observations/observations.ts';
import { createTenant } from '../../packages/server/src/people/access/create-identities.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import { publishTestRun } from '../../packages/server/test/http/market-fixture.ts';
import { createTestClock } from '../../packages/server/test/test-clock.ts';

const SITES = 1000;
const TENANTS = 20;
const DAY = '2026-03-31';
const [MORNING, GATE, PRICED, CORRECTED] = [
  '2026-03-30T08:00:00Z',
  '2026-03-30T10:00:30Z',
  '2026-03-30T11:30:00Z',
  '2026-03-31T09:00:00Z',
];
/** A day of spring: cheap, partly below zero, about noon, and dear in the evening. EUR/MWh by local hour. */
const PRICES = [
  52, 48, 45, 44, 44, 46, 60, 72, 58, 30, 12, 3, -1, -4, -6, -5, 0, 10, 38, 70, 95, 102, 84, 66,
];
const SUN = PRICES.map((_, hour) => Math.max(Math.sin((Math.PI * (hour - 7)) / 13), 0));

const { db, drop } = await createTestDatabase();
const clock = createTestClock(MORNING);
const context = createPortfolioContext({
  db,
  clock,
  dataOrigin: async () => 'market',
  points: createRunPoints(db),
});
const tending = { ...context, logger: pino({ level: 'silent' }) };
for (let tenant = 0; tenant < TENANTS; tenant++) {
  const tenantId = await createTenant({ db, clock }, { name: `Tenant ${tenant}` });
  const at = new Date(clock.now());
  await withTenant(db, tenantId, async (tx) => {
    for (let n = tenant; n < SITES; n += TENANTS)
      await insertSite(tx, {
        ...siteOf(n),
        id: randomUUID(),
        tenant_id: tenantId,
        created_at: at,
        updated_at: at,
      });
  });
}
await publishTestRun(db, {
  issuedAt: '2026-03-30T09:40:00Z',
  firstDay: DAY,
  withQuarters: true,
  withDistributions: true,
  level: 0,
  shape: (hour) => PRICES[hour],
});

const rows: { what: string; done: number; seconds: number; processor: number }[] = [];
await timed('kept at the gate', GATE, () => keepAtGate(tending));
await timed('nothing left to keep', GATE, () => keepAtGate(tending));
await storePrices(PRICED, 0);
await timed('settled at the cleared prices', PRICED, () => settlePlans(tending));
await timed('nothing left to settle', PRICED, () => settlePlans(tending));
await storePrices(CORRECTED, 1);
await timed('settled anew at corrected prices', CORRECTED, () => settlePlans(tending));
const { rows: sizes } = await sql<{ plan: number; settlement: number }>`
  select (select avg(pg_column_size(kept_plan)) from kept_plan)::float as plan,
    (select avg(pg_column_size(plan_settlement)) from plan_settlement)::float as settlement
`.execute(db);
await context.planner.close();
await drop();

console.log(`# Keeping and settling plans

Regenerate with \`node benchmarks/speed/kept-plans.ts > benchmarks/speed/kept-plans.md\`.

${SITES} sites of ${TENANTS} organisations in quarter hours: 40 % batteries, 20 % hybrids, 20 % flexible loads, 20 % wind, each of its own size; half of
them keep offers, half plans. Budget: ${SITES} plans kept and settled within 60 s.

| | plans | s | s of processor |
|---|---:|---:|---:|
${rows.map(({ what, done, seconds, processor }) => `| ${what} | ${done} | ${seconds.toFixed(1)} | ${processor.toFixed(1)} |`).join('\n')}

A kept plan takes ${(sizes[0].plan / 1000).toFixed(1)} kB in the database, a settlement ${(sizes[0].settlement / 1000).toFixed(1)} kB.

Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)}.`);

async function timed(what: string, at: string, work: () => Promise<number>): Promise<void> {
  clock.set(Date.parse(at));
  const start = performance.now();
  const before = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(before);
  rows.push({
    what,
    done,
    seconds: (performance.now() - start) / 1000,
    processor: (user + system) / 1e6,
  });
}

function siteOf(n: number): SiteFields {
  const kind = (['battery', 'battery', 'hybrid', 'load', 'wind'] as const)[n % 5];
  const size = 1 + n / 100;
  const isStoring = kind === 'battery' || kind === 'hybrid';
  return toSiteFields({
    name: `Site ${n}`,
    kind,
    capacity_mw: size,
    technology: kind === 'hybrid' ? 'solar' : null,
    storage_mw: kind === 'hybrid' ? size / 2 : null,
    energy_mwh: isStoring ? 2 * size : kind === 'load' ? 6 * size : null,
    efficiency: isStoring ? 0.88 : null,
    offer_floor: kind === 'wind' || kind === 'hybrid' ? 0 : null,
    profile: kind === 'wind' ? PRICES.map(() => 0.4) : kind === 'hybrid' ? SUN : null,
    keeps_at_gate: n % 10 < 5 ? 'offer' : 'plan',
  });
}

async function storePrices(availableAt: string, change: number): Promise<void> {
  const periods = deliveryPeriods(DAY, 'PT15M');
  await appendObservations(
    db,
    { series: priceKey('da'), source: 'csv', resolution: 'PT15M', unit: 'EUR/MWh' },
    {
      start: Float64Array.from(periods, ({ start }) => start),
      value: Float64Array.from(periods, ({ hour, index }) => PRICES[hour] + change + Math.sin(index)),
      availableAt: new Float64Array(periods.length).fill(Date.parse(availableAt)),
    },
  );
}
