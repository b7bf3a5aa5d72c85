import type { DeliveryDay } from '@lonja/forecasting/market';
import { addDays, dayRange } from '@lonja/forecasting/market';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { type TestApi, createTestApi } from '../http/test-api.ts';

export interface ClockChange {
  day: DeliveryDay;
  hours: 23 | 25;
  /** An instant of the day before, in the middle of a half hour, after the auction for `day` has cleared. */
  now: number;
}

/** The day of 25 and the day of 23 hours. */
export const CLOCK_CHANGES: readonly ClockChange[] = [
  { day: '2025-10-26', hours: 25, now: Date.parse('2025-10-25T12:20:00Z') },
  { day: '2026-03-29', hours: 23, now: Date.parse('2026-03-28T12:20:00Z') },
];

/** Prices of both days by quarter hours, each another number, and a forecast of seven days from the day before on. */
export async function startApiAroundClockChanges(): Promise<{ api: TestApi; key: string }> {
  const api = await createTestApi('2025-10-25T12:20:00Z');
  for (const { day, now } of CLOCK_CHANGES) {
    const before = addDays(day, -1);
    const availableAt = new Date(now - 3_600_000).toISOString();
    for (const [index, cleared] of dayRange(before, day).entries()) {
      await storeTestPrices(api.db, {
        day: cleared,
        level: 100 + 200 * index,
        resolution: 'PT15M',
        availableAt,
      });
    }
    await publishTestRun(api.db, { issuedAt: availableAt, firstDay: before, level: 500, withQuarters: true });
  }
  return { api, key: await api.createKey() };
}
