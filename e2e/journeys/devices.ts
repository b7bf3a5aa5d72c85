import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Worker } from 'playwright-core';
import { type PushService, startPushService } from '../../packages/server/test/channels/push-service.ts';
import { settle } from '../browser/open-browser.ts';
import { submit, type Stage } from './stage.ts';

/** Alerts on the reader's own device. */
export function deviceJourneys(stage: Stage): void {
  test('a device is told alerts by Web Push, which its service worker shows', stage.options, async () => {
    const push = await startPushService();
    try {
      const page = await stage.open('about:blank', { token: await stage.adminToken() });
      await standInForBrowser(page, push);
      await page.goto('/alerts');
      await settle(page);
      await page.getByRole('button', { name: 'Notify this device' }).click();
      const row = page.getByRole('row', { name: /^Chrome, Linux/ });
      await row.getByText('on', { exact: true }).waitFor();
      await page.getByText('This device shows alerts, as "Chrome, Linux" below.').waitFor();
      const [told] = push.taken;
      const { baseUrl } = stage.scene();
      const worker = await noteNotifications(page);
      await deliverToWorker(page, baseUrl, JSON.stringify(told));
      assert.deepEqual(await shownIn(worker), [
        {
          title: 'Lonja: test of a channel',
          body: 'Alerts will arrive here by the channel "Chrome, Linux".',
          icon: '/icon-192.png',
          badge: '/badge-96.png',
          data: '/alerts',
        },
      ]);
      assert.equal(await click(worker, '/forecasts?products=da'), `${baseUrl}/forecasts?products=da`);
      assert.equal(await click(worker, '//elsewhere.example/'), `${baseUrl}/alerts`);
      await row.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog');
      assert.equal(await dialog.getByLabel('Address of the incoming webhook').count(), 0);
      await dialog.getByLabel('Name').fill('Laptop');
      await submit(page, 'Save');
      await dialog.waitFor({ state: 'detached' });
      const renamed = page.getByRole('row', { name: /^Laptop/ });
      await renamed.getByRole('button', { name: 'Delete' }).click();
      await submit(page, 'Delete');
      await renamed.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Notify this device' }).waitFor();
      const left = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      assert.equal(left, 0);
    } finally {
      await push.close();
    }
  });

  test('a browser that blocks notifications, or has none, says so in words', stage.options, async () => {
    const token = await stage.adminToken();
    const blocked = await stage.open('about:blank', { token, locale: 'es' });
    await blocked.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    });
    await blocked.goto('/alerts');
    await settle(blocked);
    await blocked.getByText('Las notificaciones de este sitio están bloqueadas.').waitFor();
    assert.ok(await blocked.getByRole('button', { name: 'Avisar en este dispositivo' }).isDisabled());
    const old = await stage.open('about:blank', { token });
    await old.addInitScript(() => void Reflect.deleteProperty(window, 'PushManager'));
    await old.goto('/alerts');
    await settle(old);
    await old.getByText('This browser cannot show alerts here').waitFor();
  });
}

/** In place of the browser's own push service, which is on the internet, and of the reader who allows notifications. */
async function standInForBrowser(page: Page, push: PushService): Promise<void> {
  await page.exposeFunction('subscribeAt', (key: string) => push.subscribe(key));
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async function subscribe(options) {
      const subscribeAt = Reflect.get(window, 'subscribeAt');
      const { endpoint, p256dh, auth } = await subscribeAt(options?.applicationServerKey);
      const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
      return { endpoint, toJSON, unsubscribe: async () => true } as unknown as PushSubscription;
    };
  });
}

/** As the browser does with what its push service sends. */
async function deliverToWorker(page: Page, origin: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registration,
    data,
  });
}

/** A browser without windows has no place for notifications: their showing is noted, and so is what a click would open. */
async function noteNotifications(page: Page): Promise<Worker> {
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options });
    scope.clients.matchAll = async () => [];
    scope.clients.openWindow = async (address) => {
      scope.opened = address;
      return null;
    };
  });
  return worker;
}

async function shownIn(worker: Worker): Promise<object[]> {
  for (;;) {
    const shown = await worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);
    if (shown.length > 0) return shown;
    await sleep(50);
  }
}

/** Where a click on a notification leads. */
function click(worker: Worker, path: string): Promise<string | undefined> {
  return worker.evaluate(async (data) => {
    const scope = globalThis as unknown as WorkerScope;
    const event = Object.assign(new Event('notificationclick'), {
      notification: { data, close() {} },
      waitUntil: (work: Promise<void>) => void (event.done = work),
      done: Promise.resolve(),
    });
    dispatchEvent(event);
    await event.done;
    return scope.opened;
  }, path);
}

interface WorkerScope {
  shown: object[];
  opened: string | undefined;
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  clients: {
    matchAll: () => Promise<never[]>;
    openWindow: (address: string) => Promise<null>;
  };
}
